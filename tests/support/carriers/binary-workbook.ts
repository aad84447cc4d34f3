import { contentTypes, relations, zip } from '#server/converting/packages/test-documents.ts'

/** Types of records of binary workbooks. */
export const kinds = {
  rowHeader: 0,
  text: 6,
  formulaWithText: 8,
  name: 39,
  beginSheet: 129,
  endSheet: 130,
  beginBook: 131,
  endBook: 132,
  beginSheets: 143,
  endSheets: 144,
  beginRows: 145,
  endRows: 146,
  sheet: 156,
  beginOutside: 360,
  arrayFormula: 426,
  beginRule: 463,
} as const

/** A record: its type and its length in seven bits a byte. */
export function record(type: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content)
  return Buffer.concat([sevenBits(type), sevenBits(bytes.length), bytes])
}

function sevenBits(value: number): Buffer {
  const bytes = []
  let left = value
  do {
    bytes.push(left > 0x7f ? (left & 0x7f) | 0x80 : left)
    left >>>= 7
  } while (left > 0)
  return Buffer.from(bytes)
}

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, at) => bytes.writeInt32LE(value | 0, at * 4))
  return bytes
}

export function u16(value: number): Buffer {
  return Buffer.from([value & 0xff, value >> 8])
}

export function wide(text: string): Buffer {
  return Buffer.concat([u32(text.length), Buffer.from(text, 'utf16le')])
}

/** A formula: its tokens, and nothing beside them. */
export function formula(...tokens: Buffer[]): Buffer {
  const bytes = Buffer.concat(tokens)
  return Buffer.concat([u32(bytes.length), bytes, u32(0)])
}

/** Tokens of formulas. */
export const tokens = {
  text: (text: string): Buffer =>
    Buffer.concat([Buffer.from([0x17]), u16(text.length), Buffer.from(text, 'utf16le')]),
  call: (id: number, count: number): Buffer => Buffer.concat([Buffer.from([0x42, count]), u16(id)]),
}

type Book = {
  /** Records of its one row, after that, and of the workbook after its list of sheets. */
  cells?: Buffer[]
  after?: Buffer[]
  book?: Buffer[]
}

const binary = 'application/vnd.ms-excel'

/** A binary workbook of Excel with one sheet. */
export function binaryWorkbook({ cells = [], after = [], book = [] }: Book): Buffer {
  return zip({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.bin': `${binary}.sheet.binary.macroEnabled.main`,
      'xl/worksheets/sheet1.bin': `${binary}.worksheet`,
    }),
    '_rels/.rels': relations([{ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.bin' }]),
    'xl/_rels/workbook.bin.rels': relations([
      { id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.bin' },
    ]),
    'xl/workbook.bin': Buffer.concat([
      record(kinds.beginBook),
      record(kinds.beginSheets),
      record(kinds.sheet, u32(0, 1), wide('rId1'), wide('Plan')),
      record(kinds.endSheets),
      ...book,
      record(kinds.endBook),
    ]),
    'xl/worksheets/sheet1.bin': Buffer.concat([
      record(kinds.beginSheet),
      record(kinds.beginRows),
      record(kinds.rowHeader, u32(0, 0), Buffer.alloc(9)),
      ...cells,
      record(kinds.endRows),
      ...after,
      record(kinds.endSheet),
    ]),
  })
}
