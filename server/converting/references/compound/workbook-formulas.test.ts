import { describe, expect, test } from 'vitest'
import { record } from '#server/converting/packages/test-bare-workbook.ts'
import { largeCompoundFile } from '#tests/support/files/compound.ts'
import { rewritten } from '#tests/support/files/rewritten.ts'

/** Calls of functions by their numbers, with one argument. */
const indirect = [0x42, 1, 148, 0]
const sum = [0x42, 1, 4, 0]
const byName = [0x42, 1, 255, 0]
/** What a formula is worth, as its cell says. */
const worth = {
  number: [0, 0, 0, 0, 0, 0, 0xf0, 0x3f],
  text: [0, 0, 0, 0, 0, 0, 0xff, 0xff],
  truth: [1, 0, 1, 0, 0, 0, 0xff, 0xff],
  error: [2, 0, 0x17, 0, 0, 0, 0xff, 0xff],
  empty: [3, 0, 0, 0, 0, 0, 0xff, 0xff],
}

type Row = { type: number; content: Buffer }

/** A cell in the second row and third column, in the fourth format. */
const place = [1, 0, 2, 0, 3, 0]
function cell(value: readonly number[], tokens: readonly number[] = indirect): Buffer {
  return record(0x006, [...place, ...value, 0, 0, 0, 0, 0, 0, tokens.length, 0, ...tokens])
}
const begin = record(0x809, [0, 6, 5, 0, 0, 0, 0, 0])
const end = record(0x00a, [])
const rent = record(0x207, [4, 0, 0, ...Buffer.from('Rent')])

/** A workbook of Excel 97 as LibreOffice gets it, record by record. */
async function shown(...records: Buffer[]): Promise<Row[]> {
  const stream = Buffer.concat([begin, ...records, end])
  const file = await rewritten('xls', largeCompoundFile('Workbook', stream))
  const from = file.indexOf(begin)
  return rowsOf(file.subarray(from, from + stream.length))
}

function rowsOf(bytes: Buffer): Row[] {
  const rows = []
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt16LE(at + 2)
    rows.push({ type: bytes.readUInt16LE(at), content: bytes.subarray(at + 4, at + 4 + length) })
    at += 4 + length
  }
  return rows
}

function typesOf(rows: readonly Row[]): number[] {
  return rows.map(({ type }) => type)
}

const [number, label, other, blank, nothing] = [0x203, 0x204, 0x205, 0x201, 0x7f7f]

describe('where a formula could read another document', () => {
  test('a cell shows its last number', async () => {
    const rows = await shown(cell(worth.number))
    expect(typesOf(rows)).toEqual([0x809, number, 0x00a])
    expect([...rows[1]!.content.subarray(0, 14)]).toEqual([...place, ...worth.number])
  })

  test('a cell shows its last text, in its place and format', async () => {
    const rows = await shown(cell(worth.text), rent)
    expect(typesOf(rows)).toEqual([0x809, blank, label, 0x00a])
    expect([...rows[2]!.content]).toEqual([...place, 4, 0, 0, ...Buffer.from('Rent')])
  })

  test('a cell of several shows its last text, and what calculates them is gone', async () => {
    const several = record(0x221, [...place, 0, 0, 0, 0, 0, 0, indirect.length, 0, ...indirect])
    const rows = await shown(cell(worth.text, [1, 1, 0, 2, 0]), several, rent)
    expect(typesOf(rows)).toEqual([0x809, blank, nothing, label, 0x00a])
    expect([...rows[3]!.content]).toEqual([...place, 4, 0, 0, ...Buffer.from('Rent')])
  })

  test.each([
    ['true', worth.truth, [1, 0]],
    ['an error', worth.error, [0x17, 1]],
  ])('a cell shows that it was last %s', async (_, value, wanted) => {
    const rows = await shown(cell(value))
    expect(typesOf(rows)).toEqual([0x809, other, 0x00a])
    expect([...rows[1]!.content.subarray(6, 8)]).toEqual(wanted)
  })

  test('a cell that was last empty is empty, and so is one that is cut off', async () => {
    expect(typesOf(await shown(cell(worth.empty)))).toEqual([0x809, blank, 0x00a])
    expect(typesOf(await shown(cell(worth.number), record(0x006, place)))).toEqual([
      0x809,
      number,
      nothing,
      0x00a,
    ])
  })

  test('all other formulas show their last values, too: they may be about that one', async () => {
    expect(typesOf(await shown(cell(worth.number, sum), cell(worth.number)))).toEqual([
      0x809,
      number,
      number,
      0x00a,
    ])
  })

  test.each([
    ['a name', 0x018],
    ['a conditional format', 0x1b1],
    ['a condition of input', 0x1be],
  ])('%s adds up instead', async (_, type) => {
    const rows = await shown(record(type, [9, 9, ...indirect, ...byName]))
    expect([...rows[1]!.content]).toEqual([9, 9, ...sum, ...sum])
  })

  test('a call in two records is one, too', async () => {
    const whole = cell(worth.number)
    const [first, rest] = [whole.subarray(4, -2), whole.subarray(-2)]
    const rows = await shown(record(0x006, [...first]), record(0x03c, [...rest]))
    expect(typesOf(rows)).toEqual([0x809, number, 0x03c, 0x00a])
  })

  test.each([
    ['Excel 2', record(0x009, [2, 0, 16, 0]), 7, 3],
    ['Excel 2 that begins as a later one', record(0x809, [0, 2, 16, 0]), 7, 3],
    ['Excel 3', record(0x209, [0, 0, 16, 0, 0, 0]), 6, number],
  ])(
    'a workbook of %s shows its last number, although it writes calls in fewer bytes',
    async (_, first, at, type) => {
      const content = [...place, 0].slice(0, at)
      const cells = record(0x006, [...content, ...worth.number, 0, 0, 3, 0x42, 1, 148])
      const file = await rewritten('xls', largeCompoundFile('Workbook', Buffer.concat([first, cells, end])))
      const from = file.indexOf(first)
      expect(typesOf(rowsOf(file.subarray(from, from + first.length + cells.length)))[1]).toBe(type)
    },
  )

  test('a text so long that what follows it would be read as something else is refused', async () => {
    const long = record(0x207, [...Buffer.alloc(65_532)])
    await expect(shown(cell(worth.text), long)).rejects.toThrow(/a text of a length that none has/)
  })
})

test('a workbook whose formulas stay within it is calculated as it was', async () => {
  const rows = await shown(cell(worth.number, sum), record(0x018, [9, 9, ...sum]))
  expect(typesOf(rows)).toEqual([0x809, 0x006, 0x018, 0x00a])
})

test.each([
  ['of a picture elsewhere', [0x05, 0x81, 3, 0, 0, 0, 0, 0]],
  ['of a table of pictures', [0x13, 0, 0x0b, 0xf0, 0xff, 0, 0, 0]],
])('a number of a workbook that looks like the name %s stays', async (_, value) => {
  const numbers = Array.from({ length: 9 }, () => record(number, [...place, ...value]))
  const rows = await shown(...numbers, record(number, [...place, 0x87, 0x81, 9, 0, 0, 0, 0, 0]))
  expect(rows.slice(1, 10).map(({ content }) => [...content.subarray(6)])).toEqual(numbers.map(() => value))
  expect([...rows[10]!.content.subarray(6)]).toEqual([0x87, 0x81, 9, 0, 0, 0, 0, 0])
})

test.each([
  ['a chart', 0x1066],
  ['a background', 0x0e9],
])('the name of a picture elsewhere does not stay in %s', async (_, type) => {
  const rows = await shown(record(type, [0x87, 0x81, 9, 0, 0, 0, 0, 0]))
  expect(rows[1]!.content[0]).toBe(0xf0)
})
