import type { Table } from '#server/http/tables/table.ts'

/** A list as tables, for someone who may have it. */
export type Exportable = {
  /** Of the file, without an ending. */
  name: string
  tables: readonly [Table, ...Table[]]
  /** Whether it has, or may have, more rows than the given number. */
  isLongerThan: (rows: number) => Promise<boolean>
}
