import { expect, test } from 'vitest'
import { figure, line, words, workbook } from '#server/converting/packages/test-workbook.ts'
import { makeShare, openShare } from '#tests/support/world/make.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator: sender } = await makeWorld()

const plan = workbook({
  names:
    '<definedName name="_xlnm.Print_Area" localSheetId="0">Plan!$B$3:$F$12</definedName><definedName name="_xlnm.Print_Titles" localSheetId="0">Plan!$1:$1</definedName>',
  columns: '<cols><col min="4" max="4" width="9" hidden="1"/></cols>',
  rows: [
    line(1, words('A1', 'OUTSIDE1') + words('B1', 'Title', 'head') + words('G1', 'OUTSIDE2')),
    line(2, words('B2', 'OUTSIDE3')),
    line(3, words('B3', 'Item', 'head') + words('C3', 'Cost', 'head') + words('D3', 'HIDDEN1', 'head')),
    line(4, words('A4', 'OUTSIDE4') + words('B4', 'Rent', 'boxed') + figure('C4', -1234.5, 'red')),
    line(5, words('B5', 'Tax', 'struck') + figure('C5', -9, 'redOnly') + figure('E5', 9, 'redOnly')),
    line(6, words('B6', 'Site', 'link') + words('C6', 'Post', 'link') + words('E6', 'Inside', 'link')),
    line(7, words('B7', 'HIDDEN2'), 'hidden="1"'),
    line(8, words('B8', 'Files', 'link') + figure('C8', null, 'yellow') + figure('E8', 7)),
    line(9, figure('B9', -12, 'total') + words('C9', 'dark', 'dark')),
    line(10, words('D10', 'Merged from a hidden column')),
    line(11, words('B11', 'Merged from a hidden row'), 'hidden="1"'),
    line(12, words('G12', 'OUTSIDE5')),
    line(13, words('B13', 'OUTSIDE6')),
  ].join(''),
  after:
    '<mergeCells count="2"><mergeCell ref="D10:F10"/><mergeCell ref="B11:C12"/></mergeCells><conditionalFormatting sqref="E8"><cfRule type="cellIs" dxfId="0" priority="1" operator="greaterThan"><formula>5</formula></cfRule></conditionalFormatting><hyperlinks><hyperlink ref="B6" r:id="site"/><hyperlink ref="C6" r:id="post"/><hyperlink ref="E6" location="Plan!A1"/><hyperlink ref="B8" r:id="files"/></hyperlinks>',
  links: {
    site: 'https://example.org/a?b=1&amp;c=2',
    post: 'mailto:rita@example.net',
    files: 'ftp://example.org/x',
  },
})

test('a workbook looks as it does on its pages, and shows what they show', async () => {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const guid = await makeShare(app, sender, {
    download: 'yes',
    watermark: 'off',
    file: { name: 'plan.xlsx', type, bytes: plan },
  })
  const reader = await openShare(app, guid)
  await app.settle()
  await reader.open(`/view/${guid}/sheet`)
  const html = await (await reader.fetch(`/view/${guid}/sheet`)).text()
  expect(html).not.toMatch(/OUTSIDE|HIDDEN/)
  const lines = reader.page.root
    .querySelectorAll('.sheet-grid tr')
    .map((row) =>
      row
        .querySelectorAll('th, td')
        .map((cell) => `${cell.text.trim()} ${cell.getAttribute('class') ?? ''}`.trim()),
    )
  const head = 'align-center g1f4e79 iffffff inked bold'
  const red = 'number align-right iff0000 inked'
  const link = 'i0000ff inked underline'
  expect(lines).toEqual([
    ['Row corner', 'B', 'C', 'E'],
    ['1', `Title ${head}`, ''],
    ['3', `Item ${head} thin-bottom`, `Cost ${head}`, ''],
    ['4', 'Rent thick-right thin-bottom thin-left lff0000', `-1,234.50 ${red}`, ''],
    ['5', 'Tax i00aa00 inked italic underline strike', `-9.00 ${red}`, '9.00 number align-right'],
    ['6', `Site ${link}`, `Post ${link}`, `Inside ${link}`],
    ['8', `Files ${link} thin-bottom`, 'gffff00', '7 number align-right gffc7ce i9c0006 inked'],
    ['9', `-12.00 ${red} bold thick-bottom b00aa00`, 'dark g1f4e79 iffffff inked', ''],
    ['10', '', '', 'Merged from a hidden column'],
    ['12', 'Merged from a hidden row', ''],
  ])
  const links = reader.page.root.querySelectorAll('.sheet-grid a')
  expect(links.map((link) => [link.text, link.getAttribute('href'), link.getAttribute('rel')])).toEqual([
    ['Site', 'https://example.org/a?b=1&c=2', 'noopener noreferrer nofollow'],
    ['Post', 'mailto:rita@example.net', 'noopener noreferrer nofollow'],
  ])
})
