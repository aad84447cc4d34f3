type Value = string | number | null

/** A field that gets another value, with its old and new one. */
export type Change = { field: string; from: Value; to: Value }

/** Those of these fields that get another value, in their order. */
export function differences<Fields extends Record<string, Value>>(
  before: Readonly<Record<keyof Fields, Value>>,
  after: Fields,
): Change[] {
  return Object.entries(after)
    .map(([field, to]) => ({ field, from: before[field]!, to }))
    .filter(({ from, to }) => from !== to)
}

/** Changes as one record has them: `{ mayDownload: 'no → yes' }`. */
export function oldAndNew(changes: readonly Change[]): Record<string, string> {
  return Object.fromEntries(changes.map(({ field, from, to }) => [field, `${from} → ${to}`]))
}
