import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressForms } from '#tests/support/carriers/addresses.ts'
import { carrierKinds } from '#tests/support/carriers/carriers.ts'
import { svgOf } from '#tests/support/carriers/pictures.ts'
import { pdf, png } from '#tests/support/files/documents.ts'
import { everySecond } from '#tests/support/world/budget.ts'
import { older } from '#tests/support/files/older.ts'
import { pdfColour } from '#tests/support/files/pdf-colours.ts'
import { pdfText } from '#tests/support/files/pdf-text.ts'
import { programOf } from '#tests/support/servers/program.ts'
import { Confining, findConfinement } from '#server/converting/confinement/confinement.ts'
import { LibreOffice } from '#server/converting/office/libre-office.ts'
import { ods, odt, openDocument } from '#server/converting/packages/test-documents.ts'
import { line, words, workbook } from '#server/converting/packages/test-workbook.ts'

const log = pino({ level: 'silent' })
const program = programOf('soffice')!
const canaryColour = [255, 0, 255] as const
const canaryText = 'Of this machine only'

let office: LibreOffice
let folder: string
let addresses: string[]

beforeAll(async () => {
  // As little confined as it can be, so that nothing else holds it back from what it is asked for.
  const confining = new Confining({ find: () => findConfinement([]) })
  // A busy machine takes its time for a hundred references; who waits for a pipe waits for ever.
  office = new LibreOffice({ program, log, confining, patience: 10 * 60_000 })
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-canary-'))
  const files = ['canary.png', 'canary.pdf', 'canary.odt', 'canary.txt', 'pipe'].map((name) =>
    path.join(folder, name),
  )
  const contents = [png(64, 48, [...canaryColour]), pdf([canaryText]), odt(canaryText), canaryText]
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

describe.each(everySecond(carrierKinds, 0))('$ending', ({ ending, ways, document }) => {
  test('no page shows what stands elsewhere on this machine, and no one waits for a pipe', async () => {
    const { colour, words } = await shown(ending, document(ways, addresses))
    expect(colour).toBe(0)
    expect(words).not.toContain(canaryText)
  })
})

const frame =
  '<draw:frame text:anchor-type="as-char" svg:width="5cm" svg:height="5cm"><draw:image xlink:href="Pictures/a.png" xlink:type="simple"/></draw:frame>'
const inFrame = {
  text: `<text:p>Harmless ${frame}</text:p>`,
  spreadsheet: `<table:table table:name="A"><table:table-row><table:table-cell>${frame}</table:table-cell></table:table-row></table:table>`,
  presentation: `<draw:page>${frame}</draw:page>`,
}

test.each([
  ['doc', 'odt', 'text'],
  ['xls', 'ods', 'spreadsheet'],
  ['ppt', 'odp', 'presentation'],
] as const)('%s: a picture that names another is not shown', async (ending, from, kind) => {
  const document = openDocument(kind, inFrame[kind], { files: { 'Pictures/a.png': png(400, 400) } })
  const old = await older(folder, from, document, ending)
  // The picture in it becomes one in XML, of the same length.
  const place = old.indexOf('\x89PNG', 'latin1')
  const picture = Buffer.from(svgOf(addresses[2]!).padEnd(old.indexOf('IEND', place) - place))
  expect(place).toBeGreaterThan(0)
  expect(
    (
      await shown(
        ending,
        Buffer.concat([old.subarray(0, place), picture, old.subarray(place + picture.length)]),
      )
    ).colour,
  ).toBe(0)
})

test('a workbook of Excel 97 does not show a cell of another document that its formula names', async () => {
  const later = path.join(folder, 'later.ods')
  const formula = `INDIRECT(&quot;'${pathToFileURL(later)}'#$Costs.A1&quot;)`
  const rows = line(1, `${words('A1', 'Rent')}<c r="B1" t="str"><f>${formula}</f><v>Before</v></c>`)
  const old = await older(folder, 'xlsx', workbook({ rows }), 'xls')
  // Only now: what it has as its last value is not that.
  await writeFile(later, ods([[canaryText]]))
  const seen = await shown('xls', old)
  expect(seen.words).toContain('Rent')
  expect(seen.words).not.toContain(canaryText)
})

test('a picture that a document has in it is shown', async () => {
  const bytes = openDocument('text', inFrame.text, {
    files: { 'Pictures/a.png': png(64, 48, [...canaryColour]) },
  })
  const { colour, words } = await shown('odt', bytes)
  expect(colour).toBeGreaterThan(100)
  expect(words).toContain('Harmless')
})
