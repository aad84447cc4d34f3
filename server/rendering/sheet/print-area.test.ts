import { describe, expect, test } from 'vitest'
import { gridOf } from '#server/rendering/sheet-parts/test-grids.ts'
import { cell, columns, covered, flatSheet, number, row } from '#server/rendering/sheet-parts/test-sheets.ts'
import { RenderError } from '#server/rendering/types.ts'

type More = { columns?: string; more?: string; styles?: string }

/** A sheet as `letters of its columns`, then `row:text|text`. */
async function shown(rows: string, more: More = {}): Promise<string[]> {
  const grid = await gridOf(flatSheet([{ name: 'One', rows, ...more }], more.styles))
  const lines = (await grid.rows(0)).map(
    ({ number: at, cells }) => `${at}:${cells.map(({ column, text }) => `${column}=${text}`).join('|')}`,
  )
  return [grid.index.sheets[0]!.columns.join(), ...lines]
}

const area = (ranges: string): More => ({ more: ` table:print-ranges="${ranges}"` })
/** Rows of cells that say where they are, as `b2`. */
function field(count: number, width = 4): string {
  return Array.from({ length: count }, (_, at) =>
    row(Array.from({ length: width }, (__, column) => cell(`${'abcdef'[column]}${at + 1}`)).join('')),
  ).join('')
}

describe('of a sheet with a print area', () => {
  test('only what is in it is shown', async () => {
    expect(await shown(field(4), area('One.B2:One.C3'))).toEqual(['1,2', '2:0=b2|1=c2', '3:0=b3|1=c3'])
  })

  test.each([
    ["$'It''s.a plan'.$B$2:.$B$2", ['1', '2:0=b2']],
    ['One.B2', ['1', '2:0=b2']],
    ['.B:.B', ['1', '1:0=b1', '2:0=b2', '3:0=b3']],
    ['.2:.2', ['0,1,2,3', '2:0=a2|1=b2|2=c2|3=d2']],
    ['One.C2:One.B1', ['']],
  ])('%s', async (ranges, expected) => {
    expect(await shown(field(3), area(ranges))).toEqual(expected)
  })

  test('of several ranges each shows its own columns', async () => {
    expect(await shown(field(3), area('One.A1:One.A2 One.C3:One.C3'))).toEqual([
      '0,2',
      '1:0=a1',
      '2:0=a2',
      '3:1=c3',
    ])
  })

  test('what cannot be read is refused', async () => {
    for (const ranges of ['One.A1:', 'A1:B2', '&lt;', "'One.A1"])
      await expect(shown(field(1), area(ranges)), ranges).rejects.toThrow(RenderError)
  })

  test('header rows and columns before it are shown, as on each page', async () => {
    const rows = row(cell('x')) + `<table:table-header-rows>${field(1)}</table:table-header-rows>` + field(3)
    const headed = `<table:table-header-columns>${columns(1)}</table:table-header-columns>${columns(3)}`
    expect(await shown(rows, { ...area('One.C4:One.D4'), columns: headed })).toEqual([
      '0,2,3',
      '2:0=a1|1=c1|2=d1',
      '4:0=a2|1=c2|2=d2',
    ])
  })

  test('repeated rows and columns end with it', async () => {
    const rows = row(
      cell('x', 'table:number-columns-repeated="16384"'),
      'table:number-rows-repeated="1048576"',
    )
    expect(await shown(rows, area('One.C9:One.D10'))).toEqual(['2,3', '9:0=x|1=x', '10:0=x|1=x'])
  })

  test('a merged cell that reaches into it is shown in it', async () => {
    const rows =
      row(
        cell('a1') +
          cell('in', 'table:number-columns-spanned="3" table:number-rows-spanned="3"') +
          covered +
          covered,
      ) + row(cell('a2') + covered + covered + covered).repeat(2)
    const grid = await gridOf(flatSheet([{ name: 'One', rows, ...area('One.C2:One.D9') }]))
    expect(
      (await grid.rows(0)).map(({ number: at, cells }) => [
        at,
        cells.map(({ text, across, down }) => [text, across, down]),
      ]),
    ).toEqual([[2, [['in', 2, 2]]]])
  })
})

test('a merged cell that begins in hidden rows is shown once, in the first row that is not', async () => {
  const rows =
    row(cell('hidden') + cell('in', 'table:number-rows-spanned="4"'), 'table:visibility="collapse"') +
    row(cell('a') + covered, 'table:number-rows-repeated="2"') +
    row(cell('b') + covered)
  expect(await shown(rows)).toEqual(['0,1', '2:0=a|1=in', '3:0=a', '4:0=b'])
})

describe('sheets that are not to be printed', () => {
  const sheet = (name: string, more = '') => ({ name, rows: row(cell(name)), more })

  test('are left out beside one that is', async () => {
    const grid = await gridOf(flatSheet([sheet('Kept', ' table:print="false"'), sheet('Shown')]))
    expect(grid.index.sheets.map(({ name }) => name)).toEqual(['Shown'])
    expect((await grid.rows(0))[0]!.cells[0]!.text).toBe('Shown')
  })

  test('are shown where there are no others', async () => {
    const grid = await gridOf(
      flatSheet([sheet('One', ' table:print="false"'), sheet('Two', ' table:print="false"')]),
    )
    expect(grid.index.sheets).toHaveLength(2)
  })
})

describe('what the pages show of cells', () => {
  const style = (name: string, properties: string, family = 'table-cell'): string =>
    `<style:style style:name="${name}" style:family="${family}"${properties}</style:style>`

  test('is not the value of one that is not to be printed', async () => {
    const styles = style(
      's',
      '><style:table-cell-properties style:print-content="false" fo:background-color="#ff0000"/>',
    )
    expect(await shown(row(cell('x', 'table:style-name="s"') + cell('y')), { styles })).toEqual([
      '0,1',
      '1:0=|1=y',
    ])
  })

  test('is no zero where pages show none', async () => {
    const styles =
      '<style:page-layout style:name="pm1"><style:page-layout-properties style:print="charts objects"/></style:page-layout>' +
      style('sheet', ' style:master-page-name="mp1">', 'table')
    const pages =
      '<office:master-styles><style:master-page style:name="mp1" style:page-layout-name="pm1"/></office:master-styles>'
    const zero = cell('0', 'office:value-type="float" office:value="0"')
    const fods = flatSheet([{ name: 'One', rows: row(zero + number('5') + cell('0')) }], styles)
    const grid = await gridOf(
      fods
        .replace('table:style-name="shown"', 'table:style-name="sheet"')
        .replace('<office:body>', `${pages}<office:body>`),
    )
    expect((await grid.rows(0))[0]!.cells.map(({ text }) => text)).toEqual(['5', '0'])
  })

  const filled = style('f', '><style:table-cell-properties fo:background-color="#ff0000"/>')
  const blank = (attributes = ''): string => `<table:table-cell table:style-name="f" ${attributes}/>`

  test('are coloured cells below the last value, as long as they do not go on and on', async () => {
    const rows = row(cell('x')) + row(blank(), 'table:number-rows-repeated="3"')
    expect(await shown(rows, { styles: filled })).toEqual(['0', '1:0=x', '2:0=', '3:0=', '4:0='])
    const endless = row(cell('x')) + row(blank(), 'table:number-rows-repeated="1048574"') + row(blank())
    expect(await shown(endless, { styles: filled })).toEqual(['0', '1:0=x'])
    const between = row(cell('x')) + row(blank(), 'table:number-rows-repeated="90"') + row(cell('y'))
    expect(await shown(between, { styles: filled })).toHaveLength(93)
  })

  test('is the colour of a row up to the end of the sheet, and no column more', async () => {
    const rows =
      row(cell('x') + blank('table:number-columns-repeated="16383"')) + row(cell('a') + cell('b') + cell('c'))
    const grid = await gridOf(flatSheet([{ name: 'One', rows }], filled))
    const [first] = await grid.rows(0)
    expect([grid.index.sheets[0]!.columns, first!.cells.length, first!.fill?.from]).toEqual([[0, 1, 2], 1, 1])
    expect(grid.index.looks[first!.fill!.look]).toEqual({ fill: '#ff0000' })
  })
})
