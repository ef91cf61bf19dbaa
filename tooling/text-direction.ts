import { type Expression, type JsxElement, type Node, SyntaxKind } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { type Type, TypeFlags } from 'typescript/unstable/sync'
import { SourceCheck } from './source-check.ts'

/** The names of properties and variables that hold texts of users, wherever their type is a string. */
const userTexts = new Set([
  'name',
  'friendly_name',
  'coOwner',
  'community',
  'description',
  'host_name',
  'host_intro',
  'summary',
  'location',
  'place',
  'requested_place',
  'search',
  'searched_for',
  'reason',
  'rejection_reason',
  'address',
  'approved_name',
  'comment',
  'file_name',
  'group_name',
  'recipient_name',
])

/** The names of lists of such texts, which a sentence joins. */
const userLists = /\b(names|alternative_names|interests|ignored)$/

/** Elements and components that give their content its own direction, and those whose content is not written by users. */
const isolating = new Set(['bdi', 'Heading', 'LongText', 'code', 'kbd'])

/** Inputs without text, or whose text is always written from left to right. */
const isLeftToRight = /^type="(checkbox|radio|file|hidden|email|date)"$/

/** Names of texts that are not translated and always written from left to right. */
const leftToRight = /\b(brand\.\w+|\w*[eE]mail|link|whatsapp_link|secret|code\.data)$/

const hasDirection = (attributes: string[]) =>
  attributes.some((attribute) => attribute.startsWith('dir='))

/** Finds the texts of users without a direction of their own: in the element that shows them, or inside a sentence. */
export class DirectionCheck extends SourceCheck {
  protected visit(node: Node): void {
    if (is.isJsxAttribute(node) && this.textOf(node.name) === 'key') return
    if (is.isJsxElement(node)) this.checkElement(node)
    if (is.isJsxSelfClosingElement(node) && /^(input|textarea)$/.test(this.textOf(node.tagName))) {
      const attributes = this.attributesOf(node)
      if (!hasDirection(attributes) && !attributes.some((one) => isLeftToRight.test(one)))
        this.report(node, 'a field for text needs `dir="auto"`')
    }
    if (is.isTemplateExpression(node)) {
      for (const { expression } of node.templateSpans) {
        if (this.isUserText(expression))
          this.report(expression, 'a text of a user inside another text needs `isolate`')
      }
    }
    // Other files join texts for forms and exports.
    const isInComponent = this.file.fileName.endsWith('.tsx') && is.isCallExpression(node)
    if (isInComponent && is.isPropertyAccessExpression(node.expression)) {
      const { expression: list, name } = node.expression
      const [separator] = node.arguments
      const isSentence = separator !== undefined && /[,;·]/.test(this.textOf(separator))
      if (this.textOf(name) === 'join' && isSentence && userLists.test(this.textOf(list)))
        this.report(node, 'texts of users in a list need `isolate`')
    }
    node.forEachChild((child) => this.visit(child))
  }

  private checkElement({ openingElement, children }: JsxElement) {
    const attributes = this.attributesOf(openingElement)
    if (isolating.has(this.textOf(openingElement.tagName)) || hasDirection(attributes)) return
    const contents = children.flatMap((child) =>
      is.isJsxExpression(child) && child.expression ? [child.expression] : [],
    )
    if (contents.some((content) => this.isUserText(content)))
      this.report(openingElement, 'a text of a user needs `dir="auto"`, or a `<bdi>`')
    else if (
      attributes.some((attribute) => attribute.startsWith('translate=')) &&
      contents.some((content) => this.isString(content) && !leftToRight.test(this.textOf(content)))
    )
      this.report(openingElement, 'a text that is not translated needs `dir="auto"`')
  }

  /** Whether an expression shows the text of a user. */
  private isUserText(expression: Expression): boolean {
    if (is.isParenthesizedExpression(expression)) return this.isUserText(expression.expression)
    if (is.isConditionalExpression(expression))
      return this.isUserText(expression.whenTrue) || this.isUserText(expression.whenFalse)
    if (is.isBinaryExpression(expression)) {
      const isAnd = expression.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken
      return (!isAnd && this.isUserText(expression.left)) || this.isUserText(expression.right)
    }
    if (is.isPropertyAccessExpression(expression))
      return (
        this.textOf(expression.expression) !== 'brand' &&
        userTexts.has(this.textOf(expression.name)) &&
        this.isString(expression)
      )
    return (
      is.isIdentifier(expression) &&
      userTexts.has(this.textOf(expression)) &&
      this.isString(expression)
    )
  }

  private isString(expression: Expression): boolean {
    return this.includesString(this.checker.getTypeAtLocation(expression))
  }

  /** Not a union of literals, whose values the code defines. */
  private includesString(type: Type | undefined): boolean {
    if (!type) return false
    if (type.isUnionType()) return type.getTypes().some((one) => this.includesString(one))
    return (type.flags & TypeFlags.String) !== 0
  }
}
