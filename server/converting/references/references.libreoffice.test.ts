import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressForms } from '#tests/support/carriers/addresses.ts'
import { carrierKinds } from '#tests/support/carriers/carriers.ts'
import { pdf, png } from '#tests/support/files/documents.ts'
import { pdfColour } from '#tests/support/files/pdf-colours.ts'
import { pdfText } from '#tests/support/files/pdf-text.ts'
import { programOf } from '#tests/support/servers/program.ts'
import { findConfinement } from '../confinement.ts'
import { LibreOffice } from '../libre-office.ts'
import { odt, openDocument } from '../test-documents.ts'

const log = pino({ level: 'silent' })
const program = programOf('soffice')!
const canaryColour = [255, 0, 255] as const
const canaryWords = 'Of this machine only'

let office: LibreOffice
let folder: string
let addresses: string[]

beforeAll(async () => {
  // As little confined as it can be, so that nothing else holds it back from what it is asked for.
  office = new LibreOffice({ program, log, confinement: findConfinement({ mayBeApart: false }) })
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-canary-'))
  const files = ['canary.png', 'canary.pdf', 'canary.odt', 'canary.txt', 'pipe'].map((name) =>
    path.join(folder, name),
  )
  const contents = [png(64, 48, [...canaryColour]), pdf([canaryWords]), odt(canaryWords), canaryWords]
  await Promise.all(contents.map((content, at) => writeFile(files[at]!, content)))
  execFileSync('mkfifo', [files.at(-1)!])
  const { relative, absolute, file } = addressForms
  addresses = [
    ...files.flatMap((each) => [relative(each), absolute(each), file(each)]),
    addressForms['file at localhost'](files[0]!),
    addressForms['file, percent-encoded'](files[0]!),
    file('/dev/zero'),
  ]
})
afterAll(async () => {
  await office.close()
  await rm(folder, { recursive: true, force: true })
})

async function shown(ending: string, bytes: Buffer): Promise<{ colour: number; words: string }> {
  async function* input() {
    yield bytes
  }
  return office.convert({ input: input(), ending, to: 'pdf' }, async (made) => {
    const chunks: Buffer[] = []
    for await (const chunk of made.read()) chunks.push(chunk)
    const whole = Buffer.concat(chunks)
    return { colour: await pdfColour(whole, canaryColour), words: (await pdfText(whole)).join('\n') }
  })
}

describe.each(carrierKinds)('$ending', ({ ending, ways, document }) => {
  test('no page shows what stands elsewhere on this machine, and nobody waits for a pipe', async () => {
    const { colour, words } = await shown(ending, document(ways, addresses))
    expect(colour).toBe(0)
    expect(words).not.toContain(canaryWords)
  })
})

test('a picture that a document has in it is shown', async () => {
  const frame =
    '<draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="Pictures/a.png" xlink:type="simple"/></draw:frame>'
  const bytes = openDocument('text', `<text:p>Harmless ${frame}</text:p>`, {
    files: { 'Pictures/a.png': png(64, 48, [...canaryColour]) },
  })
  const { colour, words } = await shown('odt', bytes)
  expect(colour).toBeGreaterThan(100)
  expect(words).toContain('Harmless')
})
