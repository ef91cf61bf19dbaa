import {
  type Expression,
  type JsxChild,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { type Checker, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync'
import { SourceCheck } from './source-check.ts'

/** Whether a child of a JSX element is text, and whether it can change or disappear. */
type ChildKind = 'text' | 'changing text' | 'element' | 'changing elements' | 'space'

/**
 * Finds what breaks on a translated page. A translator replaces the text nodes that React holds. Afterwards React cannot
 * insert an element before such a text, cannot remove it, and changes it without effect; it can only replace the whole
 * text of an element.
 */
export class TranslationCheck extends SourceCheck {
  /** Names of components from packages, such as icons and links, which always render an element. */
  private readonly imported: Set<string>

  constructor(file: SourceFile, checker: Checker) {
    super(file, checker)
    this.imported = new Set(file.statements.flatMap(namesFromPackage))
  }

  protected visit(node: Node): void {
    if (is.isJsxElement(node) && !this.attributesOf(node.openingElement).includes('translate="no"'))
      this.checkChildren(node.children, false)
    if (is.isJsxFragment(node)) this.checkChildren(node.children, true)
    if (is.isJsxOpeningElement(node) || is.isJsxSelfClosingElement(node)) {
      const hasValue = this.attributesOf(node).some((attribute) => attribute.startsWith('value='))
      if (this.textOf(node.tagName) === 'option' && !hasValue)
        this.report(node, 'an <option> without a value submits its translated text')
    }
    if (is.isFunctionDeclaration(node) || is.isFunctionExpression(node)) this.checkReturn(node)
    node.forEachChild((child) => this.visit(child))
  }

  private checkChildren(all: readonly JsxChild[], isFragment: boolean) {
    const children = all
      .map((child) => ({ child, kind: this.kindOf(child) }))
      .filter(({ kind }) => kind !== 'space')
    if (children.length < 2 && !isFragment) return
    const isChanging = children.some(({ kind }) => kind.startsWith('changing'))
    for (const { child, kind } of children) {
      if (kind === 'changing text')
        this.report(child, 'a text that can change is not the only child of an element')
      else if (kind === 'text' && (isFragment || isChanging))
        this.report(child, 'a text next to something that can change has no element of its own')
    }
  }

  private kindOf(child: JsxChild): ChildKind {
    if (is.isJsxText(child)) return child.text.trim() ? 'text' : 'space'
    if (is.isJsxExpression(child)) {
      if (!child.expression) return 'space'
      if (is.isStringLiteral(child.expression))
        return child.expression.text.trim() ? 'text' : 'space'
      return this.isText(child.expression) ? 'changing text' : 'changing elements'
    }
    if (is.isJsxFragment(child)) return 'changing elements'
    const tag = this.textOf(is.isJsxElement(child) ? child.openingElement.tagName : child.tagName)
    const isElement = /^[a-z]/.test(tag) || this.imported.has(tag.replace(/\..*/, ''))
    return isElement ? 'element' : 'changing elements'
  }

  private isText(expression: Expression): boolean {
    if (is.isParenthesizedExpression(expression)) return this.isText(expression.expression)
    if (is.isConditionalExpression(expression))
      return this.isText(expression.whenTrue) || this.isText(expression.whenFalse)
    if (
      is.isBinaryExpression(expression) &&
      expression.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken
    )
      return this.isText(expression.right)
    return this.includesText(this.checker.getTypeAtLocation(expression))
  }

  private includesText(type: Type | undefined): boolean {
    if (!type) return true
    // React renders nothing for an empty string.
    if (type.isStringLiteralType() && type.value === '') return false
    if (type.flags & (TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.AnyOrUnknown))
      return true
    if (type.isUnionType()) return type.getTypes().some((one) => this.includesText(one))
    if (type.isTypeReference() && this.checker.isArrayLikeType(type))
      return this.checker.getTypeArguments(type).some((one) => this.includesText(one))
    return false
  }

  /** A component that returns text puts it next to its siblings. */
  private checkReturn(component: Node & { name?: Node }) {
    if (!component.name || !/^[A-Z]/.test(this.textOf(component.name))) return
    const type = this.checker.getTypeAtLocation(component)
    if (!type) return
    for (const signature of this.checker.getSignaturesOfType(type, SignatureKind.Call)) {
      if (this.includesText(this.checker.getReturnTypeOfSignature(signature)))
        this.report(component.name, 'a component returns a text without an element')
    }
  }
}

function namesFromPackage(statement: Node): string[] {
  if (!is.isImportDeclaration(statement) || !is.isStringLiteral(statement.moduleSpecifier))
    return []
  const bindings = statement.importClause?.namedBindings
  if (statement.moduleSpecifier.text.startsWith('.') || !bindings || !is.isNamedImports(bindings))
    return []
  return bindings.elements.map(({ name }) => name.text)
}
