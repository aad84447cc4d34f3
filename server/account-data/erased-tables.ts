import type { Schema } from '#server/db/schema.ts'

/** What becomes of a table's rows: taken apart piece by piece, removed together, or kept without the name. */
type Fate = 'share by share' | 'room by room' | 'file by file' | 'removed' | 'kept without the name'

export type ErasedTable = {
  table: keyof Schema
  /** The column that names the account. */
  column: string
  fate: Fate
}

/**
 * The tables that name an account and hold it back (`refersTo`), in the order in which their rows go when it is erased.
 * What belongs to an account by `ownedBy` goes with its row by itself and has no line here. A test compares.
 */
export const erasedTables: readonly ErasedTable[] = [
  { table: 'share', column: 'owner_guid', fate: 'share by share' },
  { table: 'room', column: 'owner_guid', fate: 'room by room' },
  { table: 'file', column: 'owner_guid', fate: 'file by file' },
]
