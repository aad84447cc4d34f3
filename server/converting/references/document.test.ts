import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { largeCompoundFile } from '#tests/support/files/compound.ts'
import { png } from '#tests/support/files/documents.ts'
import { partsOf } from '#tests/support/files/packages.ts'
import { rewritten } from '#tests/support/files/rewritten.ts'
import { bareWorkbook } from '#server/converting/packages/test-bare-workbook.ts'
import {
  compoundFile,
  docx,
  field,
  odt,
  openDocument,
  paragraph,
  rtf,
  xlsx,
  zip,
} from '#server/converting/packages/test-documents.ts'

const outside = 'file:///srv/canary.png'
const link = `<a xmlns:x="http://www.w3.org/1999/xlink" x:href="${outside}"/>`

async function textOf(ending: string, bytes: Buffer, part = ''): Promise<string> {
  return (await partsOf(await rewritten(ending, bytes)))[part]!.toString()
}

/** A document whose content is this XML. */
function holding(content: string | Buffer): Buffer {
  return zip({ 'stored:mimetype': 'application/vnd.oasis.opendocument.text', 'content.xml': content })
}

/** The same archive, with bytes of one kind replaced by others. */
function changed(archive: Buffer, change: (bytes: string) => string): Buffer {
  return Buffer.from(change(archive.toString('latin1')), 'latin1')
}

describe('what belongs to a document stays as it is', () => {
  test('text, pictures, objects, fonts and hyperlinks of OpenDocument', async () => {
    const picture = png()
    const body = [
      '<text:p>Rent &amp; “costs”<text:a xlink:href="https://example.com/?a=1&amp;b=2">here</text:a></text:p>',
      '<text:p><text:a xlink:href="#Costs">there</text:a></text:p>',
      '<draw:frame><draw:image xlink:href="Pictures/a%20b.png"/></draw:frame>',
      '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame>',
      `<draw:frame><draw:image xlink:href="data:image/png;base64,${picture.toString('base64')}"/></draw:frame>`,
      '<text:p>=INDIRECT(A1)</text:p>',
    ].join('')
    const files = {
      'Pictures/a b.png': picture,
      'Object 1/content.xml':
        '<?xml version="1.0" encoding="UTF-8"?>\n<chart a="1&#10;2"><![CDATA[<&]]></chart>',
      'ObjectReplacements/Object 1': Buffer.from('VCLMTF\u0001\u0000'),
      'Fonts/a.ttf': Buffer.from('\u0000\u0001\u0000\u0000font', 'latin1'),
    }
    const document = openDocument('text', body, { files })
    const [before, after] = [await partsOf(document), await partsOf(await rewritten('odt', document))]
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort())
    expect(after['/content.xml']!.toString()).toContain(body)
    expect(after['/Object 1/content.xml']!.toString()).toContain('<chart a="1&#10;2">&lt;&amp;</chart>')
    for (const name of ['/Pictures/a b.png', '/ObjectReplacements/Object 1', '/Fonts/a.ttf', '/mimetype']) {
      expect(after[name]).toEqual(before[name])
    }
  })

  test('text, fields, formulas and hyperlinks of Office Open XML', async () => {
    const related = [
      { id: 'r1', type: 'hyperlink', target: 'https://example.com/', isExternal: true },
      { id: 'r2', type: 'image', target: 'media/a.png' },
      { id: 'r3', type: 'image', target: '/word/media/a.png' },
      { id: 'r4', type: 'image', target: '../word/media/a.png' },
    ]
    const body =
      paragraph('Rent') +
      field('PAGE \\* MERGEFORMAT', '1') +
      field('HYPERLINK "https://example.com/"', 'here')
    const parts = await partsOf(
      await rewritten('docx', docx(body, { related, files: { 'word/media/a.png': png() } })),
    )
    const document = parts['/word/document.xml']!.toString()
    for (const kept of ['Rent', ' PAGE \\* MERGEFORMAT ', ' HYPERLINK "https://example.com/" ']) {
      expect(document).toContain(kept)
    }
    const relations = parts['/word/_rels/document.xml.rels']!.toString()
    expect([...relations.matchAll(/Id="(r\d)"/g)].map(([, id]) => id)).toEqual(['r1', 'r2', 'r3', 'r4'])
    const sheet = await textOf(
      'xlsx',
      xlsx([['=SUM(A1:A2)+Costs!B2+[1]Rent!A1']]),
      '/xl/worksheets/sheet1.xml',
    )
    expect(sheet).toContain('<f>SUM(A1:A2)+Costs!B2+[1]Rent!A1</f>')
  })

  test('a hyperlink to the web is named by hyperlinks alone', async () => {
    const related = [{ id: 'r1', type: 'hyperlink', target: 'https://example.com/', isExternal: true }]
    const body =
      '<w:p><w:hyperlink r:id="r1"><w:r><w:t>here</w:t></w:r></w:hyperlink></w:p><w:p><w:r><w:object xmlns:o="urn:schemas-microsoft-com:office:office"><o:OLEObject Type="Link" r:id="r1"/></w:object></w:r></w:p>'
    const document = await textOf('docx', docx(body, { related }), '/word/document.xml')
    expect(document).toContain('<w:hyperlink r:id="r1">')
    expect(document).toContain('<o:OLEObject Type="Link"/>')
  })

  test('text, fields and pictures of RTF', async () => {
    const text = `\\'e9\\u8364? {\\field{\\*\\fldinst PAGE}{\\fldrslt 1}} {\\pict\\pngblip ${png().toString('hex')}}`
    expect((await rewritten('rtf', rtf(text))).toString()).toBe(rtf(text).toString().trimEnd())
  })
})

describe('however a part is written, it is looked at', () => {
  test.each([
    ['with a mark of its encoding', Buffer.from(`\ufeff${link}`)],
    ['in UTF-16', Buffer.from(`\ufeff${link}`, 'utf16le')],
    ['in UTF-16 the other way round', Buffer.from(`\ufeff${link}`, 'utf16le').swap16()],
    ['in UTF-16 without a mark', Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${link}`, 'utf16le')],
    ['in an old encoding', Buffer.from(`<?xml version="1.0" encoding="windows-1252"?>${link}`)],
    ['after many spaces', Buffer.from(' '.repeat(3000) + link)],
    ['packed', gzipSync(link)],
    ['packed twice', gzipSync(gzipSync(link))],
    ['in a package', zip({ 'content.xml': link })],
    [
      'after declarations',
      Buffer.from(`<!DOCTYPE a [<!ENTITY b "${outside}"><!ENTITY c SYSTEM "${outside}">]>${link}`),
    ],
    ['in an attribute without quotes', Buffer.from(`<a b:href=${outside}></a>`)],
    ['in another element that follows the first', Buffer.from(`<a/>${link}`)],
  ])('%s', async (_, content) => {
    const texts = Object.values(await partsOf(await rewritten('odt', holding(content)))).map(String)
    expect(texts.join('')).not.toContain('canary')
    expect(texts.join('')).toContain('<a')
  })

  test('what is written in an encoding that no one knows does not pass', async () => {
    const content = Buffer.from(`<?xml version="1.0" encoding="UTF-7"?>${link}`)
    await expect(rewritten('odt', holding(content))).rejects.toMatchObject({ reason: 'corrupt' })
  })

  test('what is written in an encoding of mainframes is left out', async () => {
    const made = await partsOf(await rewritten('odt', holding(Buffer.from('4c6fa79493', 'hex'))))
    expect(made['/content.xml']).toHaveLength(0)
  })
})

describe('an archive is what its directory says', () => {
  test('a part that is listed twice is there once', async () => {
    const twice = changed(zip({ 'content.xml': '<a>one</a>', 'content.xmm': `<a>two${link}</a>` }), (bytes) =>
      bytes.replaceAll('content.xmm', 'content.xml'),
    )
    const made = await rewritten('odt', twice)
    expect(made.toString('latin1').match(/content\.xml/g)).toHaveLength(2)
    expect((await partsOf(made))['/content.xml']!.toString()).toContain('<a>two<a')
    expect((await partsOf(made))['/content.xml']!.toString()).not.toContain('canary')
  })

  test('what is in the file besides is gone', async () => {
    const archive = zip({ 'content.xml': '<a/>' })
    archive.writeUInt16LE(link.length, archive.length - 2)
    const made = await rewritten('odt', Buffer.concat([archive, Buffer.from(link)]))
    expect(made.toString('latin1')).not.toContain('canary')
  })

  test('what follows its end is no part of it', async () => {
    const made = await rewritten(
      'docx',
      Buffer.concat([docx(['Rent and costs']), Buffer.from(`\r\n${link}`)]),
    )
    expect((await partsOf(made))['/word/document.xml']!.toString()).toContain('Rent and costs')
    expect(made.toString('latin1')).not.toContain('canary')
  })

  test.each([
    ['a name that leads out', zip({ '../../content.xml': '<a/>' }), 'corrupt'],
    ['an absolute name', zip({ '/content.xml': '<a/>' }), 'corrupt'],
    ['half of it', odt('Half').subarray(0, 300), 'corrupt'],
    [
      'a part with a password',
      changed(zip({ 'content.xml': '<a/>' }), (bytes) =>
        bytes.replace('PK\x01\x02\x14\0\x14\0\0\0', 'PK\x01\x02\x14\0\x14\0\x01\0'),
      ),
      'password',
    ],
    [
      'a part packed in an unknown way',
      changed(zip({ 'content.xml': '<a/>' }), (bytes) =>
        bytes.replaceAll('\x14\0\0\0\x08\0', '\x14\0\0\0\x63\0'),
      ),
      'corrupt',
    ],
    [
      'too many parts',
      zip(Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`stored:${at}`, '']))),
      'too large',
    ],
    [
      'more XML than anybody may have',
      zip({ 'content.xml': Buffer.alloc(257 * 1024 * 1024, ' ').fill('<a>', 0, 3) }),
      'too large',
    ],
  ])('refused: %s', async (_, bytes, reason) => {
    await expect(rewritten('odt', bytes)).rejects.toMatchObject({ name: 'ConversionFailed', reason })
  })

  test('refused: packages in packages without an end', async () => {
    let bytes = zip({ 'content.xml': '<a/>' })
    for (let at = 0; at < 6; at++) bytes = zip({ 'a.odt': bytes })
    await expect(rewritten('odt', bytes)).rejects.toMatchObject({ reason: 'too large' })
  })
})

describe('what is no document of its kind does not pass', () => {
  test.each([
    ['docx', 'a page of the web', Buffer.from(`Text <img src="${outside}">`)],
    ['docx', 'a program that draws', Buffer.from('%!PS-Adobe-3.0')],
    ['docx', 'an old document', compoundFile('WordDocument', Buffer.alloc(64))],
    ['odt', 'noise', Buffer.from([1, 0, 2, 0, 3, 0])],
  ])('%s: %s', async (ending, _, bytes) => {
    await expect(rewritten(ending, bytes)).rejects.toMatchObject({ reason: 'corrupt' })
  })
})

describe('in documents of the old formats', () => {
  test.each([
    ['a picture in XML', Buffer.from('<svg xmlns="a"/>'), '<svg'],
    ['a picture in XML of two bytes', Buffer.from('<svg xmlns="a"/>', 'utf16le'), '<\0s\0v\0g'],
    ['a packed picture in XML', gzipSync('<svg/>'), '\x1f\x8b'],
    ['a package', zip({ a: 'b' }).subarray(0, 60), 'PK\x03\x04'],
    ['the name of a linked picture', Buffer.from('05c11a000000060108000000', 'hex'), '\x05\xc1'],
  ])('%s is nothing any more', async (_, stream, start) => {
    const made = await rewritten('doc', compoundFile('Data', stream))
    expect(compoundFile('Data', stream).toString('latin1')).toContain(start)
    expect(made.toString('latin1')).not.toContain(start)
    expect(made.length).toBe(compoundFile('Data', stream).length)
  })

  const name = Buffer.from(`file:///srv/${'./'.repeat(4000)}canary.png\0`, 'utf16le')
  /** The table of the properties of a drawing: one complex property before, then the name, then another. */
  const drawing = (property: number): Buffer => {
    const table = Buffer.alloc(8 + 3 * 6)
    for (const [at, [id, length]] of [
      [0x8145, 4],
      [property, name.length],
      [0x8380, 6],
    ].entries()) {
      table.writeUInt16LE(id!, 8 + 6 * at)
      table.writeUInt32LE(length!, 10 + 6 * at)
    }
    table.writeUInt16LE(0x33, 0)
    table.writeUInt16LE(0xf00b, 2)
    table.writeUInt32LE(18 + 4 + name.length + 6, 4)
    return Buffer.concat([table, Buffer.from('VERT'), name, Buffer.from('SHAPED')])
  }

  test.each([
    ['pibName', 0xc105],
    ['pibName', 0x8105],
    ['fillBlipName', 0x8187],
    ['lineFillBlipName', 0xc1c7],
  ])('the name of a linked picture is gone however long it is: %s', async (_, property) => {
    const document = largeCompoundFile('WordDocument', drawing(property))
    const made = await rewritten('doc', document)
    expect(made).toHaveLength(document.length)
    expect(made.toString('utf16le')).not.toContain('canary')
    expect(made.toString('latin1')).toMatch(/VERT\0+SHAPED/)
    expect(made.readUInt16LE(3 * 4096 + 8 + 6)).not.toBe(property)
  })

  describe('the name of a linked picture is gone from a workbook whose records tear its drawing apart', () => {
    const record = (type: number, bytes: Buffer | string = ''): Buffer => {
      const header = Buffer.alloc(4)
      header.writeUInt16LE(type, 0)
      header.writeUInt16LE(bytes.length, 2)
      return Buffer.concat([header, Buffer.from(bytes)])
    }
    const [begin, end] = [record(0x809, Buffer.alloc(16)), record(0x0a)]
    const text = Buffer.alloc(18)
    text.writeUInt16LE(3, 10)
    text.writeUInt16LE(16, 12)
    const textRecords = [record(0x1b6, text), record(0x3c, '\0abc'), record(0x3c, Buffer.alloc(16, 7))]
    const chart = Buffer.concat([begin, record(0xec, Buffer.alloc(40, 9)), record(0x3c, 'more of it'), end])
    const table = drawing(0x8187)
    const [head, tail] = [table.subarray(0, 8 + 6 + 1), table.subarray(8 + 6 + 1, 8000)]

    test.each<[string, Buffer[], number]>([
      ['a shape', [record(0x5d, Buffer.alloc(52, 5))], 0xec],
      ['a shape, after which the drawing is what goes on', [record(0x5d, Buffer.alloc(52, 5))], 0x3c],
      ['a text', textRecords, 0xec],
      ['a text, after which the drawing is what goes on', textRecords, 0x3c],
      ['a chart with a drawing of its own', [record(0x5d, Buffer.alloc(52, 5)), chart], 0xec],
      ['a selection', [record(0x1d, Buffer.alloc(15, 5))], 0xed],
    ])('by %s', async (_, between, type) => {
      const sheet = [begin, record(0xec, head), ...between, record(type, tail), end]
      // What begins without an end before it does not hide it.
      for (const before of [[begin, end], [begin], [begin, begin, begin]]) {
        const stream = Buffer.concat([...before, ...sheet])
        const document = largeCompoundFile('Workbook', stream)
        const made = await rewritten('xls', document)
        expect(made).toHaveLength(document.length)
        const at = document.indexOf(head) + head.length - 1
        expect([document[at], made[at]]).toEqual([0x87, 0xf0])
      }
    })

    test('one that is deeper than any program puts it is refused', async () => {
      const stream = Buffer.concat([
        ...Array.from({ length: 9 }, () => begin),
        record(0xec, table.subarray(0, 8000)),
      ])
      await expect(rewritten('xls', largeCompoundFile('Workbook', stream))).rejects.toMatchObject({
        reason: 'corrupt',
      })
    })
  })

  test.each([
    ['Word 97', [0x03, 0x6a], 94],
    ['Word 97', [0x03, 0x6a], 99],
    ['Word 6', [0x44, 4], 94],
    ['Word 2', [0x44], 94],
  ])('the name of a picture that a header of %s links to is gone: %j, %i', async (version, says, kind) => {
    const path = '/srv/canary.bmp'
    const picture = Buffer.alloc(68)
    picture.writeUInt32LE(picture.length + path.length + 1, 0)
    picture.writeUInt16LE(picture.length, 4)
    picture.writeUInt16LE(kind, 6)
    const place = Buffer.alloc(4)
    place.writeUInt32LE(400)
    const before = Buffer.concat([
      Buffer.from(version === 'Word 2' ? 'dba52d00' : '00000000', 'hex'),
      Buffer.alloc(396),
    ])
    const stream = (header: Buffer): Buffer =>
      Buffer.concat([before, header, Buffer.from([path.length]), Buffer.from(path), Buffer.from(says), place])
    const inFile = (header: Buffer): Buffer =>
      version === 'Word 2' ? stream(header) : largeCompoundFile('WordDocument', stream(header))
    expect((await rewritten('doc', inFile(picture))).toString('latin1')).not.toContain('canary')
    const embedded = Buffer.from(picture)
    embedded.writeUInt16LE(8, 6)
    expect(await rewritten('doc', inFile(embedded))).toEqual(inFile(embedded))
  })

  test('a picture that goes on in the next record of a workbook is seen', async () => {
    const record = (type: number, text: string): Buffer => {
      const header = Buffer.alloc(4)
      header.writeUInt16LE(type, 0)
      header.writeUInt16LE(text.length, 2)
      return Buffer.concat([header, Buffer.from(text)])
    }
    const workbook = Buffer.concat([record(0xec, '<s'), record(0x3c, 'vg xmlns="a"/>')])
    const made = await rewritten('xls', compoundFile('Workbook', workbook))
    expect(made.toString('latin1')).toContain('xx xmlns')
  })

  test('a stream that leads back into itself is looked at once, and one beyond the end of the file not at all', async () => {
    const [tableOfSmall, firstSmallOfStream] = [3 * 512, 2 * 512 + 128 + 116]
    const looped = compoundFile('Data', Buffer.from('<svg xmlns="a"/>'))
    looped.writeUInt32LE(0, tableOfSmall)
    expect((await rewritten('doc', looped)).toString('latin1')).not.toContain('<svg')
    const beyond = compoundFile('Data', Buffer.from('Rent and costs'))
    beyond.writeUInt32LE(100, firstSmallOfStream)
    expect(await rewritten('doc', beyond)).toEqual(beyond)
  })

  test('nor is one that is named in a workbook without a container', async () => {
    const made = await rewritten('xls', bareWorkbook(4, '<svg xmlns="a"/>'))
    expect(made.toString('latin1')).not.toContain('<svg')
    const plain = bareWorkbook(4, 'Rent and costs')
    expect(await rewritten('xls', plain)).toEqual(plain)
    await expect(rewritten('doc', plain)).rejects.toMatchObject({ reason: 'corrupt' })
  })

  test('nor in a document of Word 2', async () => {
    const text = (words: string): Buffer =>
      Buffer.concat([Buffer.from('dba52d00', 'hex'), Buffer.alloc(380), Buffer.from(words)])
    expect((await rewritten('doc', text('<svg xmlns="a"/>'))).toString('latin1')).not.toContain('<svg')
    expect(await rewritten('doc', text('Rent and costs'))).toEqual(text('Rent and costs'))
    await expect(rewritten('xls', text('Rent and costs'))).rejects.toMatchObject({ reason: 'corrupt' })
  })

  test('what is a document of the old formats remains one, byte for byte, where it names nothing', async () => {
    const document = compoundFile('WordDocument', Buffer.from('Rent and costs'))
    expect(await rewritten('doc', document)).toEqual(document)
  })
})
