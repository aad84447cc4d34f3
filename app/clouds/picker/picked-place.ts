/** Where someone is in their cloud storage, as the query of the picker says it. */
export type PickedPlace = {
  space: string
  /** The folders from the top of the space down. */
  path: readonly { id: string; name: string }[]
  /** What is searched for, in every space; empty for none. */
  words: string
  cursor: string | null
}

const deepest = 40
const longest = 60

export function placeIn(query: URLSearchParams): PickedPlace {
  const names = query.getAll('named')
  return {
    space: (query.get('space') ?? '').slice(0, 300),
    path: query
      .getAll('in')
      .slice(0, deepest)
      .map((id, at) => ({ id: id.slice(0, 300), name: names[at]?.slice(0, longest) ?? '…' })),
    words: (query.get('words') ?? '').slice(0, 200),
    cursor: query.get('at')?.slice(0, 4000) ?? null,
  }
}

export function queryOf({ space, path, words, cursor }: PickedPlace): string {
  const query = new URLSearchParams()
  if (space !== '') query.set('space', space)
  for (const { id, name } of path.slice(-deepest)) {
    query.append('in', id)
    query.append('named', shortened(name.toWellFormed()))
  }
  if (words !== '') query.set('words', words)
  if (cursor !== null) query.set('at', cursor)
  return query.toString()
}

/** An address has no room for long names. */
function shortened(name: string): string {
  return name.length > longest ? `${name.slice(0, longest - 1).trimEnd()}…` : name
}
