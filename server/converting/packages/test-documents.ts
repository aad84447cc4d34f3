import { crc32, deflateRawSync } from 'node:zlib'

// Small office documents made by hand, for tests.

/** A ZIP archive of these files; those whose names begin with `stored:` are not packed. */
export function zip(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [key, content] of Object.entries(files)) {
    const isStored = key.startsWith('stored:')
    const name = Buffer.from(key.replace(/^stored:/, ''))
    const bytes = Buffer.from(content)
    const packed = isStored ? bytes : deflateRawSync(bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(isStored ? 0 : 8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), facts, name, packed)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), facts, place, name)
    offset += 4 + facts.length + name.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}

/** What begins a part of a package. */
export const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const openXml = 'application/vnd.openxmlformats-officedocument'

export type Relation = { id: string; type: string; target: string; isExternal?: boolean }

export function relations(list: readonly Relation[]): string {
  const each = list.map(
    ({ id, type, target, isExternal }) =>
      `<Relationship Id="${id}" Type="${relationTypes}/${type}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`,
  )
  return `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`
}

export function contentTypes(types: Readonly<Record<string, string>>): string {
  const each = Object.entries(types).map(
    ([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`,
  )
  return `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${each.join('')}</Types>`
}

const wordSpaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${relationTypes}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`

/** A paragraph of a Word document. */
export function paragraph(text: string): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
}

type WordParts = {
  related?: Relation[]
  files?: Record<string, string | Buffer>
  /** The content of its settings. */
  settings?: string
}

/** A Word document whose body is WordprocessingML, or one paragraph of text for each page. */
export function docx(
  body: string | string[],
  { related = [], files = {}, settings = '' }: WordParts = {},
): Buffer {
  const pages = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
  const inside = Array.isArray(body) ? body.map(paragraph).join(pages) : body
  return zip({
    '[Content_Types].xml': contentTypes({
      'word/document.xml': `${openXml}.wordprocessingml.document.main+xml`,
      'word/settings.xml': `${openXml}.wordprocessingml.settings+xml`,
    }),
    '_rels/.rels': relations([{ id: 'rId1', type: 'officeDocument', target: 'word/document.xml' }]),
    'word/_rels/document.xml.rels': relations([
      { id: 'settings', type: 'settings', target: 'settings.xml' },
      ...related,
    ]),
    'word/settings.xml': `${xml}<w:settings ${wordSpaces}>${settings}</w:settings>`,
    'word/document.xml': `${xml}<w:document ${wordSpaces}><w:body>${inside}</w:body></w:document>`,
    ...files,
  })
}

/** A linked picture in a Word document: at the target of the relation of this id. */
export function linkedPicture(id: string): string {
  return `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="2000000" cy="2000000"/><wp:docPr id="1" name="a"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="a"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="2000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
}

/** Words of a Word document that someone put in or took out while changes were tracked. */
export function tracked(change: 'ins' | 'del', text: string): string {
  const word = change === 'ins' ? 't' : 'delText'
  return `<w:${change} w:id="1" w:author="Anna" w:date="2026-01-01T00:00:00Z"><w:r><w:${word}>${text}</w:${word}></w:r></w:${change}>`
}

/** A field of a Word document, like INCLUDETEXT or DDEAUTO, with what it showed last. */
export function field(instruction: string, shown: string): string {
  return `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${shown}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
}

/** An Excel workbook of one sheet; a cell that begins with = is a formula. */
export function xlsx(rows: readonly (readonly string[])[]): Buffer {
  const cell = (text: string): string =>
    text.startsWith('=') ? `<c><f>${text.slice(1)}</f></c>` : `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const data = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
  const spaces = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relationTypes}"`
  return zip({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': `${openXml}.spreadsheetml.sheet.main+xml`,
      'xl/worksheets/sheet1.xml': `${openXml}.spreadsheetml.worksheet+xml`,
    }),
    '_rels/.rels': relations([{ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }]),
    'xl/_rels/workbook.xml.rels': relations([
      { id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml' },
    ]),
    'xl/workbook.xml': `${xml}<workbook ${spaces}><sheets><sheet name="Costs" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `${xml}<worksheet ${spaces}><sheetData>${data}</sheetData></worksheet>`,
  })
}

const officeSpaces = ['office', 'text', 'table', 'style', 'presentation', 'script'].map(
  (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
)

const spaces = `${officeSpaces.join(' ')} xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dom="http://www.w3.org/2001/xml-events" xmlns:ooo="http://openoffice.org/2004/office"`

type OpenDocumentKind = 'text' | 'spreadsheet' | 'presentation'

/** An OpenDocument file with this in its body; `head` comes before it. */
export function openDocument(
  kind: OpenDocumentKind,
  body: string,
  { head = '', files = {} }: { head?: string; files?: Record<string, string | Buffer> } = {},
): Buffer {
  const type = `application/vnd.oasis.opendocument.${kind}`
  const entries = ['content.xml', ...Object.keys(files)].map(
    (name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml"/>`,
  )
  return zip({
    'stored:mimetype': type,
    'content.xml': `${xml}<office:document-content ${spaces} office:version="1.3">${head}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'META-INF/manifest.xml': `${xml}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/>${entries.join('')}</manifest:manifest>`,
    ...files,
  })
}

export function odt(text: string): Buffer {
  return openDocument('text', `<text:p>${text}</text:p>`)
}

export function ods(rows: readonly (readonly string[])[]): Buffer {
  const cell = (text: string): string =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
  const lines = rows.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`)
  return openDocument('spreadsheet', `<table:table table:name="Costs">${lines.join('')}</table:table>`)
}

/** A presentation with one slide for each text. */
export function odp(...slides: string[]): Buffer {
  const each = slides.map(
    (text, at) =>
      `<draw:page draw:name="s${at}" draw:master-page-name="Plain"><draw:frame svg:width="15cm" svg:height="3cm" svg:x="2cm" svg:y="2cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`,
  )
  const layout =
    '<style:page-layout style:name="P"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout>'
  const styles = `${xml}<office:document-styles ${spaces} office:version="1.3"><office:automatic-styles>${layout}</office:automatic-styles><office:master-styles><style:master-page style:name="Plain" style:page-layout-name="P"/></office:master-styles></office:document-styles>`
  return openDocument('presentation', each.join(''), { files: { 'styles.xml': styles } })
}

export function rtf(text: string): Buffer {
  return Buffer.from(`{\\rtf1\\ansi{\\fonttbl{\\f0 Times New Roman;}}\\f0\\fs48 ${text}\\par}\n`)
}

/** A drawing of Windows: one filled rectangle. */
export function emf(): Buffer {
  const records = Buffer.alloc(88 + 24 + 20)
  const numbers = [1, 88, 0, 0, 400, 300, 0, 0, 10_000, 7_500, 0x464d4520, 0x10000, records.length, 3, 1]
  numbers.forEach((number, at) => records.writeInt32LE(number, 4 * at))
  for (const [at, number] of [
    [72, 1000],
    [76, 750],
    [80, 250],
    [84, 188],
  ] as const)
    records.writeInt32LE(number, at)
  ;[43, 24, 20, 20, 380, 280].forEach((number, at) => records.writeInt32LE(number, 88 + 4 * at))
  ;[14, 20, 0, 0, 20].forEach((number, at) => records.writeInt32LE(number, 112 + 4 * at))
  return records
}

const endOfChain = 0xffff_fffe

/** A file of the old Office kind (a compound file) with one small stream, of up to 64 bytes, in it. */
export function compoundFile(name: string, stream: Buffer): Buffer {
  const sector = (): Buffer => Buffer.alloc(512, 0xff)
  const header = sector()
  header.write('d0cf11e0a1b11ae1', 'hex')
  header.fill(0, 8, 24)
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const) {
    header.writeUInt16LE(value, at)
  }
  header.fill(0, 34, 44)
  // One table of sectors (0), the directory (1), the table of small sectors (2), the small sectors (3).
  for (const [at, value] of [
    [44, 1],
    [48, 1],
    [52, 0],
    [56, 4096],
    [60, 2],
    [64, 1],
    [68, endOfChain],
    [72, 0],
    [76, 0],
  ] as const) {
    header.writeUInt32LE(value, at)
  }
  const table = sector()
  table.writeUInt32LE(0xffff_fffd, 0)
  for (const at of [4, 8, 12]) table.writeUInt32LE(endOfChain, at)
  const smallTable = sector()
  smallTable.writeUInt32LE(endOfChain, 0)
  const small = Buffer.alloc(512)
  stream.copy(small)
  const directory = Buffer.concat([
    directoryEntry('Root Entry', { type: 5, start: 3, size: 64, child: 1 }),
    directoryEntry(name, { type: 2, start: 0, size: stream.length, child: -1 }),
    Buffer.alloc(256),
  ])
  return Buffer.concat([header, table, directory, smallTable, small])
}

function directoryEntry(
  name: string,
  { type, start, size, child }: { type: number; start: number; size: number; child: number },
): Buffer {
  const entry = Buffer.alloc(128)
  entry.write(name, 0, 'utf16le')
  entry.writeUInt16LE(2 * name.length + 2, 64)
  entry.set([type, 1], 66)
  for (const [at, value] of [
    [68, -1],
    [72, -1],
    [76, child],
    [116, start],
    [120, size],
  ] as const) {
    entry.writeInt32LE(value, at)
  }
  return entry
}
