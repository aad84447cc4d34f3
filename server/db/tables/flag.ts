import type { ColumnType } from 'kysely'

/** No and yes, as both engines store them. */
export type Flag = 0 | 1
/** A flag that a new row can omit. */
export type GeneratedFlag = ColumnType<Flag, Flag | undefined, Flag>
