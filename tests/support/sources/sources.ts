import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, visitorKeys, type Node, type ParseResult } from 'oxc-parser'

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

/** A module with the names it imports, types alone among them. */
export function readSource(file: string): Source {
  const text = textOf(file)
  const { staticImports, staticExports } = parsed({ file, text }).module
  const requests = [...staticImports, ...staticExports.flatMap((one) => one.entries)]
  const imports = requests.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])
  return { file, text, imports: [...imports, ...(text.includes('import(') ? importedLater(file, text) : [])] }
}

/** What `import('…')` names, as an expression or as a type. */
function importedLater(file: string, text: string): string[] {
  return nodesIn({ file, text }).flatMap((node) => {
    if (node.type !== 'ImportExpression' && node.type !== 'TSImportType') return []
    return node.source.type === 'Literal' ? [String(node.source.value)] : []
  })
}

/** A module as a tree. */
export const treeOf = (source: Pick<Source, 'file' | 'text'>): Node => parsed(source).program

/** What does not parse fails the test. */
function parsed({ file, text }: Pick<Source, 'file' | 'text'>): ParseResult {
  const result = parseSync(file, text, { preserveParens: false })
  if (result.errors.length > 0) throw new Error(`${file}: ${result.errors[0]?.message}`)
  return result
}

/** What a node directly consists of, in the order of the text. */
export function childrenOf(node: Node): Node[] {
  const parts = node as unknown as Record<string, Node | null | (Node | null)[]>
  return (visitorKeys[node.type] ?? []).flatMap((key) => parts[key] ?? []).filter((part) => part !== null)
}

/** Every node of a module, in the order of the text. */
export function nodesIn(source: Pick<Source, 'file' | 'text'>): Node[] {
  const found: Node[] = []
  const waiting = [treeOf(source)]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    found.push(node)
    waiting.push(...childrenOf(node).toReversed())
  }
  return found
}

/** The text of a node, as it is written. */
export function writtenAs({ text }: Pick<Source, 'text'>, node: Node | null): string {
  return node ? text.slice(node.start, node.end) : ''
}

/** The project file an import leads to, or null for a package. */
export function targetOf(source: Source, name: string): string | null {
  const bare = name.replace(/\?.*$/, '')
  if (bare.startsWith('#')) return bare.slice(1)
  if (bare.startsWith('.')) return path.posix.join(path.posix.dirname(source.file), bare)
  return null
}

/** The attributes of each element of this kind that a module writes, as they are there. */
export function elementsIn(source: Source, kind: string): Map<string, string>[] {
  if (!source.text.includes(`<${kind}`)) return []
  return nodesIn(source).flatMap((node) => {
    if (node.type !== 'JSXOpeningElement' || writtenAs(source, node.name) !== kind) return []
    const attributes = node.attributes.filter((one) => one.type === 'JSXAttribute')
    return [new Map(attributes.map((one) => [writtenAs(source, one.name), writtenAs(source, one.value)]))]
  })
}

/**
 * Those of these names that the code uses; comments and texts do not count. Members stand with their owner:
 * `process.env`. A module in whose text none of them is written is not read as code, since that takes much longer.
 */
export function namesUsed(source: Pick<Source, 'file' | 'text'>, wanted: readonly string[]): string[] {
  const mayUse = wanted.some((name) => name.split('.').every((part) => source.text.includes(part)))
  if (!mayUse) return []
  const names = namesIn(source)
  return wanted.filter((name) => names.has(name))
}

function namesIn(source: Pick<Source, 'file' | 'text'>): Set<string> {
  const names = new Set<string>()
  for (const node of nodesIn(source)) {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') names.add(node.name)
    if (node.type !== 'MemberExpression' || node.computed || node.object.type !== 'Identifier') continue
    names.add(`${node.object.name}.${node.property.name}`)
  }
  return names
}
