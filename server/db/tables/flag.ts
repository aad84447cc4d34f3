import type { ColumnType } from 'kysely'

/** No and yes, as both engines keep them. */
export type Flag = 0 | 1
/** A flag that a new row need not name. */
export type GeneratedFlag = ColumnType<Flag, Flag | undefined, Flag>
