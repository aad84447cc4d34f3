// The package ships without types; these are the parts used here.
declare module 'better-sqlite3' {
  export interface Statement {
    /** Whether it answers rows. */
    readonly reader: boolean
    all(...parameters: unknown[]): unknown[]
    run(...parameters: unknown[]): { changes: number; lastInsertRowid: number | bigint }
  }
  export default class Sqlite {
    constructor(file: string, options?: { timeout?: number; fileMustExist?: boolean; readonly?: boolean })
    readonly inTransaction: boolean
    prepare(sql: string): Statement
    exec(sql: string): this
    pragma(text: string, options?: { simple?: boolean }): unknown
    close(): this
  }
}
