import { describe, expect, test } from 'vitest'
import { gridLimits, type GridCell, type GridLook } from './grid.ts'
import { gridOf } from '#server/rendering/sheet-parts/test-grids.ts'
import { cell, columns, flatSheet, row } from '#server/rendering/sheet-parts/test-sheets.ts'

type More = { columns?: string; more?: string; styles?: string }

/** The cells of one sheet, with what they look like. */
async function cellsOf(rows: string, more: More = {}): Promise<(GridCell & { is: GridLook })[]> {
  const grid = await gridOf(flatSheet([{ name: 'One', rows, ...more }], more.styles))
  const lines = await grid.rows(0)
  return lines.flatMap(({ cells }) => cells.map((one) => ({ ...one, is: grid.index.looks[one.look]! })))
}

function style(name: string, properties: string, attributes = ''): string {
  return `<style:style style:name="${name}" style:family="table-cell" ${attributes}>${properties}</style:style>`
}

const ofCell = (attributes: string): string => `<style:table-cell-properties ${attributes}/>`
const ofText = (attributes: string): string => `<style:text-properties ${attributes}/>`
const looking = (name: string): string => `table:style-name="${name}"`

/** What a cell looks like whose style says this. */
async function lookOf(properties: string, words = cell('x', looking('s'))): Promise<GridLook> {
  return (await cellsOf(row(words), { styles: style('s', properties) }))[0]!.is
}

describe('a cell looks as its style says', () => {
  test.each([
    ['ground', ofCell('fo:background-color="#FFCC00"'), { fill: '#ffcc00' }],
    ['no ground', ofCell('fo:background-color="transparent"'), {}],
    ['ink', ofText('fo:color="#00aa00"'), { ink: '#00aa00' }],
    ['the usual ink', ofText('fo:color="#00aa00" style:use-window-font-color="true"'), {}],
    [
      'ink that can be read on its ground',
      ofCell('fo:background-color="#000080"'),
      { fill: '#000080', ink: '#ffffff' },
    ],
    ['bold', ofText('fo:font-weight="bold"'), { bold: true }],
    ['bold by number', ofText('fo:font-weight="700"'), { bold: true }],
    ['not bold', ofText('fo:font-weight="normal" fo:font-style="normal"'), {}],
    ['italic', ofText('fo:font-style="italic"'), { italic: true }],
    ['underlined', ofText('style:text-underline-style="solid"'), { underline: true }],
    ['struck', ofText('style:text-line-through-style="solid"'), { strike: true }],
    [
      'aligned',
      `${ofCell('style:text-align-source="fix"')}<style:paragraph-properties fo:text-align="end"/>`,
      { align: 'right' },
    ],
    [
      'aligned by its kind',
      `${ofCell('style:text-align-source="value-type"')}<style:paragraph-properties fo:text-align="end"/>`,
      {},
    ],
    [
      'lines',
      ofCell(
        'fo:border="0.74pt solid #000000" fo:border-left="none" fo:border-bottom="2.49pt double-thin #FF0000"',
      ),
      {
        edges: {
          top: { colour: '#000000', isThick: false },
          right: { colour: '#000000', isThick: false },
          bottom: { colour: '#ff0000', isThick: true },
        },
      },
    ],
  ])('%s', async (_, properties, expected) => {
    expect(await lookOf(properties)).toEqual(expected)
  })

  test('and as that of its row, or of its column, where it has none, and as the one before it in line', async () => {
    const styles =
      style(
        'parent',
        ofCell('fo:background-color="#111111"') + ofText('fo:font-weight="bold" fo:color="#eeeeee"'),
      ) + style('child', ofText('fo:font-weight="normal"'), 'style:parent-style-name="parent"')
    const cells = await cellsOf(
      row(cell('a') + cell('b', looking('parent'))) +
        row(cell('c'), 'table:default-cell-style-name="parent"'),
      {
        styles,
        columns: columns(1, 'table:default-cell-style-name="child"') + columns(1),
      },
    )
    expect(cells.map(({ text, is }) => [text, is.bold ?? false, is.fill])).toEqual([
      ['a', false, '#111111'],
      ['b', true, '#111111'],
      ['c', true, '#111111'],
    ])
  })

  test('where it is empty by its ground and lines only', async () => {
    const styles =
      style('s', ofCell('fo:background-color="#ffcc00"') + ofText('fo:font-weight="bold"')) +
      style('bold', ofText('fo:font-weight="bold"'))
    const cells = await cellsOf(
      row(`<table:table-cell ${looking('s')}/><table:table-cell ${looking('bold')}/>` + cell('x')),
      { styles },
    )
    expect(cells.map(({ column, text, is }) => [column, text, is])).toEqual([
      [0, '', { fill: '#ffcc00' }],
      [2, 'x', {}],
    ])
  })

  test('in parts of its text too', async () => {
    const styles =
      '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold" fo:color="#ff0000"/></style:style>'
    const [one] = await cellsOf(
      row(
        cell(
          'plain <text:span text:style-name="T1">red</text:span> <text:a xlink:href="https://example.org">there</text:a>',
        ),
      ),
      { styles },
    )
    const grid = await gridOf(
      flatSheet(
        [{ name: 'One', rows: row(cell('<text:span text:style-name="T1">red</text:span>')) }],
        styles,
      ),
    )
    expect(one!.text).toBe('plain red there')
    expect(one!.parts).toEqual([
      { from: 6, to: 9, look: expect.any(Number) },
      { from: 10, to: 15, look: 0, href: 'https://example.org/' },
    ])
    expect(grid.index.looks[one!.parts[0]!.look]).toEqual({ bold: true, ink: '#ff0000' })
  })

  test('and different looks are bounded: what has one too many is plain', async () => {
    const many = Array.from({ length: gridLimits.looks + 5 }, (_, at) => at)
    const colour = (at: number): string => `#${at.toString(16).padStart(6, '0')}`
    const styles = many.map((at) => style(`s${at}`, ofCell(`fo:background-color="${colour(at)}"`))).join('')
    const rows = many.map((at) => cell('x', looking(`s${at}`))).map((one) => row(one))
    const grid = await gridOf(flatSheet([{ name: 'One', rows: rows.join('') }], styles))
    const last = (await grid.rows(0, 8)).map(({ cells }) => grid.index.looks[cells[0]!.look]?.fill)
    expect(grid.index.looks).toHaveLength(gridLimits.looks)
    expect(last).toEqual(Array.from({ length: 5 }, () => undefined))
    const before = (await grid.rows(0, 7)).at(-2)!.cells[0]!
    expect(grid.index.looks[before.look]!.fill).toBe(colour(gridLimits.looks - 2))
  })
})

describe('numbers below zero', () => {
  const format = (name: string, inside: string): string =>
    `<number:number-style style:name="${name}">${inside}</number:number-style>`
  const red = ofText('fo:color="#ff0000"')
  const formats =
    format('N1P0', '') +
    format('N1', `${red}<style:map style:condition="value()&gt;=0" style:apply-style-name="N1P0"/>`) +
    style('s', ofText('fo:color="#0000ff"'), 'style:data-style-name="N1"')
  const figure = (value: number, words: string): string =>
    cell(words, `office:value-type="float" office:value="${value}" ${looking('s')}`)

  test('are red where their format says so, and others have the ink of the cell', async () => {
    const cells = await cellsOf(row(figure(-5, '-5') + figure(5, '5') + figure(0, '0')), { styles: formats })
    expect(cells.map(({ text, is }) => [text, is.ink])).toEqual([
      ['-5', '#ff0000'],
      ['5', '#0000ff'],
      ['0', '#0000ff'],
    ])
  })

  test('have a sign where only their colour would say it', async () => {
    const cells = await cellsOf(
      row(figure(-5, '5.00') + figure(-5, '(5.00)') + figure(-5, '−5.00') + figure(5, '5.00')),
      { styles: formats },
    )
    expect(cells.map(({ text }) => text)).toEqual(['-5.00', '(5.00)', '−5.00', '5.00'])
  })

  test('keep what they say without a colour', async () => {
    expect((await cellsOf(row(cell('5.00', 'office:value-type="float" office:value="-5"'))))[0]!.text).toBe(
      '5.00',
    )
  })
})

describe('conditions on the value of a cell', () => {
  const map = (condition: string): string =>
    `<style:map style:condition="${condition}" style:apply-style-name="hit"/>`
  const hit = style('hit', ofCell('fo:background-color="#ff0000"'))
  async function isHit(condition: string, value: number | string): Promise<boolean> {
    const type =
      typeof value === 'number'
        ? `office:value-type="float" office:value="${value}"`
        : 'office:value-type="string"'
    const [one] = await cellsOf(row(cell(String(value), `${type} ${looking('s')}`)), {
      styles: hit + style('s', map(condition)),
    })
    return one!.is.fill === '#ff0000'
  }

  test.each([
    ['cell-content()&gt;5', 7, 5],
    ['cell-content()&lt;=-1.5', -2, 0],
    ['cell-content()=0', 0, 1],
    ['cell-content()!=5', 'x', 5],
    ['cell-content-is-between(1,5)', 5, 6],
    ['cell-content-is-not-between(1,5)', 6, 5],
    ['cell-content()=&quot;Late&quot;', 'late', 'soon'],
  ])('%s', async (condition, met, unmet) => {
    expect([await isHit(condition, met), await isHit(condition, unmet)]).toEqual([true, false])
  })

  test('are left out where they ask for more', async () => {
    expect(await isHit('is-true-formula([.A1]&gt;1)', 7)).toBe(false)
    expect(await isHit('constructor', 7)).toBe(false)
  })
})

describe('links', () => {
  test.each([
    ['https://example.org/a?b=1&amp;c=2', 'https://example.org/a?b=1&c=2'],
    ['HTTP://Example.org', 'http://example.org/'],
    ['mailto:rita@example.net', 'mailto:rita@example.net'],
    ['ftp://example.org/', undefined],
    ['#One.A1', undefined],
    ['../other.xlsx', undefined],
    ['javascript:alert(1)', undefined],
    [' java&#10;script:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['file:///etc/passwd', undefined],
    ['https://bank.example@evil.example/', undefined],
    ['https://', undefined],
    [`https://example.org/${'x'.repeat(3000)}`, undefined],
  ])('%s', async (address, expected) => {
    const [one] = await cellsOf(row(cell(`<text:a xlink:href="${address}">x</text:a>`)))
    expect(one!.parts[0]?.href).toBe(expected)
  })
})

test.each([
  ['of:=HYPERLINK("https://example.org/a?b=""c""";"Plan")', 'https://example.org/a?b=%22c%22'],
  ['of:=HYPERLINK("mailto:anna@example.org")', 'mailto:anna@example.org'],
  ['of:=hyperlink( "http://example.org" ;[.A1])', 'http://example.org/'],
  ['of:=HYPERLINK("javascript:alert(1)";"Plan")', undefined],
  ['of:=HYPERLINK("file:///etc/passwd";"Plan")', undefined],
  ['of:=HYPERLINK("#Sheet2.A1";"Plan")', undefined],
  ['of:=HYPERLINK("https://example.org@evil.example";"Plan")', undefined],
  ['of:=HYPERLINK([.A1];"Plan")', undefined],
  ['of:=HYPERLINK("https://example.org";"Plan")&SUM([.A1])', undefined],
  [`of:=HYPERLINK("https://example.org";${'""'.repeat(30_000)}`, undefined],
])('a cell with the formula %.60s leads to %s', async (formula, expected) => {
  const attributes = `table:formula="${formula.replaceAll('"', '&quot;')}" office:value-type="string"`
  const [one] = await cellsOf(row(cell('Plan', attributes)))
  expect(one!.text).toBe('Plan')
  expect(one!.parts).toEqual(expected === undefined ? [] : [{ from: 0, to: 4, look: 0, href: expected }])
})
