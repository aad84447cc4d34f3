import { describe, expect, test } from 'vitest'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import {
  cell,
  columns,
  covered,
  flatSheet,
  manyRows,
  number,
  row,
} from '#server/rendering/sheet-parts/test-sheets.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import {
  makeShare,
  makeUser,
  openPublicShare,
  openShare,
  proveAddress,
  recipientEmail,
} from '#tests/support/world/make.ts'
import { changeShare } from '#tests/support/world/conditions.ts'
import { somebody } from '#tests/support/world/people.ts'
import { makeSheetShare } from '#tests/support/world/sheets.ts'
import { eventKinds } from '#tests/support/world/events.ts'

const { app, operator: sender } = await makeWorld()

const formula = 'table:formula="of:=SECRETFORMULA([.A1])"'
const hostile = '&lt;script&gt;alert(1)&lt;/script&gt;&lt;/td&gt;&quot;'
const model = flatSheet([
  {
    name: 'Income',
    columns: columns(1) + columns(1, 'table:visibility="collapse"') + columns(4),
    rows:
      row(
        cell('Year <text:span>one</text:span>') +
          cell('HIDDENCOLUMN') +
          number('€1,234.50', formula) +
          cell(hostile),
      ) +
      row(cell('HIDDENROW'), 'table:visibility="collapse"') +
      row(cell('FILTEREDROW'), 'table:visibility="filter"') +
      row(
        cell(
          'Merged',
          'office:value-type="string" table:number-columns-spanned="3" table:number-rows-spanned="2"',
        ) +
          covered +
          covered +
          cell('beside'),
      ) +
      row(covered + covered + covered + cell('below')),
  },
  { name: 'HIDDENSHEET', isHidden: true, rows: row(cell('HIDDENVALUE')) },
  { name: 'Long', rows: manyRows(1203) },
  { name: 'Empty', rows: '' },
])

const hiddenWords = [
  'HIDDENCOLUMN',
  'HIDDENROW',
  'FILTEREDROW',
  'HIDDENSHEET',
  'HIDDENVALUE',
  'SECRETFORMULA',
]

/** The rows of the table as they are read out, cells parted by bars. */
function tableIn({ page }: Browser): string[] {
  return page.root.querySelectorAll('table.sheet-grid tr').map((line) =>
    line
      .querySelectorAll('th, td')
      .map((one) => one.text.trim())
      .join('|'),
  )
}

async function htmlOf(reader: Browser, address: string): Promise<string> {
  return (await reader.fetch(address)).text()
}

const table = await makeSheetShare(app, sender, model)
const reader = await openShare(app, table, recipientEmail, somebody())

describe('a reader who can download', () => {
  test('finds the table from the pages, and the pages from the table', async () => {
    await reader.open(`/view/${table}`)
    await reader.follow('As a table')
    expect([reader.status, reader.url.pathname]).toEqual([200, `/view/${table}/sheet`])
    expect(reader.page.links('As a table')).toEqual([])
    expect(reader.page.links('Download')).toEqual([`/view/${table}/download`])
    await reader.follow('As pages')
    expect(reader.url.pathname).toBe(`/view/${table}`)
  })

  test('sees the values as they are formatted, under the letters and numbers of the program', async () => {
    await reader.open(`/view/${table}/sheet`)
    expect(tableIn(reader)).toEqual([
      'Row|A|C|D',
      '1|Year one|€1,234.50|<script>alert(1)</script></td>"',
      '4|Merged|beside',
      '5|below',
    ])
    const merged = reader.page.root.querySelector('td[rowspan]')!
    expect([merged.getAttribute('colspan'), merged.getAttribute('rowspan')]).toEqual(['2', '2'])
    expect(reader.page.root.querySelectorAll('td.number').map((one) => one.text)).toEqual(['€1,234.50'])
    expect(reader.text()).toContain('Rows 1–5, screen 1 of 1 screen; 3 rows in total')
  })

  test('is named with the time and the share beside the values', async () => {
    await reader.open(`/view/${table}/sheet`)
    expect(reader.page.root.querySelector('caption')!.text).toMatch(
      new RegExp(
        `^Read by ${recipientEmail} · \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC · ${table.slice(0, 8).toUpperCase()}$`,
      ),
    )
  })

  test('never gets what is hidden, nor a formula, nor an element out of a cell', async () => {
    const addresses = ['', '?sheet=2', '?sheet=3', '.data', '.data?sheet=2', '?sheet=4']
    for (const address of addresses) {
      const html = await htmlOf(reader, `/view/${table}/sheet${address}`)
      for (const word of hiddenWords) expect(html, address).not.toContain(word)
      if (!address.startsWith('.data')) expect(html).not.toContain('<script>alert')
    }
    await reader.open(`/view/${table}/sheet`)
    expect(reader.page.root.querySelectorAll('nav[aria-label=Sheets] a').map((one) => one.text)).toEqual([
      'Income',
      'Long',
      'Empty',
    ])
  })

  test('reads a long sheet 500 rows at a time', async () => {
    await reader.open(`/view/${table}/sheet`)
    await reader.follow('Long')
    expect([tableIn(reader).length, tableIn(reader)[1], tableIn(reader).at(-1)]).toEqual([
      501,
      '1|1.00|line 1',
      '500|500.00|line 500',
    ])
    await reader.follow('Next')
    await reader.follow('Next')
    expect(reader.path).toBe(`/view/${table}/sheet?sheet=2&page=3`)
    expect([tableIn(reader).length, tableIn(reader)[1]]).toEqual([204, '1001|1001.00|line 1001'])
    expect(reader.page.links('Next')).toEqual([])
    expect(reader.page.links('Previous')).toEqual([`/view/${table}/sheet?sheet=2&page=2`])
    await reader.follow('Empty')
    expect(reader.text()).toContain('This sheet is empty.')
  })

  test.each(['?sheet=4', '?sheet=1&page=2', '?sheet=3&page=2'])('finds nothing at %s', async (query) => {
    await reader.open(`/view/${table}/sheet${query}`)
    expect(reader.status).toBe(404)
  })

  test('of a spreadsheet without a table sees its pages and no link', async () => {
    const guid = await makeSheetShare(app, sender, null)
    const rita = await openShare(app, guid, recipientEmail, somebody())
    expect([rita.page.pageImages().length, rita.page.links('As a table')]).toEqual([2, []])
    await rita.open(`/view/${guid}/sheet`)
    expect(rita.status).toBe(404)
  })
})

describe('what was looked at is recorded', () => {
  test('as rows of a sheet, for its sender and for the reader', async () => {
    const guid = await makeSheetShare(app, sender, model)
    const rita = await openShare(app, guid, recipientEmail, somebody())
    await rita.open(`/view/${guid}/sheet?sheet=2&page=2`)
    await sender.open(`/s/${guid}/activity`)
    expect(sender.text()).toContain('viewed sheet 2 as a table, rows 501–1000')
    expect((await eventKinds(app, guid)).filter((kind) => kind === 'GridRead')).toHaveLength(1)
  })

  test('but not for its sender, for HEAD, nor for what is fetched beforehand', async () => {
    const guid = await makeSheetShare(app, sender, model)
    await sender.open(`/view/${guid}/sheet`)
    expect([sender.status, tableIn(sender)[0]]).toEqual([200, 'Row|A|C|D'])
    const rita = await openShare(app, guid, recipientEmail, somebody())
    expect((await rita.fetch(`/view/${guid}/sheet`, { method: 'HEAD' })).status).toBe(200)
    const beforehand = await rita.fetch(`/view/${guid}/sheet`, { headers: { 'sec-purpose': 'prefetch' } })
    expect([beforehand.status, (await beforehand.text()).includes('Year one')]).toEqual([503, false])
    expect(await eventKinds(app, guid)).not.toContain('GridRead')
  })
})

describe('the table is refused', () => {
  async function refused(reader: Browser, guid: string): Promise<[number, string]> {
    await reader.open(`/view/${guid}/sheet`)
    expect(reader.text()).not.toContain('Year one')
    expect(await htmlOf(reader, `/view/${guid}/sheet.data`)).not.toContain('Year')
    return [reader.status, reader.url.pathname]
  }

  test('to a stranger, who is led to the door', async () => {
    expect(await refused(app.browser(somebody()), table)).toEqual([200, '/access/filelogin'])
  })

  test('to the recipient of another file, and to another account', async () => {
    const other = await makeShare(app, sender, { recipients: 'rob@example.net' })
    const rob = await openShare(app, other, 'rob@example.net', somebody())
    expect((await refused(rob, table))[0]).toBe(403)
    const ulrich = await makeUser(app, { email: 'ulrich@example.org', browser: somebody() })
    expect((await refused(ulrich, table))[0]).toBe(403)
  })

  test('before Open is pressed', async () => {
    const rita = await proveAddress(app, table, recipientEmail, somebody())
    expect(await refused(rita, table)).toEqual([200, `/file/${table}`])
  })

  test('where downloading is not allowed, which the sender sees', async () => {
    const guid = await makeSheetShare(app, sender, model, { download: 'no' })
    const rita = await openShare(app, guid, recipientEmail, somebody())
    await loadPictures(rita)
    expect(rita.page.links('As a table')).toEqual([])
    expect((await refused(rita, guid))[0]).toBe(403)
    expect(await eventKinds(app, guid)).toEqual(expect.arrayContaining(['Browse', 'Refused']))
    expect(await eventKinds(app, guid)).not.toContain('GridRead')
  })

  test('where it can be downloaded only, and not read in the browser', async () => {
    const guid = await makeSheetShare(app, sender, model)
    const rita = await openShare(app, guid, recipientEmail, somebody())
    await changeShare(app, guid, { is_web_view: 0 })
    expect(await refused(rita, guid)).toEqual([200, `/file/${guid}`])
  })

  test('after unsharing, to a visitor of the link too', async () => {
    const guid = await makeSheetShare(app, sender, model, { visibility: 'public' })
    const visitor = await openPublicShare(app, guid, somebody())
    await visitor.open(`/view/${guid}/sheet`)
    expect(visitor.text()).toContain('Read by Link visitor')
    await changeShare(app, guid, { status: 'Killed' })
    expect((await refused(visitor, guid))[0]).toBe(410)
  })
})
