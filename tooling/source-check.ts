import { relative, resolve } from 'node:path'
import type { JsxOpeningLikeElement, Node, SourceFile } from 'typescript/unstable/ast'
import { API, type Checker } from 'typescript/unstable/sync'

/** A rule for the source files, which visits every node of a file. */
export abstract class SourceCheck {
  private readonly problems: object[] = []

  constructor(
    protected readonly file: SourceFile,
    protected readonly checker: Checker,
  ) {}

  run(): object[] {
    this.file.forEachChild((node) => this.visit(node))
    return this.problems
  }

  protected abstract visit(node: Node): void

  protected textOf = (node: Node) => this.file.text.slice(node.pos, node.end).trim()

  protected attributesOf = ({ attributes }: JsxOpeningLikeElement) =>
    attributes.properties.map((attribute) => this.textOf(attribute))

  protected report(node: Node, problem: string) {
    const start = this.file.text.slice(node.pos, node.end).search(/\S/) + node.pos
    const line = this.file.text.slice(0, start).split('\n').length
    const code = this.file.text.split('\n')[line - 1]?.trim()
    this.problems.push({ place: `${relative('.', this.file.fileName)}:${line}`, code, problem })
  }
}

/** Opens the files in src/ for checks. This takes seconds. */
export function openSources() {
  const api = new API()
  const snapshot = api.updateSnapshot({ openProjects: [resolve('tsconfig.json')] })
  const { program, checker } = snapshot.getProjects()[0] ?? {}
  if (!program || !checker) throw new Error('tsconfig.json could not be opened')
  const names = program.getSourceFileNames().filter((name) => name.startsWith(`${resolve('src')}/`))
  return {
    /** Runs a check on the files whose names end with `ending`. Returns what it reports, with places and code. */
    run: (Check: new (file: SourceFile, checker: Checker) => SourceCheck, ending: string) =>
      names
        .filter((name) => name.endsWith(ending))
        .flatMap((name) => {
          const file = program.getSourceFile(name)
          return file ? new Check(file, checker).run() : []
        }),
    close: () => api.close(),
  }
}
