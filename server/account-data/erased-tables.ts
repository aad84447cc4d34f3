import type { Schema } from '#server/db/schema.ts'

/** What happens to a table's rows: erased piece by piece, removed together, or kept without the name. */
type Fate = 'share by share' | 'room by room' | 'file by file' | 'removed' | 'kept without the name'

export type ErasedTable = {
  table: keyof Schema
  /** The column that refers to the account. */
  column: string
  fate: Fate
}

/**
 * The tables that refer to an account and prevent its deletion (`refersTo`), in the order in which their rows go when
 * it is erased. What belongs to an account by `ownedBy` is removed with its row and has no line here. A test compares.
 */
export const erasedTables: readonly ErasedTable[] = [
  { table: 'share', column: 'owner_guid', fate: 'share by share' },
  { table: 'room', column: 'owner_guid', fate: 'room by room' },
  { table: 'file', column: 'owner_guid', fate: 'file by file' },
]
