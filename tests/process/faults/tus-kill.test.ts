import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Upload } from 'tus-js-client'
import { expect, test } from 'vitest'
import { TusClient } from '#tests/support/browser/tus.ts'
import { budget, seed } from '#tests/support/world/budget.ts'
import { makeOperator } from '#tests/support/world/make.ts'
import { Dice } from './dice.ts'
import { KilledServer } from './killed-server.ts'
import { expectArrived } from './upload-story.ts'

const kills = budget({ some: 3, all: 20 })
const chunkSize = 1_500_000
const pause = 200
const sumOf = (part: Buffer) => `sha256 ${createHash('sha256').update(part).digest('base64')}`

test.each([
  ['parts', false],
  ['parts with checksums', true],
])(
  `tus-js-client brings a file whole through ${kills} kills of the server in %s, and sends nothing twice that it was told is there`,
  async (_, hasSums) => {
    const server = await KilledServer.start()
    const olivia = await makeOperator(server)
    const { token } = await new TusClient(olivia).begin()
    const bytes = randomBytes((kills + 2) * 4_000_000)
    const dice = new Dice(seed)
    let left = kills
    let next = dice.below(4_000_000)
    let isDown: Promise<void> | null = null
    const acknowledged: number[] = []
    let summed = 0
    const location = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(bytes, {
        endpoint: new URL('/uploads/resumable', olivia.url).href,
        chunkSize,
        retryDelays: Array.from({ length: 1000 }, () => pause),
        onShouldRetry: () => true,
        metadata: { filename: 'long.bin' },
        headers: { 'X-Form-Token': token, Cookie: olivia.cookies.header(olivia.url, { isOld: false })! },
        onBeforeRequest(request) {
          const at = Number(request.getHeader('Upload-Offset') ?? Number.NaN)
          if (!hasSums || !(at >= 0)) return
          summed++
          request.setHeader('Upload-Checksum', sumOf(bytes.subarray(at, at + chunkSize)))
        },
        onProgress(sent) {
          if (left === 0 || sent < next || isDown) return
          left--
          next = sent + dice.below(6_000_000)
          isDown = server.kill().then(() => server.startAgain())
          void isDown.then(() => (isDown = null), reject)
        },
        onChunkComplete: (_, accepted) => void acknowledged.push(accepted),
        onError: reject,
        onSuccess: () => resolve(new URL(upload.url!).pathname),
      })
      upload.start()
    })
    await isDown
    expect(summed > 0).toBe(hasSums)
    expect([left, acknowledged.at(-1)]).toEqual([0, bytes.length])
    expect(acknowledged).toEqual(acknowledged.toSorted((one, other) => one - other))
    await expectArrived(server, olivia, { location, bytes })
    expect(await readdir(path.join(server.dataDir, 'objects', 'halted'))).toEqual([])
  },
)
