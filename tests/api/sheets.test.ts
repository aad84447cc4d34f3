import excel from 'exceljs'
import { describe, expect, test } from 'vitest'
import { cell, columns, flatSheet, number, row } from '#server/rendering/sheet-parts/test-sheets.ts'
import { makeSheetShare } from '#tests/support/world/sheets.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { codeOf, Program, firstRecipient } from './program.ts'

const model = flatSheet([
  {
    name: 'One',
    columns: columns(1) + columns(1, 'table:visibility="collapse"') + columns(2),
    rows:
      row(cell('a, "b"') + cell('HIDDEN') + number('-5.00', 'table:formula="of:=FORMULA()"')) +
      row(cell('') + cell('') + cell('=1+1')),
  },
  { name: 'Two', rows: row(cell('second')) },
])

const { app, operator: owner } = await makeWorld({ people: ['reader@example.org', 'stranger@example.org'] })
const sender = await new Program(app).enter('olivia@example.org')
const reader = await new Program(app).enter('reader@example.org')
const stranger = await new Program(app).enter('stranger@example.org')

async function opened(fields = {}): Promise<string> {
  const guid = await makeSheetShare(app, owner, model, { recipients: 'reader@example.org', ...fields })
  expect(codeOf(await reader.post('/v3/tracks/start', { ShareGuid: guid }))).toEqual([200, 20000])
  return guid
}

async function downloads(guid: string): Promise<unknown> {
  return (await firstRecipient(sender, guid))['RecipientTotalDownloadCount']
}

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The rows of each sheet of a workbook, as Excel would have them. */
async function sheetsOf(bytes: Buffer): Promise<Map<string, unknown[][]>> {
  const book = new excel.Workbook()
  await book.xlsx.load(bytes as unknown as ArrayBuffer)
  return new Map(
    book.worksheets.map((sheet) => [
      sheet.name,
      (sheet.getSheetValues().slice(1) as unknown[][]).map((row) =>
        Array.from(row.slice(1), (one) => one ?? null),
      ),
    ]),
  )
}

describe('viewxlsx', () => {
  test('answers a workbook with the visible values of all sheets, with who read them, and counts it', async () => {
    const guid = await opened()
    const { http, headers, bytes } = await reader.get(`/v1/viewxlsx/${guid}`)
    expect([http, headers.get('content-type')]).toEqual([200, xlsx])
    expect(headers.get('content-disposition')).toMatch(/^attachment; .*\.xlsx/)
    const sheets = await sheetsOf(bytes)
    expect([...sheets.keys()]).toEqual(['One', 'Two'])
    // A number is a number; what begins like a formula is text.
    expect(sheets.get('One')!.slice(0, 2)).toEqual([
      ['a, "b"', -5],
      [null, '=1+1'],
    ])
    expect(sheets.get('One')![2]).toEqual([expect.stringMatching(/^Read by reader@example\.org · /)])
    expect(sheets.get('Two')!.length).toBe(2)
    const second = await sheetsOf((await reader.get(`/v1/viewxlsx/${guid}/recipient?sheet=2`)).bytes)
    expect([...second.keys()]).toEqual(['Two'])
    expect(await downloads(guid)).toBe(2)
    expect((await sheetsOf((await sender.get(`/v1/viewxlsx/${guid}sender`)).bytes)).size).toBe(2)
    expect(await downloads(guid)).toBe(2)
  })

  test('answers a sheet as CSV to programs that want that', async () => {
    const guid = await opened()
    const answer = await reader.get(`/v1/viewxlsx/${guid}?format=csv`)
    expect([answer.http, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const lines = answer.text.split('\r\n')
    expect(lines.slice(0, 2)).toEqual(['"a, ""b""",-5.00', `,'=1+1`])
    expect(lines[2]).toMatch(/^Read by reader@example\.org · /)
    expect((await reader.get(`/v1/viewxlsx/${guid}?format=csv&sheet=2`)).text).toMatch(/^second\r\n/)
  })

  test('hands out and counts nothing for HEAD', async () => {
    const guid = await opened()
    const answer = await reader.send('HEAD', `/v1/viewxlsx/${guid}`)
    expect([answer.http, answer.text]).toEqual([200, ''])
    expect(await downloads(guid)).toBe(0)
  })

  test('finds no sheet beyond the last', async () => {
    const guid = await opened()
    for (const sheet of ['3', '0', 'x', '-1'])
      expect(codeOf(await reader.get(`/v1/viewxlsx/${guid}?sheet=${sheet}`)), sheet).toEqual([404, 20404])
  })

  test('is refused to others, in a false role, without the right, and after unsharing', async () => {
    const guid = await opened()
    expect(codeOf(await stranger.get(`/v1/viewxlsx/${guid}`))[1]).toBe(20433)
    expect(codeOf(await reader.get(`/v1/viewxlsx/${guid}sender`))[1]).toBe(20435)
    expect((await new Program(app).get(`/v1/viewxlsx/${guid}`)).http).toBe(401)
    await sender.post('/v3/shares/disable', { ShareGuid: guid })
    expect(codeOf(await reader.get(`/v1/viewxlsx/${guid}`))[1]).toBe(20410)
    const kept = await opened({ download: 'no' })
    expect(codeOf(await reader.get(`/v1/viewxlsx/${kept}`))[1]).toBe(20440)
  })

  test('is refused before the file was opened', async () => {
    const guid = await makeSheetShare(app, owner, model, { recipients: 'reader@example.org' })
    expect(codeOf(await reader.get(`/v1/viewxlsx/${guid}`))[1]).toBe(20434)
  })
})
