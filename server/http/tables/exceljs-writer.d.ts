/** The part of the package that writes row by row: alone it is loaded in a third of the time. */
declare module 'exceljs/lib/stream/xlsx/workbook-writer.js' {
  import type { Writable } from 'node:stream'
  import type { AddWorksheetOptions, stream, Worksheet } from 'exceljs'

  /** Where rows wait to be compressed: a stream so old that it does not say in public how many bytes do. */
  type Queue = Writable & { _writableState: { length: number } }

  export type SheetWriter = Worksheet & { commit(): void; stream: { pipes: Queue[] } }

  export default class Writer extends stream.xlsx.WorkbookWriter {
    override addWorksheet(name: string, options: Partial<AddWorksheetOptions>): SheetWriter
  }
}
