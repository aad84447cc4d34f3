import { jpeg2000Type } from '#server/rules/files/files.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Conversions } from '#server/rendering/preparing/conversions.ts'
import { MAX_SOURCE_PIXELS } from '#server/rendering/limits.ts'
import type { Preparation } from '#server/rendering/preparing/preparations.ts'
import { RenderError, type PageSize } from '#server/rendering/types.ts'

type Deps = { vault: Vault; conversions: Conversions }

const POINTS_PER_PIXEL = 0.75
// PDF 1.7, annex C.
const LONGEST_SIDE = 14_400
const bytesOfHeader = 4096

/**
 * The image library here does not read JPEG 2000, but PDFium does, in its sandbox: such an image is put into a PDF as
 * it is. Others need no preparation.
 */
export function picturePreparation({ vault, conversions }: Deps): Preparation {
  return async ({ guid, objectGuid, mediaType }) => {
    if (mediaType !== jpeg2000Type) return
    const sealed = await vault.open(objectGuid)
    const pieces: Buffer[] = []
    for await (const piece of sealed.read(0, Math.min(sealed.size, bytesOfHeader))) pieces.push(piece)
    const pixels = jpeg2000Size(Buffer.concat(pieces))
    if (!pixels) throw new RenderError('corrupt', 'the picture does not say its size')
    if (pixels.width * pixels.height > MAX_SOURCE_PIXELS)
      throw new RenderError('too large', `${pixels.width} x ${pixels.height} pixels`)
    const { before, after } = pdfAround(sealed.size, pixels)
    await conversions.make(guid, 'pages', 'application/pdf', async (writer) => {
      for (const part of [[Buffer.from(before)], sealed.read(), [Buffer.from(after)]]) {
        for await (const piece of part) {
          const room = writer.write(piece)
          if (room !== true) await room
        }
      }
    })
  }
}

/** Its pixels, from the beginning of a JP2 file or of a bare codestream; null if it does not give them. */
export function jpeg2000Size(start: Buffer): PageSize | null {
  const header = start.indexOf('ihdr')
  const stream = start.indexOf('ff4fff51', 'hex')
  const found =
    header >= 0 && header + 12 <= start.length
      ? { width: start.readUInt32BE(header + 8), height: start.readUInt32BE(header + 4) }
      : stream >= 0 && stream + 24 <= start.length
        ? {
            width: start.readUInt32BE(stream + 8) - start.readUInt32BE(stream + 16),
            height: start.readUInt32BE(stream + 12) - start.readUInt32BE(stream + 20),
          }
        : null
  return found && found.width > 0 && found.height > 0 ? found : null
}

/** The bytes before and after an image of this size that make it a PDF of one page of the same size. */
export function pdfAround(length: number, { width, height }: PageSize): { before: string; after: string } {
  const scale = Math.min(POINTS_PER_PIXEL, LONGEST_SIDE / width, LONGEST_SIDE / height)
  const [across, up] = [width, height].map((side) => (side * scale).toFixed(2))
  const content = `q ${across} 0 0 ${up} 0 0 cm /I Do Q`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${across} ${up}]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/Filter/JPXDecode/Length ${length}>>stream\n`,
  ]
  let before = '%PDF-1.5\n'
  const places = objects.map((object, index) => {
    const place = before.length
    before += `${index + 1} 0 obj\n${object}${index < 4 ? '\nendobj\n' : ''}`
    return place
  })
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const end = '\nendstream\nendobj\n'
  const after = `${end}xref\n0 6\n0000000000 65535 f \n${rows}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${before.length + length + end.length}\n%%EOF\n`
  return { before, after }
}
