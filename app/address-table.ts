/** How addresses are written down: path, module under app/, layout, and what their bodies may be. */
export type Leaf<Layout extends string = string> = readonly [
  path: `/${string}`,
  module: string,
  layout: Layout,
  takes?: 'files' | 'chunks',
]
export type Table<Layout extends string = string> = {
  readonly [name: string]: Leaf<Layout> | Table<Layout>
}

export type Ids<T, Before extends string = ''> = {
  [Name in keyof T & string]: T[Name] extends Leaf ? `${Before}${Name}` : Ids<T[Name], `${Before}${Name}.`>
}[keyof T & string]
type LeafAt<T, Id> = Id extends `${infer Area}.${infer Rest}`
  ? LeafAt<T[Area & keyof T], Rest>
  : T[Id & keyof T]

/** The pattern of the address that a table has under this name. */
export type PathAt<T, Id> = LeafAt<T, Id> extends Leaf ? LeafAt<T, Id>[0] : never

/** One address: `path` is its pattern, `module` a file under app/. */
export type Address<Id extends string, Layout extends string> = {
  readonly id: Id
  readonly path: string
  /** The path in parts: what stands there, and the name of each parameter between. */
  readonly pieces: readonly string[]
  readonly module: string
  readonly layout: Layout
  readonly takesFiles: boolean
  readonly takesChunks: boolean
}

export type Addresses<T, Layout extends string, Before extends string = ''> = {
  readonly [Name in keyof T & string]: T[Name] extends Leaf
    ? Address<`${Before}${Name}`, Layout>
    : Addresses<T[Name], Layout, `${Before}${Name}.`>
}

/** What an address names in its path. */
export type Parameters<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [Key in Name | keyof Parameters<`/${Rest}`>]: string }
  : Path extends `${string}:${infer Name}`
    ? { [Key in Name]: string }
    : Record<never, string>

export type Query = Record<string, string | number | undefined>

/** The table with every address as an object that knows what it is called by, and all of them one after the other. */
export function addressesOf<const T extends Table<Layout>, Layout extends string>(
  table: T,
): { byName: Addresses<T, Layout>; every: Address<Ids<T>, Layout>[] } {
  const every: Address<Ids<T>, Layout>[] = []
  function named(part: Table<Layout>, before: string): object {
    return Object.fromEntries(
      Object.entries(part).map(([name, below]) => {
        const id = before + name
        if (!isLeaf(below)) return [name, named(below, `${id}.`)]
        const [path, module, layout, takes] = below
        const pieces = path.split(/:(\w+)/)
        const bodies = { takesFiles: takes === 'files', takesChunks: takes === 'chunks' }
        const address = { id: id as Ids<T>, path, pieces, module, layout, ...bodies }
        every.push(address)
        return [name, address]
      }),
    )
  }
  return { byName: named(table, '') as Addresses<T, Layout>, every }
}

function isLeaf<Layout extends string>(part: Leaf<Layout> | Table<Layout>): part is Leaf<Layout> {
  return Array.isArray(part)
}

/** A path with its parameters and its query filled in; empty query values are left out. */
export function filledIn(
  pieces: readonly string[],
  parameters: Readonly<Record<string, string>>,
  query: Query | undefined,
): string {
  // Every other piece is a parameter.
  let path = pieces[0]!
  for (let at = 1; at < pieces.length; at += 2)
    path += encodeURIComponent(parameters[pieces[at]!] ?? '') + pieces[at + 1]!
  if (!query) return path
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}
