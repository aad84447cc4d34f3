import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { programOf } from '#tests/support/servers/program.ts'
import type { Cell, Table } from './table.ts'
import { workbookOf } from './workbook.ts'

/** Comma, quotes, UTF-8, each cell as it is stored, all sheets: each becomes a file of its own. */
const everySheet = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1'

/** What LibreOffice reads in each sheet, line by line, and what it complained about. */
async function readByOffice(tables: readonly Table[]): Promise<{ sheets: string[][]; said: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-workbook-'))
  try {
    const file = path.join(folder, 'x.xlsx')
    await writeFile(file, workbookOf(tables))
    const profile = pathToFileURL(path.join(folder, 'profile')).href
    const words = ['--headless', '--norestore', '--convert-to', everySheet, '--outdir', folder, file]
    const { stderr } = await promisify(execFile)(programOf('soffice')!, [
      `-env:UserInstallation=${profile}`,
      ...words,
    ])
    const made = (await readdir(folder)).filter((name) => name.endsWith('.csv')).sort()
    const texts = await Promise.all(made.map((name) => readFile(path.join(folder, name), 'utf8')))
    return {
      sheets: texts.map((text) => text.trimEnd().split('\n')),
      said: stderr.replaceAll(/^.*javaldx.*\n/gm, ''),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function table(name: string, head: string[], rows: Cell[][]): Table {
  return {
    name,
    head,
    async *rows() {
      yield* rows
    },
  }
}

test('LibreOffice reads every cell of a workbook as it was written, and complains about nothing', async () => {
  const at = Date.UTC(2026, 10, 20, 9, 53, 7)
  const odd: Cell[][] = [
    ['=SUM(1;2)', '+1', '-1', '@now', '\t=1+1'],
    ['"quoted", with comma', 'two\nlines', ' blanks ', '', 'عقد 契約 🔑'],
    ['1234', '0012', '1e5', 'TRUE', '2026-11-20'],
    ['\u0001\uffff', '<a href="x">&amp;</a>', '&#65;', null, 'x'.repeat(300)],
    ['the last row', '', '', '', ''],
  ]
  const { sheets, said } = await readByOffice([
    table(
      'A',
      ['Text', 'Number', 'Moment', 'Figure'],
      [
        ['lease.pdf', 12.5, { moment: at }, { figure: '-5.25' }],
        ['', 0, null, { figure: '1,000 EUR' }],
        ['', -3, { moment: at + 86_400_000 }, { figure: '0' }],
      ],
    ),
    table('B: all/of [it]?', ['1', '2', '3', '4', '5'], odd),
    table('C', ['Empty'], []),
  ])
  expect(said).toBe('')
  expect(sheets).toEqual([
    [
      'Text,Number,Moment,Figure',
      'lease.pdf,12.5,2026-11-20 09:53:07,-5.25',
      ',0,,"1,000 EUR"',
      ',-3,2026-11-21 09:53:07,0',
    ],
    [
      '1,2,3,4,5',
      '=SUM(1;2),+1,-1,@now,\t=1+1',
      '"""quoted"", with comma","two',
      'lines", blanks ,,عقد 契約 🔑',
      '1234,0012,1e5,TRUE,2026-11-20',
      `\ufffd\ufffd,"<a href=""x"">&amp;</a>",&#65;,,${'x'.repeat(300)}`,
      'the last row,,,,',
    ],
    ['Empty'],
  ])
})
