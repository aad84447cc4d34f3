import { describe, expect, test } from 'vitest'
import { cell, columns, flatSheet, row } from '#server/rendering/sheet-parts/test-sheets.ts'
import { openShare, recipientEmail } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { makeSheetShare } from '#tests/support/world/sheets.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'

const { app, operator: sender } = await makeWorld()

const styles = `
  <number:number-style style:name="N1P0"/>
  <number:number-style style:name="N1"><style:text-properties fo:color="#ff0000"/><style:map style:condition="value()&gt;=0" style:apply-style-name="N1P0"/></number:number-style>
  <style:style style:name="head" style:family="table-cell"><style:table-cell-properties fo:background-color="#1f4e79" fo:border-bottom="2.49pt solid #00aa00"/><style:text-properties fo:font-weight="bold"/></style:style>
  <style:style style:name="red" style:family="table-cell" style:data-style-name="N1"/>
  <style:style style:name="evil" style:family="table-cell"><style:table-cell-properties fo:background-color="#ff0000;background:url(//evil.example)"/><style:text-properties fo:color="EVILCOLOUR"/></style:style>`

const model = flatSheet(
  [
    {
      name: 'Plan',
      columns: columns(4),
      more: ' table:print-ranges="Plan.B2:Plan.C9"',
      rows:
        '<table:shapes><draw:frame><draw:object/></draw:frame></table:shapes>' +
        row(cell('OUTSIDE1') + cell('OUTSIDE2')) +
        row(
          cell('OUTSIDE3') +
            cell('Item', 'table:style-name="head"') +
            cell('-5.00', 'office:value-type="float" office:value="-5" table:style-name="red"'),
        ) +
        row(
          cell('OUTSIDE4') +
            cell(
              '<text:a xlink:href="https://example.org/?a=1&amp;b=2">Site</text:a> or <text:a xlink:href="javascript:alert(1)">Script</text:a>',
            ) +
            cell('Words', 'table:style-name="evil"') +
            cell('OUTSIDE5'),
        ),
    },
    { name: 'UNPRINTED', more: ' table:print="false"', rows: row(cell('OUTSIDE6')) },
  ],
  styles,
)

async function readerOf(guid: string): Promise<Browser> {
  const rita = await openShare(app, guid, recipientEmail, somebody())
  await rita.open(`/view/${guid}/sheet`)
  return rita
}

describe('the table of a spreadsheet', () => {
  test('looks like the sheet, by classes and a style sheet of the colours in it', async () => {
    const rita = await readerOf(await makeSheetShare(app, sender, model))
    const cells = rita.page.root.querySelectorAll('.sheet-grid td')
    expect(cells.map((one) => [one.text, one.getAttribute('class') ?? ''])).toEqual([
      ['Item', 'g1f4e79 iffffff inked bold thick-bottom b00aa00'],
      ['-5.00', 'number align-right iff0000 inked'],
      ['Site or Script', ''],
      ['Words', ''],
    ])
    const addresses = rita.page.root
      .querySelectorAll('.sheet-frame link[rel=stylesheet]')
      .map((one) => one.getAttribute('href'))
    expect(addresses).toEqual(['/cells/g1f4e79-iffffff-b00aa00-iff0000'])
    const sheet = await rita.fetch(addresses[0]!)
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'text/css'])
    expect(await sheet.text()).toContain('.sheet-grid .g1f4e79{background-color:#1f4e79}')
  })

  test('takes no style and no address from it as they are, in the page nor in its data', async () => {
    const guid = await makeSheetShare(app, sender, model)
    const rita = await readerOf(guid)
    for (const address of [`/view/${guid}/sheet`, `/view/${guid}/sheet.data`]) {
      const html = await (await rita.fetch(address)).text()
      expect(html).not.toMatch(/evil\.example|EVILCOLOUR|javascript:| style=/)
    }
    expect(rita.page.root.querySelectorAll('.sheet-grid a').map((one) => one.attributes)).toEqual([
      { href: 'https://example.org/?a=1&b=2', target: '_blank', rel: 'noopener noreferrer nofollow' },
    ])
  })

  test('shows what is printed, and so does its copy by a program', async () => {
    const guid = await makeSheetShare(app, sender, model)
    const rita = await readerOf(guid)
    expect(rita.text()).toContain('Rows 2–3')
    expect(rita.text()).toContain('Charts and pictures are shown only on the pages.')
    for (const address of [`/view/${guid}/sheet`, `/view/${guid}/sheet.data`, `/view/${guid}/sheet?sheet=2`])
      expect(await (await rita.fetch(address)).text(), address).not.toMatch(/OUTSIDE|UNPRINTED/)
    expect((await rita.open(`/view/${guid}/sheet?sheet=2`)).status).toBe(404)
  })

  test('that was made in an earlier form is not there until it is made again', async () => {
    const guid = await makeSheetShare(app, sender, model)
    const { database } = app.strongroom.services
    const { file_guid: file } = await database.kysely
      .selectFrom('share')
      .select('file_guid')
      .where('guid', '=', guid)
      .executeTakeFirstOrThrow()
    await database.kysely
      .updateTable('conversion')
      .set({ media_type: 'application/vnd.strongroom.grid' })
      .where('file_guid', '=', file)
      .where('purpose', '=', 'grid')
      .execute()
    const rita = await openShare(app, guid, recipientEmail, somebody())
    expect([rita.page.pageImages().length, rita.page.links('As a table')]).toEqual([2, []])
    expect((await rita.open(`/view/${guid}/sheet`)).status).toBe(404)
  })
})

describe('the style sheet of colours', () => {
  test('tells everyone what its address says, and no more', async () => {
    const stranger = app.browser(somebody())
    const sheet = await stranger.fetch('/cells/gffcc00-tff0000')
    expect(sheet.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await sheet.text()).toBe(
      '.sheet-grid .gffcc00{background-color:#ffcc00}\n.sheet-grid .tff0000{border-top-color:#ff0000}',
    )
  })

  test.each(['red', 'gffcc00%7D', 'gffcc00-', 'x123456', 'gFFCC00', 'gffcc00%20', 'gffcc00-'.repeat(200)])(
    'is not there for %s',
    async (colours) => {
      expect((await app.browser(somebody()).fetch(`/cells/${colours}`)).status).toBe(404)
    },
  )
})
