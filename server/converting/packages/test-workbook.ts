import { contentTypes, relations, relationTypes, xml, zip } from './test-documents.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const openXml = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const styles = `<styleSheet xmlns="${main}">
<numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00;[Red]-#,##0.00"/><numFmt numFmtId="165" formatCode="#,##0.00;[Red]#,##0.00"/></numFmts>
<fonts count="5"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font><font><i/><u/><strike/><sz val="11"/><color rgb="FF00AA00"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF0000FF"/><name val="Calibri"/></font></fonts>
<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF1F4E79"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFFF00"/></patternFill></fill></fills>
<borders count="3"><border/><border><left style="thin"><color rgb="FFFF0000"/></left><right style="medium"><color auto="1"/></right><top style="thin"><color auto="1"/></top><bottom style="thin"><color auto="1"/></bottom></border><border><top style="thin"><color auto="1"/></top><bottom style="thick"><color rgb="FF00AA00"/></bottom></border></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="11"><xf/><xf fontId="1" fillId="2" applyFont="1" applyFill="1" applyAlignment="1"><alignment horizontal="center"/></xf><xf fontId="2" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf borderId="1" applyBorder="1"/><xf fillId="3" applyFill="1"/><xf fontId="3" borderId="2" numFmtId="164" applyFont="1" applyBorder="1" applyNumberFormat="1"/><xf fontId="4" applyFont="1"/><xf fillId="2" applyFill="1"/><xf/></cellXfs>
<dxfs count="1"><dxf><font><color rgb="FF9C0006"/></font><fill><patternFill><bgColor rgb="FFFFC7CE"/></patternFill></fill></dxf></dxfs></styleSheet>`

/** Places in the styles of the workbook. */
export const looks = {
  head: 1,
  struck: 2,
  red: 3,
  redOnly: 4,
  boxed: 5,
  yellow: 6,
  total: 7,
  link: 8,
  dark: 9,
} as const
type Look = keyof typeof looks

function styleOf(look: Look | undefined): string {
  return look ? ` s="${looks[look]}"` : ''
}

/** A cell with words. */
export function words(place: string, text: string, look?: Look): string {
  return `<c r="${place}"${styleOf(look)} t="inlineStr"><is><t>${text}</t></is></c>`
}

/** A cell with a number; without one it shows its look only. */
export function figure(place: string, value: number | null, look?: Look): string {
  return `<c r="${place}"${styleOf(look)}>${value === null ? '' : `<v>${value}</v>`}</c>`
}

export function line(number: number, cells: string, attributes = ''): string {
  return `<row r="${number}" ${attributes}>${cells}</row>`
}

type Parts = {
  rows: string
  /** Elements before and after the rows. */
  columns?: string
  after?: string
  /** Where its hyperlinks lead, by their ids. */
  links?: Readonly<Record<string, string>>
  /** Names of the workbook, as elements. */
  names?: string
}

/** An Excel workbook with styles as Excel writes them, and one sheet, `Plan`. */
export function workbook({ rows, columns = '', after = '', links = {}, names = '' }: Parts): Buffer {
  const spaces = `xmlns="${main}" xmlns:r="${relationTypes}"`
  const led = Object.entries(links).map(([id, target]) => ({
    id,
    type: 'hyperlink',
    target,
    isExternal: true,
  }))
  return zip({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': `${openXml}.sheet.main+xml`,
      'xl/worksheets/sheet1.xml': `${openXml}.worksheet+xml`,
      'xl/styles.xml': `${openXml}.styles+xml`,
    }),
    '_rels/.rels': relations([{ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }]),
    'xl/_rels/workbook.xml.rels': relations([
      { id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml' },
      { id: 'rId2', type: 'styles', target: 'styles.xml' },
    ]),
    'xl/workbook.xml': `${xml}<workbook ${spaces}><sheets><sheet name="Plan" sheetId="1" r:id="rId1"/></sheets><definedNames>${names}</definedNames></workbook>`,
    'xl/styles.xml': `${xml}${styles}`,
    'xl/worksheets/sheet1.xml': `${xml}<worksheet ${spaces}>${columns}<sheetData>${rows}</sheetData>${after}</worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': relations(led),
  })
}
