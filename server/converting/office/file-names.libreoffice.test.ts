import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openXmlWith } from '#tests/support/carriers/open-xml.ts'
import { older } from '#tests/support/files/older.ts'
import { pdfText } from '#tests/support/files/pdf-text.ts'
import { programOf } from '#tests/support/servers/program.ts'
import { contentTypes, openDocument, relations, zip } from '#server/converting/packages/test-documents.ts'
import { LibreOffice } from './libre-office.ts'

let office: LibreOffice
let folder: string

beforeAll(async () => {
  office = new LibreOffice({ program: programOf('soffice')!, log: pino({ level: 'silent' }) })
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-names-'))
})
afterAll(async () => {
  await office.close()
  await rm(folder, { recursive: true, force: true })
})

async function wordsOf(ending: string, bytes: Buffer): Promise<string> {
  async function* input() {
    yield bytes
  }
  const pages = await office.convert({ input: input(), ending, to: 'pdf' }, async (made) => {
    const chunks: Buffer[] = []
    for await (const chunk of made.read()) chunks.push(chunk)
    return pdfText(Buffer.concat(chunks))
  })
  return pages.join('\n').replace(/\s+/g, ' ')
}

const spaces =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

/** A workbook whose header names its folder, its file, its sheet and the page. */
function workbook(): Buffer {
  const type = (name: string): string =>
    `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`
  return zip({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': type('sheet.main'),
      'xl/worksheets/sheet1.xml': type('worksheet'),
    }),
    '_rels/.rels': relations([{ id: 'r0', type: 'officeDocument', target: 'xl/workbook.xml' }]),
    'xl/_rels/workbook.xml.rels': relations([
      { id: 'r0', type: 'worksheet', target: 'worksheets/sheet1.xml' },
    ]),
    'xl/workbook.xml': `<workbook ${spaces}><sheets><sheet name="Costs" sheetId="1" r:id="r0"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${spaces}><sheetData><row><c><v>1</v></c></row></sheetData><headerFooter><oddHeader>&amp;LPlace: &amp;Z&amp;F&amp;RSheet: &amp;A</oddHeader><oddFooter>&amp;CPage &amp;P of &amp;F</oddFooter></headerFooter></worksheet>`,
  })
}

describe('no page says what the file is called while it is converted, and where', () => {
  test('a header of a workbook', async () => {
    const words = await wordsOf('xlsx', workbook())
    expect(words).toMatch(/Place: .*Sheet: Costs .*Page 1 of/)
    expect(words).not.toMatch(/document|file:/)
  })

  test('a header of an older workbook', async () => {
    const words = await wordsOf('xls', await older(folder, 'xlsx', workbook(), 'xls'))
    expect(words).toMatch(/Place: .*Page 1 of/)
    expect(words).not.toMatch(/document|file:/)
  })

  test('a field of an older text', async () => {
    const body =
      '<text:p>Kept in <text:file-name text:display="full" text:fixed="false">there</text:file-name> since</text:p>'
    const words = await wordsOf('doc', await older(folder, 'odt', openDocument('text', body), 'doc'))
    expect(words).toMatch(/^Kept in +since/)
  })

  test('a field of a slide, which says what it said last', async () => {
    const body =
      '<p:sp><p:nvSpPr><p:cNvPr id="8" name="s"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="4900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:fld type="file" id="{1}"><a:t>plan.pptx</a:t></a:fld></a:p></p:txBody></p:sp>'
    expect(await wordsOf('pptx', openXmlWith('pptx', [{ body }]))).toBe('plan.pptx')
  })
})
