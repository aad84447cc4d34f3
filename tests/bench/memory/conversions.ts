import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { docx, odp, ods, odt, rtf, xlsx } from '#server/converting/packages/test-documents.ts'
import { openXmlWith } from '#tests/support/carriers/open-xml.ts'
import { noisyPng } from '#tests/support/files/documents.ts'
import { older } from '#tests/support/files/older.ts'
import { programOf } from '#tests/support/servers/program.ts'
import { makeDocument } from '../floors/documents.ts'
import { curl, operatorOf, password } from '../people.ts'
import { forgetPeak, peakMegabytes, residentMegabytes, sleep, type Row } from '../rig.ts'
import { scratchFolder, startStrongroom, type RunningStrongroom } from '../server.ts'
import { memoryRow } from '../uploads.ts'

const minute = 60_000
/** So many files of a run may wait to be rendered at a time. */
const ahead = 20

type Sample = { name: string; file: string }

/**
 * The memory of the server after it has made pages of many files of all kinds: 1,000, or with `--files=100` so many.
 */
export async function benchConversions(): Promise<Row[]> {
  if (!programOf('soffice')) return []
  const wanted = process.argv.find((argument) => argument.startsWith('--files='))
  const count = Number(wanted?.slice('--files='.length) ?? 1000)
  const samples = await makeSamples(await scratchFolder())
  const server = await startStrongroom()
  try {
    await operatorOf(server)
    const token = await tokenOf(server)
    forgetPeak(server.pid)
    for (let at = 0; at < count; at++) {
      await send(server, token, samples[at % samples.length]!, at)
      if (at % ahead === ahead - 1) await rendered(server, token)
    }
    await rendered(server, token)
    const peak = peakMegabytes(server.pid)
    await sleep(minute)
    const settled = residentMegabytes(server.pid)
    return [
      memoryRow(`memory while ${count} files of ${samples.length} kinds are converted, at most`, peak, 960),
      memoryRow('the same, a minute after', settled, 300),
    ]
  } finally {
    await server.stop()
  }
}

async function tokenOf(server: RunningStrongroom): Promise<string> {
  const fields = { Email: 'olivia@example.org', Password: password }
  const { AccessToken } = JSON.parse(await call(server, '/v2/account/token', null, fields)) as {
    AccessToken: string
  }
  return AccessToken
}

function call(
  server: RunningStrongroom,
  address: string,
  token: string | null,
  fields: Record<string, string>,
): Promise<string> {
  const given = Object.entries(fields).flatMap(([name, value]) => ['--data-urlencode', `${name}=${value}`])
  return curl(['-f', '-H', `Authorization: Bearer ${token}`, ...given, server.url + address])
}

async function send(
  server: RunningStrongroom,
  token: string,
  { name, file }: Sample,
  at: number,
): Promise<void> {
  const upload = ['-f', '-H', `Authorization: Bearer ${token}`, '-F', `file=@${file};filename=${at}-${name}`]
  const DocumentUrl = await curl([...upload, `${server.url}/v1/upload`])
  const choices = { ShareOptions: '["public","webview"]', DestructSeconds: '-1' }
  const answer = await call(server, '/v5/sharefile', token, { DocumentUrl, ...choices })
  if (!answer.includes('20000')) throw new Error(answer)
}

async function rendered(server: RunningStrongroom, token: string): Promise<void> {
  for (;;) {
    const answer = await call(server, '/v3/shares', token, { SharePageSize: '50' })
    const { Shares } = JSON.parse(answer) as { Shares: { RenderStatus: string }[] }
    if (Shares.every(({ RenderStatus }) => RenderStatus !== 'In Progress')) return
    await sleep(300)
  }
}

const words = 'the share of a room is kept by its owner until every reader has seen what was sent. '.repeat(
  30,
)

/** Files of all kinds, in a folder. */
async function makeSamples(folder: string): Promise<Sample[]> {
  const pages = (count: number) => Array.from({ length: count }, (_, at) => `${at} ${words}`)
  const cells = Array.from({ length: 200 }, (_, row) =>
    Array.from({ length: 12 }, (_, column) => `${row * column}`),
  )
  const [text, table, slides] = [docx(pages(8)), xlsx(cells), odp(...pages(6))]
  const old = async (from: string, bytes: Buffer, to: string): Promise<Buffer> => {
    const place = path.join(folder, to)
    await mkdir(place)
    return older(place, from, bytes, to)
  }
  const noise = noisyPng(1600, 1200)
  const contents: Record<string, Buffer> = {
    'short.pdf': await readFile(await makeDocument(folder, 5)),
    'text.docx': text,
    'picture.png': noise,
    'text.odt': odt(words.repeat(20)),
    'table.xlsx': table,
    'notes.txt': Buffer.from(words.repeat(50)),
    'long.pdf': await readFile(await makeDocument(folder, 120)),
    'table.ods': ods(cells),
    'slides.pptx': openXmlWith('pptx', []),
    'photo.jpg': await sharp(noise).jpeg().toBuffer(),
    'slides.odp': slides,
    'mail.eml': Buffer.from(`From: a@example.org\nTo: b@example.org\nSubject: Plan\n\n${words}`),
    'text.rtf': rtf(words),
    'table.csv': Buffer.from(cells.map((cellsOfRow) => cellsOfRow.join(',')).join('\n')),
    'large.docx': docx(pages(60)),
    'photo.webp': await sharp(noise).webp().toBuffer(),
    'old.doc': await old('docx', text, 'doc'),
    'old.xls': await old('xlsx', table, 'xls'),
    'old.ppt': await old('odp', slides, 'ppt'),
  }
  return Promise.all(
    Object.entries(contents).map(async ([name, bytes]) => {
      const file = path.join(folder, name)
      await writeFile(file, bytes)
      return { name, file }
    }),
  )
}
