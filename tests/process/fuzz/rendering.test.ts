import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { RenderEngine, RenderError, type SourceKind } from '#server/rendering/engine.ts'
import { formPdf, lockedPdf, pdfOf, words } from '#server/rendering/test-documents.ts'
import { bmp, gif, pdf, png } from '#tests/support/files/documents.ts'
import { mutate, randomFrom } from './mutate.ts'
import { budget, seed } from '#tests/support/world/budget.ts'

const damagedFiles = budget({ some: 200, all: 10_000 })
const width = 200

const engine = new RenderEngine({
  workers: 2,
  log: pino({ level: 'silent' }),
  limits: { open: 10_000, page: 10_000 },
})
afterAll(() => engine.close())

async function fixtures(): Promise<{ kind: SourceKind; bytes: Buffer }[]> {
  const picture = sharp(png(90, 60))
  const [jpeg, webp, tiff] = await Promise.all([
    picture.clone().jpeg().toBuffer(),
    picture.clone().webp().toBuffer(),
    picture.clone().tiff().toBuffer(),
  ])
  const pdfs = [pdf(['One', 'Two']), pdfOf([words('Three')]), formPdf('Anna'), lockedPdf()]
  const texts = ['Plain words\n\fon two pages', '\ufeffUTF-16 \u4e2d\u6587\tand a tab', '{"a": [1, 2]}']
  return [
    ...pdfs.map((bytes) => ({ kind: 'pdf' as const, bytes: Buffer.from(bytes) })),
    ...[png(), bmp(), gif(), jpeg, webp, tiff].map((bytes) => ({ kind: 'image' as const, bytes })),
    ...texts.map((text) => ({ kind: 'text' as const, bytes: Buffer.from(text) })),
    { kind: 'text', bytes: Buffer.from(texts[1]!, 'utf16le') },
  ]
}

async function draw(kind: SourceKind, given: Buffer, key: string): Promise<void> {
  const bytes = async () => new Uint8Array(given)
  const { pages } = await engine.open(kind, bytes, key)
  const base = await engine.render(kind, bytes, key, pages.length, width)
  await engine.compose(base, {
    lines: ['anna@example.com'],
    code: '0000-0000-0000-0000',
    size: 'small',
    colour: 'grey',
  })
}

test(`${damagedFiles} damaged files of every kind are drawn or refused for a reason`, async () => {
  const all = await fixtures()
  const others = all.map(({ bytes }) => bytes)
  const random = randomFrom(seed)
  let tried = 0
  async function lane(): Promise<void> {
    while (tried < damagedFiles) {
      const { kind, bytes } = all[random(all.length)]!
      const changed = mutate(bytes, random, others)
      const name = `seed ${seed}, file ${++tried}`
      const failure = await draw(kind, changed, name).then(
        () => null,
        (error: unknown) => error,
      )
      if (failure !== null) expect(failure, `${name} (${kind})`).toBeInstanceOf(RenderError)
    }
  }
  await Promise.all([lane(), lane()])
  // Whatever came before: a good document is drawn as ever.
  for (const [index, { kind, bytes }] of all.entries()) {
    const failure = await draw(kind, bytes, `good ${index}`).then(
      () => null,
      (error: RenderError) => error.reason,
    )
    expect([null, 'password', 'unsupported']).toContain(failure)
  }
})
