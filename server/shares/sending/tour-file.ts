import { productName } from '#server/rules/product/product.ts'

/** The sample that the tour sends: a PDF that explains what its reader is looking at. */
export const tourFileName = `${productName} tour.pdf`

type Leaf = { title: string; paragraphs: string[] }

const leaves: Leaf[] = [
  {
    title: 'You opened a protected file',
    paragraphs: [
      'This is how recipients see your documents: a page with the name of the file and of its sender, one button, then the pages.',
      'Your address is in the image of every page. It isn’t laid over the page in the browser: the server drew it into the pixels before sending the page.',
      'The timer is running. One minute after you opened it, this file self-destructs, and the next page you request is blocked.',
    ],
  },
  {
    title: 'Every page is checked',
    paragraphs: [
      'Each page image is checked when you request it: are you a recipient, is the file still shared, is there time left?',
      'So unsharing works immediately, even for someone who is reading. There’s no copy in the browser to fall back on, unless the sender allows downloads.',
      'The sender of this file doesn’t: there’s no button to download or print it.',
    ],
  },
  {
    title: 'The sender sees who reads',
    paragraphs: [
      'Who opened the file, when, from where, which pages and for how long: it’s all on the file’s page under “Sent files”. Look at this one there when you’re back.',
      'Views, blocked attempts, prints and downloads go into a tamper-evident audit log.',
    ],
  },
  {
    title: 'Continue to the last page',
    paragraphs: [
      'Read slowly, or wait a moment and reload this page: after a minute you’ll see what every late reader sees.',
      'Then share a file of your own. Start with a document you know well, shared with your other address.',
    ],
  },
]

const page = { width: 595, height: 842, margin: 64 }
const charactersInLine = 62

/** The same bytes every time. */
export function tourFile(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${leaves.map((_, at) => `${5 + at * 2} 0 R`).join(' ')}] /Count ${leaves.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
    ...leaves.flatMap((leaf, at) => {
      const drawing = drawingOf(leaf, at + 1)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${6 + at * 2} 0 R >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ]
    }),
  ]
  return assembled(objects)
}

function drawingOf({ title, paragraphs }: Leaf, number: number): string {
  const { width, height, margin } = page
  const drawn = [
    // The bar at the top in the colour of the product's buttons, its name, and the number of the page.
    `0.078 0.318 0.247 rg 0 ${height - 72} ${width} 72 re f`,
    `1 g ${text(productName, { font: 'F2', size: 20, x: margin, y: height - 45 })}`,
    text(`${number} of ${leaves.length}`, { font: 'F1', size: 12, x: width - margin - 40, y: height - 43 }),
    `0.102 0.118 0.133 rg ${text(title, { font: 'F2', size: 26, x: margin, y: height - 150 })}`,
  ]
  let y = height - 205
  for (const paragraph of paragraphs) {
    for (const line of linesOf(paragraph)) {
      drawn.push(text(line, { font: 'F1', size: 15, x: margin, y }))
      y -= 23
    }
    y -= 16
  }
  return drawn.join('\n')
}

type Place = { font: 'F1' | 'F2'; size: number; x: number; y: number }

function text(words: string, { font, size, x, y }: Place): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td (${words.replace(/[()\\]/g, '\\$&')}) Tj ET`
}

function linesOf(paragraph: string): string[] {
  const lines = ['']
  for (const word of paragraph.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (longer.length > charactersInLine) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

/** Objects numbered from 1, with the table that says where each begins (ISO 32000-1, 7.5). */
function assembled(objects: string[]): Buffer {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}${trailer}`
  return Buffer.from(file, 'latin1')
}
