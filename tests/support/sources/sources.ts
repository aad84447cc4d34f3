import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** The project's folder. */
export const root = path.resolve(import.meta.dirname, '../../..')

export type Source = { file: string; text: string; imports: string[] }

/** Files by pattern, relative to the project, with `/` between folders. */
export function filesLike(...patterns: string[]): string[] {
  const found = patterns.flatMap((pattern) =>
    globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }),
  )
  return found.map((file) => file.split(path.sep).join('/')).toSorted()
}

export function textOf(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}

export function exists(file: string): boolean {
  return existsSync(path.join(root, file))
}

/** A module with the names it imports, as TypeScript's own scanner finds them. */
export function readSource(file: string): Source {
  const text = textOf(file)
  const { importedFiles } = ts.preProcessFile(text, true, true)
  return { file, text, imports: importedFiles.map((one) => one.fileName) }
}

/** The project file an import leads to, or null for a package. */
export function targetOf(source: Source, name: string): string | null {
  const bare = name.replace(/\?.*$/, '')
  if (bare.startsWith('#')) return bare.slice(1)
  if (bare.startsWith('.')) return path.posix.join(path.posix.dirname(source.file), bare)
  return null
}

/** The attributes of each element of this kind that a module writes, as they are there. */
export function elementsIn({ file, text }: Source, kind: string): Map<string, string>[] {
  const found: Map<string, string>[] = []
  if (!text.includes(`<${kind}`)) return found
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  function visit(node: ts.Node) {
    if (
      (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) &&
      node.tagName.getText() === kind
    ) {
      const attributes = node.attributes.properties.filter(ts.isJsxAttribute)
      found.push(new Map(attributes.map((one) => [one.name.getText(), one.initializer?.getText() ?? ''])))
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** Every name that the code uses; comments and texts do not count. Members stand with their owner: `process.env`. */
export function namesIn({ file, text }: Source): Set<string> {
  const names = new Set<string>()
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false)
  function visit(node: ts.Node) {
    if (ts.isIdentifier(node)) names.add(node.text)
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
      names.add(`${node.expression.text}.${node.name.text}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return names
}
