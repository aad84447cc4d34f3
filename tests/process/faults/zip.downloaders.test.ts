import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeOperator } from '#tests/support/world/make.ts'
import { OneServer } from './one-server.ts'
import { askForZip, Download, shareAll, zipReady } from './zip-story.ts'

const megabyte = 1024 * 1024
const files = ['one.bin', 'two.bin'].map((name) => ({ name, bytes: randomBytes(6 * megabyte + 7) }))

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: 'ignore' })
  const [code] = (await once(child, 'close')) as [number]
  expect([program, code]).toEqual([program, 0])
}

function sumOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

test('curl and wget go on with half a ZIP, and aria2 fetches it over eight connections: the bytes are the same', async () => {
  const server = await OneServer.start()
  const guids = await shareAll(server, await makeOperator(server), files)
  const reader = await askForZip(server, guids)
  const address = new URL(await zipReady(reader), server.process.origin)
  const download = await Download.begin(reader, address.pathname)
  await download.read()
  const whole = download.bytes
  expect(whole.length).toBe(download.length)

  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-downloaders-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const cookie = `Cookie: ${reader.cookies.header(address, { isOld: false })}`
  const half = whole.subarray(0, whole.length / 2)
  const ways: [string, Buffer | null, (file: string) => string[]][] = [
    ['curl', half, (file) => ['-sSf', '-C', '-', '-H', cookie, '-o', file, address.href]],
    ['wget', half, (file) => ['-q', '-c', '--header', cookie, '-O', file, address.href]],
    [
      'aria2c',
      null,
      (file) =>
        `-q -x 8 -s 8 -k 1M --file-allocation=none -d ${folder} -o ${path.basename(file)}`
          .split(' ')
          .concat('--header', cookie, address.href),
    ],
  ]
  for (const [program, begun, args] of ways) {
    const file = path.join(folder, `${program}.zip`)
    if (begun) await writeFile(file, begun)
    await run(program, args(file))
    expect([program, sumOf(await readFile(file))]).toEqual([program, sumOf(whole)])
  }
})
