import { createHash } from 'node:crypto'
import { deflateSync, gzipSync, inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { drawingWith, svgOf } from '#tests/support/carriers/pictures.ts'
import { largeCompoundFile } from '#tests/support/files/compound.ts'
import { png } from '#tests/support/files/documents.ts'
import { partsOf } from '#tests/support/files/packages.ts'
import { rewritten } from '#tests/support/files/rewritten.ts'
import { zip } from '#server/converting/packages/test-documents.ts'

const svg = Buffer.from(svgOf('file:///srv/canary.png'))
/** An order of the older kind, which is not known to anyone. */
const older = Buffer.from('4d4d00000c0000004f4c4445', 'hex')

const named = /canary|<svg/

async function drawn(ending: string, drawing: Buffer): Promise<string> {
  return (await rewritten(ending, drawing)).toString('latin1')
}

describe('a drawing', () => {
  test.each([
    ['whole', svg, 'whole'],
    ['in pieces', svg, 'in pieces'],
    ['in a drawing in it', drawingWith(svg), 'a drawing'],
  ] as const)('loses a picture in XML, %s, and keeps its older orders', async (_, picture, how) => {
    const drawing = drawingWith(picture, how, older)
    expect(drawing.toString('latin1')).toMatch(named)
    const made = await drawn('emf', drawing)
    expect(made).not.toMatch(named)
    expect(made).toContain('OLDE')
    expect(made).toHaveLength(drawing.length)
  })

  test.each([
    ['XML that is packed', gzipSync(svg), '\x1f\x8b\x08'],
    ['a package', zip({ a: 'b' }), 'PK\x03\x04'],
    ['a program that draws', Buffer.from('%!PS-Adobe-3.0 EPSF-3.0'), '%!PS'],
  ])('loses %s', async (_, picture, start) => {
    expect(drawingWith(picture).toString('latin1')).toContain(start)
    expect(await drawn('emf', drawingWith(picture))).not.toContain(start)
  })

  test('loses what is in it without an order that shows it', async () => {
    const [header, rest] = [drawingWith(png()).subarray(0, 108), Buffer.from('WMFC\x01\0\0\0<svg>', 'latin1')]
    expect(await drawn('emf', Buffer.concat([header, rest]))).not.toMatch(/WMFC|<svg/)
  })

  test.each([
    ['a picture of dots', drawingWith(png(), 'whole', older)],
    ['one in pieces', drawingWith(Buffer.concat([png(400, 400), Buffer.from('svg')]), 'in pieces')],
    ['nothing', drawingWith(png()).subarray(0, 108)],
  ])('with %s stays as it is', async (_, drawing) => {
    expect(await rewritten('emf', drawing)).toEqual(drawing)
  })

  test('whose orders are longer than it is loses them', async () => {
    const drawing = drawingWith(png())
    drawing.writeUInt32LE(0xffff, drawing.indexOf('EMF+') + 8)
    expect(await drawn('emf', drawing)).not.toContain('EMF+')
  })
})

describe('a drawing in a document', () => {
  test('of the new formats is looked into, packed too', async () => {
    const files = { 'word/media/a.emf': drawingWith(svg), 'word/media/a.emz': gzipSync(drawingWith(svg)) }
    const parts = await partsOf(await rewritten('docx', zip({ 'word/document.xml': '<a/>', ...files })))
    for (const name of Object.keys(files)) expect(parts[`/${name}`]!.toString('latin1')).not.toMatch(named)
  })

  test.each([
    ['doc', 'Data'],
    ['ppt', 'Pictures'],
  ])('of an old format is written again where it is: %s', async (ending, stream) => {
    const packed = deflateSync(drawingWith(svg, 'whole', older), { level: 1 })
    const document = largeCompoundFile(
      stream,
      Buffer.concat([Buffer.from('before'), packed, Buffer.from('after')]),
    )
    const made = await rewritten(ending, document)
    expect(made).toHaveLength(document.length)
    const unpacked = inflateSync(made.subarray(document.indexOf(packed))).toString('latin1')
    expect(unpacked).toContain('OLDE')
    expect(unpacked).not.toMatch(named)
    expect(made.toString('latin1')).toContain('after')
  })

  test('of an old format that is longer than the pieces of it that are looked at', async () => {
    const noise = createHash('shake256', { outputLength: 700_000 }).update('noise').digest()
    // The picture is behind what is as long as several pieces.
    const packed = deflateSync(Buffer.concat([drawingWith(png(), 'whole', noise), drawingWith(svg)]))
    const document = largeCompoundFile('Data', Buffer.concat([Buffer.alloc(300_000, 1), packed]))
    const unpacked = inflateSync((await rewritten('doc', document)).subarray(document.indexOf(packed)))
    expect(unpacked.includes(noise)).toBe(true)
    expect(unpacked.toString('latin1')).not.toMatch(named)
  })

  test('of an old format that names nothing stays as it is', async () => {
    const document = largeCompoundFile('Data', deflateSync(drawingWith(png(), 'whole', older)))
    expect(await rewritten('doc', document)).toEqual(document)
  })

  test('of an old format that is not packed loses its newer orders, and words stay', async () => {
    const document = largeCompoundFile(
      'Data',
      Buffer.concat([drawingWith(svg), Buffer.from('EMF+ is newer than EMF')]),
    )
    const made = (await rewritten('doc', document)).toString('latin1')
    expect(made.match(/EMF\+/g)).toHaveLength(1)
    expect(made).toContain('EMF+ is newer than EMF')
  })

  test('of one file of XML stays if it has pictures of dots only', async () => {
    const flat = (drawing: Buffer): Buffer =>
      Buffer.from(
        `<office:document xmlns:office="o"><office:binary-data>${drawing.toString('base64')}</office:binary-data></office:document>`,
      )
    const plain = drawingWith(png(200, 200))
    expect((await rewritten('fodt', flat(plain))).toString()).toContain(plain.toString('base64'))
    expect((await rewritten('fodt', flat(drawingWith(svg)))).toString()).toContain('<office:binary-data/>')
  })

  test('of RTF stays if it has pictures of dots only', async () => {
    const written = (drawing: Buffer): Buffer =>
      Buffer.from(`{\\rtf1{\\pict\\emfblip ${drawing.toString('hex')}}}`)
    const plain = drawingWith(png(200, 200))
    expect(await rewritten('rtf', written(plain))).toEqual(written(plain))
  })
})

test.each([
  ['Word of 2003', '<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"/>'],
  ['a picture', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
])('one file of XML that is no document of OpenDocument is refused: %s', async (_, content) => {
  await expect(rewritten('fodt', Buffer.from(content))).rejects.toMatchObject({ reason: 'corrupt' })
})
