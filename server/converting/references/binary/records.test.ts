import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { zip } from '#server/converting/packages/test-documents.ts'
import {
  binaryWorkbook,
  formula,
  kinds,
  record,
  tokens,
  u16,
  u32,
  wide,
} from '#tests/support/carriers/binary-workbook.ts'
import { partsOf } from '#tests/support/files/packages.ts'
import { rewritten } from '#tests/support/files/rewritten.ts'
import { rewrittenRecords } from './records.ts'

const outside = "'file:///srv/canary.ods'#$Costs.A1"
const [indirect, sum] = [148, 4]
const place = u32(0, 0)

function cell(...written: Buffer[]): Buffer {
  return record(kinds.formulaWithText, place, wide('Rent'), u16(0), formula(...written))
}

async function sheetOf(
  book: Parameters<typeof binaryWorkbook>[0],
  part = 'worksheets/sheet1',
): Promise<Buffer> {
  return (await partsOf(await rewritten('xlsb', binaryWorkbook(book))))[`/xl/${part}.bin`]!
}

/** Records by their types, as a program reads them. */
function typesOf(bytes: Buffer): number[] {
  const types = []
  for (let at = 0; at < bytes.length;) {
    const next = (): number => {
      let [value, shift, byte] = [0, 0, 0]
      do {
        byte = bytes[at++]!
        value |= (byte & 0x7f) << shift
        shift += 7
      } while (byte > 0x7f)
      return value
    }
    types.push(next())
    const length = next()
    at += length
  }
  return types
}

test('a cell of a binary workbook shows the last value of its formula, which no one calculates again', async () => {
  const sheet = await sheetOf({ cells: [cell(tokens.text(outside), tokens.call(indirect, 1))] })
  expect(typesOf(sheet)).toContain(kinds.text)
  expect(typesOf(sheet)).not.toContain(kinds.formulaWithText)
  expect(sheet.includes(wide('Rent'))).toBe(true)
})

test.each([
  ['a formula of several cells', kinds.arrayFormula, 'after'],
  ['another workbook', kinds.beginOutside, 'book'],
] as const)('%s is not read', async (_, type, where) => {
  const found = await sheetOf(
    { [where]: [record(type, wide(outside))] },
    where === 'book' ? 'workbook' : 'worksheets/sheet1',
  )
  expect(typesOf(found)).not.toContain(type)
})

test.each([
  ['a conditional format', kinds.beginRule, 'after'],
  ['a name', kinds.name, 'book'],
] as const)('%s stays unless it reads what is outside', async (_, type, where) => {
  const holding = (id: number) => [record(type, formula(tokens.text(outside), tokens.call(id, 1)))]
  const part = where === 'book' ? 'workbook' : 'worksheets/sheet1'
  expect(typesOf(await sheetOf({ [where]: holding(sum) }, part))).toContain(type)
  expect(typesOf(await sheetOf({ [where]: holding(indirect) }, part))).not.toContain(type)
})

test('a type in more bytes than it needs is the same type', async () => {
  const long = (bytes: Buffer): Buffer =>
    Buffer.concat([Buffer.from([bytes[0]! | 0x80, 0]), bytes.subarray(1)])
  const sheet = await sheetOf({ cells: [long(cell(tokens.text(outside), tokens.call(indirect, 1)))] })
  expect(typesOf(sheet)).not.toContain(kinds.formulaWithText)
})

test('records are the same however their bytes come', async () => {
  const sheet = Buffer.concat([
    cell(tokens.call(indirect, 1)),
    record(kinds.beginRule, formula(tokens.call(indirect, 1))),
    record(kinds.text, place, wide('Costs '.repeat(100))),
  ])
  const inPieces = async (size: number): Promise<Buffer> => {
    async function* pieces() {
      for (let at = 0; at < sheet.length; at += size) yield sheet.subarray(at, at + size)
    }
    const chunks = []
    for await (const chunk of rewrittenRecords(pieces())) chunks.push(chunk)
    return Buffer.concat(chunks)
  }
  const whole = await inPieces(sheet.length)
  expect(whole.length).toBe(sheet.length)
  for (const size of [1, 2, 7]) expect(await inPieces(size)).toEqual(whole)
})

test.each([
  ['XML', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a package', zip({ 'a.txt': 'Rent' })],
  ['something packed', gzipSync('Rent')],
])(
  '%s under the name of records, which could be read as both, is not in the document',
  async (_, content) => {
    const parts = await partsOf(await rewritten('docx', zip({ 'word/media/a.bin': content })))
    expect(parts['/word/media/a.bin']).toEqual(Buffer.alloc(0))
  },
)

test('a drawing under the name of records has no pictures of other kinds in it', async () => {
  const drawing = Buffer.concat([Buffer.from('\x01\0\x09\0\0\x03', 'latin1'), Buffer.from('<svg '), u32(0)])
  const parts = await partsOf(await rewritten('docx', zip({ 'word/media/a.bin': drawing })))
  expect(parts['/word/media/a.bin']!.includes('<svg')).toBe(false)
})
