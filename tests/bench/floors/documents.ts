import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { packagedPath } from '#server/packaged.ts'
import { buildPdf, stream } from '#server/rendering/test-documents.ts'

/** Pages full of words in an embedded font, with a heading, a rule and a box each. */
export async function makeDocument(folder: string, pages: number): Promise<string> {
  const font = await readFile(path.join(packagedPath('rendering/fonts'), 'LiberationMono-Regular.ttf'))
  const firstPage = 6
  const kids = Array.from({ length: pages }, (_, index) => `${firstPage + 2 * index} 0 R`).join(' ')
  const pdf = buildPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${kids}]>>`,
    `<</Type/Font/Subtype/TrueType/BaseFont/LiberationMono/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[${'600 '.repeat(95)}]/FontDescriptor 4 0 R>>`,
    '<</Type/FontDescriptor/FontName/LiberationMono/Flags 33/FontBBox[-24 -300 608 833]/ItalicAngle 0/Ascent 833/Descent -300/CapHeight 650/StemV 80/FontFile2 5 0 R>>',
    stream(font.toString('latin1')),
    ...Array.from({ length: pages }, (_, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${firstPage + 1 + 2 * index} 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
      stream(pageContent(index)),
    ]).flat(),
  ])
  const file = path.join(folder, `${pages}.pdf`)
  await writeFile(file, pdf)
  return file
}

const vocabulary = 'the share of a room is kept by its owner until every reader has seen what was sent'.split(
  ' ',
)

function pageContent(page: number): string {
  const lines = Array.from({ length: 52 }, (_, line) => {
    const words = Array.from({ length: 15 }, (_, word) => vocabulary[(page * 7 + line * 11 + word * 5) % 17])
    return `(${words.join(' ').slice(0, 80)}) Tj 0 -13 Td`
  })
  return `BT /F 18 Tf 55 790 Td (Chapter ${page + 1}) Tj /F 10 Tf 0 -28 Td ${lines.join('\n')} ET 55 780 485 1 re f 55 40 120 30 re S`
}
