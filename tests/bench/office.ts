import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { LibreOffice } from '#server/converting/office/libre-office.ts'
import { docx } from '#server/converting/packages/test-documents.ts'
import { RenderEngine } from '#server/rendering/engine.ts'
import { programOf } from '#tests/support/servers/program.ts'
import { alternate, figure, median, type Row } from './rig.ts'

const rounds = 7
const max = 1.3
/** Milliseconds in which the process that waits for the next document has started for certain. */
const rest = 2_500

/** An office document to its first page, beside LibreOffice's conversion alone; both have a process that waits. */
export async function benchOffice(): Promise<Row[]> {
  const program = programOf('soffice')
  if (!program) return []
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-bench-'))
  const log = pino({ level: 'silent' })
  const libreOffice = new LibreOffice({ program, log })
  const engine = new RenderEngine({ workers: 2, log })
  const file = path.join(folder, 'document.docx')
  await writeFile(file, docx(Array.from({ length: 20 }, (_, page) => pageOfWords(page))))
  const convert = (): Promise<Buffer> =>
    libreOffice.convert({ input: createReadStream(file), ending: 'docx', to: 'pdf' }, async (made) => {
      const chunks: Buffer[] = []
      for await (const chunk of made.read()) chunks.push(chunk)
      return Buffer.concat(chunks)
    })
  let keys = 0
  const firstPage = async (): Promise<void> => {
    const pdf = await convert()
    const base = await engine.render('pdf', async () => pdf, `office ${++keys}`, 1, 1200)
    await engine.compose(base, null)
  }
  try {
    await engine.warm()
    await firstPage()
    const measured = await alternate(rounds, { ours: () => timed(firstPage), floor: () => timed(convert) })
    const [ours, floor] = [median(measured['ours'] ?? []), median(measured['floor'] ?? [])]
    const ratio = ours / floor
    return [
      {
        what: 'office document to its first page, beside its conversion alone',
        ours: figure(ours, 'ms'),
        floor: figure(floor, 'ms'),
        ratio,
        goal: `≤ ${max}×`,
        ok: ratio <= max,
      },
    ]
  } finally {
    await libreOffice.close()
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  await pause(rest)
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const vocabulary = 'the share of a room is kept by its owner until every reader has seen what was sent'.split(
  ' ',
)

function pageOfWords(page: number): string {
  return Array.from({ length: 400 }, (_, at) => vocabulary[(page * 7 + at * 11) % vocabulary.length]).join(
    ' ',
  )
}
