import { describe, expect, test } from 'vitest'
import type { GridCell, GridEdges, GridLook, GridRow } from '#server/rendering/sheet/grid.ts'
import { gridOf } from '#server/rendering/sheet-parts/test-grids.ts'
import { cell, flatSheet, row } from '#server/rendering/sheet-parts/test-sheets.ts'
import { joinLines } from './sheet-lines.server.ts'
import { dressed } from './sheet-looks.server.ts'
import { tableOf } from './sheet-table.server.ts'

const thin = { colour: '#000000', isThick: false }
const thick = { colour: '#ff0000', isThick: true }

type Given = Partial<Omit<GridCell, 'look'>> & { is?: GridLook }

/** A table of these rows of cells, one column after the other. */
function tableWith(rows: Given[][], width = 3, fill: GridLook | null = null) {
  const looks: GridLook[] = [{}]
  const numbered = rows.map((cells, at): GridRow => {
    let column = 0
    return {
      number: at + 1,
      cells: cells.map(({ is = {}, ...given }) => {
        const one = { column, text: 'x', isNumber: false, across: 1, down: 1, parts: [], ...given }
        column = one.column + one.across
        return { ...one, look: looks.push(is) - 1 }
      }),
      fill: fill && { from: column, look: looks.push(fill) - 1 },
    }
  })
  const table = tableOf(numbered, width, looks)
  joinLines(table, width)
  return dressed(table)
}

function classesOf(...given: Parameters<typeof tableWith>): string[][] {
  return tableWith(...given).rows.map(({ cells }) => cells.map(({ className }) => className))
}

const lined = (edges: GridEdges): Given => ({ is: { edges } })

describe('the line between two cells', () => {
  test('is drawn by the one above it, and left of it', () => {
    expect(
      classesOf(
        [
          [{}, lined({ left: thin, top: thin })],
          [{}, lined({ top: thick, left: thin })],
        ],
        2,
      ),
    ).toEqual([
      ['thin-right', 'thin-top thick-bottom bff0000'],
      ['thin-right', ''],
    ])
  })

  test('is the heavier of two', () => {
    expect(classesOf([[lined({ right: thick }), lined({ left: thin })]], 2)).toEqual([
      ['thick-right rff0000', ''],
    ])
    expect(classesOf([[lined({ right: thin }), lined({ left: thick })]], 2)).toEqual([
      ['thick-right rff0000', ''],
    ])
  })

  test('stays where the other cell is larger', () => {
    expect(classesOf([[{ across: 2 }], [lined({ top: thin }), {}]], 2)).toEqual([[''], ['thin-top', '']])
    expect(
      classesOf([[{ down: 2 }, lined({ left: thin })], [{ column: 1, ...lined({ left: thin }) }]], 2),
    ).toEqual([['', 'thin-left'], ['thin-left']])
  })

  test('over a merged cell is drawn by all that are above it', () => {
    expect(classesOf([[{}, {}], [{ across: 2, ...lined({ top: thin }) }]], 2)).toEqual([
      ['thin-bottom', 'thin-bottom'],
      [''],
    ])
  })
})

describe('a row', () => {
  test('is filled to the end of the table', () => {
    expect(classesOf([[{}]], 4, { fill: '#ffcc00' })).toEqual([['', 'gffcc00']])
  })
})

describe('colours', () => {
  test('have style sheets whose addresses stay short, and only so many', () => {
    const colour = (at: number): string => `#${at.toString(16).padStart(6, '0')}`
    const { rows, styles } = tableWith(
      Array.from({ length: 2_100 }, (_, at) => [{ is: { fill: colour(at) } }]),
      1,
    )
    expect(styles).toHaveLength(14)
    expect(Math.max(...styles.map((address) => address.length))).toBeLessThan(1_300)
    expect(rows[1_999]!.cells[0]!.className).toBe('g0007cf')
    expect(rows[2_000]!.cells[0]!.className).toBe('')
  })
})

describe('whatever a document says', () => {
  const known =
    /^(number|align-(left|center|right|justify)|[girtbl][0-9a-f]{6}|inked|(not-)?(bold|italic)|underline|strike|(thin|thick)-(top|right|bottom|left))$/
  const words = [
    'red',
    '#ff0000',
    '#FF0000;x',
    'expression(alert(1))',
    'url(//evil.example)',
    'bold',
    'constructor',
  ]
  const more = [
    '__proto__',
    '1pt solid #00ff00',
    '9pt url(x) #00ff00',
    'fix',
    'end',
    'javascript:alert(1)',
    '}*{x:y',
  ]
  const addresses = [
    'https://example.org/"onclick="x',
    'JaVaScRiPt:x',
    'mailto:a@b.example',
    'vbscript:x',
    '//evil.example',
    'blob:https://x',
  ]
  const all = [...words, ...more, ...addresses].map((word) => word.replaceAll('"', '&quot;'))
  const attributes = [
    'fo:background-color',
    'fo:color',
    'fo:font-weight',
    'fo:font-style',
    'fo:text-align',
    'fo:border',
    'fo:border-top',
  ]
  const others = [
    'style:text-align-source',
    'style:text-underline-style',
    'style:text-line-through-style',
    'style:use-window-font-color',
  ]

  test('its classes are words of ours, and its links lead to the web or to mail', async () => {
    let seed = 7
    const random = <T>(list: readonly T[]): T => list[(seed = (seed * 48_271) % 2_147_483_647) % list.length]!
    for (let round = 0; round < 200; round++) {
      const said = [...attributes, ...others].map((name) => `${name}="${random(all)}"`).join(' ')
      const properties = ['table-cell', 'paragraph', 'text']
        .map((kind) => `<style:${kind}-properties ${said}/>`)
        .join('')
      const styles = ['table-cell', 'text'].map(
        (family) => `<style:style style:name="s" style:family="${family}">${properties}</style:style>`,
      )
      const parts = `<text:span text:style-name="s">a</text:span><text:a xlink:href="${random(all)}">b</text:a>`
      const rows = row(cell(parts, `table:style-name="s" office:value-type="${random(all)}"`)).repeat(2)
      const grid = await gridOf(flatSheet([{ name: 'One', rows }], styles.join('')))
      const table = tableOf(await grid.rows(0), 1, grid.index.looks)
      joinLines(table, 1)
      const { rows: lines, styles: sheets } = dressed(table)
      const cells = lines.flatMap((line) => line.cells)
      const classes = cells.flatMap(({ className, parts: texts }) => [
        className,
        ...texts.map((text) => text.className ?? ''),
      ])
      for (const name of classes.flatMap((each) => each.split(' ').filter(Boolean)))
        expect(name).toMatch(known)
      for (const { href = 'mailto:' } of cells.flatMap(({ parts: texts }) => texts))
        expect(href).toMatch(/^(https?:\/\/|mailto:)[^"]*$/)
      for (const address of sheets)
        expect(address).toMatch(/^\/cells\/[girtbl][0-9a-f]{6}(-[girtbl][0-9a-f]{6})*$/)
    }
  })
})
