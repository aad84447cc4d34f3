type TestSheet = { name: string; isHidden?: boolean; rows: string; columns?: string; more?: string }

/** A flat OpenDocument spreadsheet as an office program writes it; `rows` and `columns` are elements. */
export function flatSheet(sheets: TestSheet[], styles = ''): string {
  const tables = sheets.map(
    ({ name, isHidden, rows, columns = '', more = '' }) =>
      `<table:table table:name="${name}" table:style-name="${isHidden ? 'hidden' : 'shown'}"${more}>${columns}${rows}</table:table>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
 <office:automatic-styles>
  <style:style style:name="shown" style:family="table"><style:table-properties table:display="true"/></style:style>
  <style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style>
  ${styles}
 </office:automatic-styles>
 <office:body><office:spreadsheet>${tables.join('\n')}</office:spreadsheet></office:body>
</office:document>`
}

export function row(cells: string, attributes = ''): string {
  return `<table:table-row ${attributes}>${cells}</table:table-row>\n`
}

/** A cell with these words; `attributes` as in the file. */
export function cell(words: string, attributes = 'office:value-type="string"'): string {
  return `<table:table-cell ${attributes}><text:p>${words}</text:p></table:table-cell>`
}

export function number(words: string, attributes = ''): string {
  return cell(words, `office:value-type="float" office:value="1" ${attributes}`)
}

export function columns(count: number, attributes = ''): string {
  return `<table:table-column table:number-columns-repeated="${count}" ${attributes}/>`
}

export const covered = '<table:covered-table-cell/>'

/** So many rows of numbers. */
export function manyRows(count: number): string {
  return Array.from({ length: count }, (_, at) => row(number(`${at + 1}.00`) + cell(`line ${at + 1}`))).join(
    '',
  )
}
