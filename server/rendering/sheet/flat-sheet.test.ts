import { describe, expect, test } from 'vitest'
import { columnLetters, gridLimits } from './grid.ts'
import { gridOf } from '#server/rendering/sheet-parts/test-grids.ts'
import {
  cell,
  columns,
  covered,
  flatSheet,
  manyRows,
  number,
  row,
} from '#server/rendering/sheet-parts/test-sheets.ts'
import { RenderError } from '#server/rendering/types.ts'

/** The rows of one sheet with these elements, as `number:text|text`, a gap for what is empty. */
async function shown(rows: string, more: { columns?: string; more?: string; styles?: string } = {}) {
  const grid = await gridOf(flatSheet([{ name: 'One', rows, ...more }], more.styles))
  return (await grid.rows(0)).map(
    ({ number: at, cells }) => `${at}:${cells.map((one) => `${one.column}=${one.text}`).join('|')}`,
  )
}

describe('the text of a cell', () => {
  test.each([
    ['as it is formatted', number('1,234.50 €'), '0=1,234.50 €'],
    ['an error', cell('#DIV/0!'), '0=#DIV/0!'],
    [
      'parts of it',
      cell('a<text:span>b</text:span><text:a xlink:href="http://example.org/x">c</text:a>'),
      '0=abc',
    ],
    ['spaces', cell('a  \n b<text:s text:c="3"/>c<text:tab/>d<text:line-break/>e'), '0=a b   c\td\ne'],
    [
      'lines',
      '<table:table-cell><text:p>a</text:p><text:p/><text:p>b</text:p></table:table-cell>',
      '0=a\n\nb',
    ],
    ['signs', cell('&lt;b&gt; &amp;amp; &#x1F600;'), '0=<b> &amp; 😀'],
    ['marked text', cell('<![CDATA[<i>]]>'), '0=<i>'],
    [
      'ruby',
      cell('<text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>kan</text:ruby-text></text:ruby>'),
      '0=漢',
    ],
    [
      'without a note',
      '<table:table-cell><office:annotation><text:p>NOTE</text:p></office:annotation><text:p>x</text:p></table:table-cell>',
      '0=x',
    ],
    [
      'without a drawing',
      '<table:table-cell><draw:frame><draw:text-box><text:p>BOX</text:p></draw:text-box></draw:frame><text:p>x</text:p></table:table-cell>',
      '0=x',
    ],
    [
      'without a table in it',
      '<table:table-cell><table:table><table:table-row><table:table-cell><text:p>SUB</text:p></table:table-cell></table:table-row></table:table><text:p>x</text:p></table:table-cell>',
      '0=x',
    ],
    [
      'and nothing of attributes',
      cell('x', 'table:formula="of:=1" office:string-value="VALUE" office:title="T"'),
      '0=x',
    ],
    [
      'and not the value of what shows nothing',
      '<table:table-cell office:value-type="float" office:value="5"/><table:table-cell><text:p>x</text:p></table:table-cell>',
      '1=x',
    ],
  ])('is read: %s', async (_, cells, expected) => {
    expect(await shown(row(cells))).toEqual([`1:${expected}`])
  })

  test('is cut where it is longer than a program allows', async () => {
    const grid = await gridOf(flatSheet([{ name: 'One', rows: row(cell('x'.repeat(40_000))) }]))
    expect((await grid.rows(0))[0]!.cells[0]!.text).toHaveLength(gridLimits.cellText)
    expect(grid.index.sheets[0]!.cut).toEqual(['text'])
  })

  test('is the same wherever its pieces part', async () => {
    const fods = flatSheet([
      { name: 'Ärger', rows: row(cell('Grüße &amp; 漢字 <text:span>😀</text:span>') + number('1')) },
    ])
    const whole = await gridOf(fods)
    for (const length of [1, 2, 3, 7, 64])
      expect(await (await gridOf(fods, length)).rows(0)).toEqual(await whole.rows(0))
  })
})

describe('what is hidden is not there', () => {
  test.each([
    [
      'a hidden column',
      { columns: columns(1) + columns(1, 'table:visibility="collapse"') + columns(1) },
      row(cell('a') + cell('b') + cell('c')),
      ['1:0=a|1=c'],
    ],
    [
      'repeated values over a hidden column',
      { columns: columns(1) + columns(1, 'table:visibility="collapse"') + columns(1) },
      row(cell('7', 'table:number-columns-repeated="3"')),
      ['1:0=7|1=7'],
    ],
    [
      'a folded group of columns',
      {
        columns: `${columns(1)}<table:table-column-group table:display="false">${columns(2)}</table:table-column-group>${columns(1)}`,
      },
      row(cell('a') + cell('b') + cell('c') + cell('d')),
      ['1:0=a|1=d'],
    ],
    [
      'a hidden row',
      {},
      row(cell('a')) + row(cell('b'), 'table:visibility="collapse"') + row(cell('c')),
      ['1:0=a', '3:0=c'],
    ],
    [
      'a filtered row',
      {},
      row(cell('a'), 'table:visibility="filter" table:number-rows-repeated="3"') + row(cell('c')),
      ['4:0=c'],
    ],
    [
      'a folded group of rows',
      {},
      `<table:table-row-group table:display="false">${row(cell('a'))}<table:table-row-group>${row(cell('b'))}</table:table-row-group></table:table-row-group>${row(cell('c'))}`,
      ['3:0=c'],
    ],
    [
      'what a merged cell covers',
      {},
      row(
        cell('a', 'table:number-columns-spanned="2"') +
          '<table:covered-table-cell><text:p>COVERED</text:p></table:covered-table-cell>' +
          cell('c'),
      ),
      ['1:0=a|2=c'],
    ],
    [
      'but not a merged cell that begins in a hidden column',
      { columns: columns(1, 'table:visibility="collapse"') + columns(2) },
      row(cell('a', 'table:number-columns-spanned="2"') + covered + cell('c')),
      ['1:0=a|1=c'],
    ],
    [
      'a hidden value of a protected sheet',
      {
        more: ' table:protected="true"',
        styles:
          '<style:style style:name="x" style:family="table-cell"><style:table-cell-properties style:cell-protect="hidden-and-protected"/></style:style><style:style style:name="y" style:family="table-cell" style:parent-style-name="x"/>',
        columns: columns(1) + columns(1, 'table:default-cell-style-name="y"'),
      },
      row(cell('a', 'table:style-name="x"') + cell('b') + cell('c')),
      ['1:2=c'],
    ],
  ])('%s', async (_, more, rows, expected) => {
    expect(await shown(rows, more)).toEqual(expected)
  })

  test('nor a hidden sheet, its name, or charts and drawings beside the rows', async () => {
    const chart = `<table:shapes><draw:frame><draw:object><office:document><office:body><office:chart><table:table table:name="local"><table:table-row><table:table-cell><text:p>CHARTDATA</text:p></table:table-cell></table:table-row></table:table></office:chart></office:body></office:document></draw:object></draw:frame></table:shapes>`
    const grid = await gridOf(
      flatSheet([
        { name: 'HIDDEN', isHidden: true, rows: row(cell('VALUE')) },
        { name: 'One', rows: chart + row(cell('x')) },
      ]),
    )
    expect(grid.index.sheets.map(({ name, rows }) => [name, rows])).toEqual([['One', 1]])
    expect(await grid.rows(0)).toHaveLength(1)
    expect(grid.index.sheets[0]!.cut).toEqual(['drawings'])
  })
})

describe('rows', () => {
  test('that are empty count between others, and not after them', async () => {
    const rows =
      row(cell('a')) + row('<table:table-cell/>', 'table:number-rows-repeated="3"') + row(cell('b'))
    expect(await shown(rows + row('', 'table:number-rows-repeated="1048570"'))).toEqual([
      '1:0=a',
      '2:',
      '3:',
      '4:',
      '5:0=b',
    ])
  })

  test('that are repeated are each there', async () => {
    expect(await shown(row(cell('a'), 'table:number-rows-repeated="3"'))).toEqual(['1:0=a', '2:0=a', '3:0=a'])
  })

  test('come in screens of 500, fewer where they are wide or long', async () => {
    const wide = row(cell('x', 'table:number-columns-repeated="250"')).repeat(150)
    const long = row(cell('x'.repeat(30_000))).repeat(40)
    const grid = await gridOf(
      flatSheet([
        { name: 'Narrow', rows: manyRows(1001) },
        { name: 'Wide', rows: wide },
        { name: 'Long', rows: long },
      ]),
    )
    expect(grid.index.sheets.map(({ screens }) => screens.map((screen) => screen.rows))).toEqual([
      [500, 500, 1],
      [100, 50],
      [33, 7],
    ])
    expect((await grid.rows(0, 2)).map((one) => one.number)).toEqual([1001])
  })

  test('and columns beyond the limits are cut, which is said', async () => {
    const grid = await gridOf(
      flatSheet([
        { name: 'Wide', rows: row(cell('x', 'table:number-columns-repeated="16384"')) },
        { name: 'High', rows: row(cell('x'), 'table:number-rows-repeated="1048576"') },
        { name: 'Higher', rows: row(cell('x'), 'table:number-rows-repeated="1048576"') },
      ]),
    )
    expect(grid.index.sheets.map(({ cut, rows, columns: all }) => [cut, rows, all.length])).toEqual([
      [['columns'], 1, 1024],
      [[], 1_048_576, 1],
      [['rows'], 951_423, 1],
    ])
  })

  test('merged over hidden columns take the visible ones', async () => {
    const grid = await gridOf(
      flatSheet([
        {
          name: 'One',
          columns: columns(1) + columns(1, 'table:visibility="collapse"') + columns(2),
          rows: row(
            cell('a', 'table:number-columns-spanned="3" table:number-rows-spanned="2"') +
              covered +
              covered +
              cell('d'),
          ),
        },
      ]),
    )
    expect((await grid.rows(0))[0]!.cells[0]).toMatchObject({ across: 2, down: 2 })
  })
})

test('columns have the letters of the program', () => {
  expect([0, 25, 26, 701, 702, 16_383].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD'])
})

describe('what is no whole spreadsheet is refused', () => {
  const whole = flatSheet([{ name: 'One', rows: row(cell('a')) }])

  test.each([
    ['nothing', ''],
    ['no XML', 'PK\u0003\u0004'],
    ['one that is cut', whole.slice(0, -30)],
    ['a text document', '<office:document><office:body><office:text/></office:body></office:document>'],
    ['only hidden sheets', flatSheet([{ name: 'One', isHidden: true, rows: row(cell('a')) }])],
    [
      'columns after rows',
      flatSheet([{ name: 'One', rows: row(cell('a')) + columns(1, 'table:visibility="collapse"') }]),
    ],
    [
      'styles after sheets',
      whole.replace(
        '</office:body>',
        '</office:body><office:automatic-styles><style:style style:name="x"/></office:automatic-styles>',
      ),
    ],
  ])('%s', async (_, fods) => {
    await expect(gridOf(fods)).rejects.toThrow(RenderError)
  })

  test('entities that the file declares are not expanded', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "LOL"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`
    const grid = await gridOf(bomb + flatSheet([{ name: 'One', rows: row(cell('&b;&f;')) }]).slice(38))
    expect(JSON.stringify(await grid.rows(0))).not.toContain('LOL')
  })

  test('no number in a file makes more of it than it says', async () => {
    for (const value of ['-1', '0', 'NaN', '1e9', '99999999999999999999', '', '2.5', '0x10']) {
      const rows = row(
        cell('a', `table:number-columns-repeated="${value}" table:number-rows-spanned="${value}"`),
        `table:number-rows-repeated="${value}"`,
      )
      const grid = await gridOf(
        flatSheet([
          { name: 'One', rows: rows.replaceAll('1e9', '2') + row(cell(`<text:s text:c="${value}"/>`)) },
        ]),
      )
      expect(grid.index.sheets).toHaveLength(1)
    }
  })

  test('changed at random it is read or refused, and nothing else', async () => {
    const base = flatSheet([
      { name: 'One', columns: columns(3), rows: row(cell('a') + number('1') + covered) + manyRows(20) },
      { name: 'Two', isHidden: true, rows: row(cell('b')) },
    ])
    const tokens = base.match(/<[^>]*>|[^<]+/g)!
    let seed = 1
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 300; round++) {
      const changed = [...tokens]
      for (let change = 0; change <= random(6); change++) {
        const at = random(changed.length)
        if (random(3) === 0) changed.splice(at, 1)
        else if (random(2) === 0) changed.splice(at, 0, tokens[random(tokens.length)]!)
        else
          changed[at] =
            changed[at]!.slice(0, random(changed[at]!.length + 1)) + String.fromCharCode(random(300))
      }
      const outcome = await gridOf(changed.join(''), 1 + random(500)).then(
        ({ index }) => index.sheets.length > 0,
        (error: unknown) => error instanceof RenderError,
      )
      expect(outcome, `round ${round}`).toBe(true)
    }
  })
})
