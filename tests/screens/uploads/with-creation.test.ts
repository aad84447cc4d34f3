import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { TusClient, fileOf } from '#tests/support/browser/tus.ts'
import { minute } from '#tests/support/world/clock.ts'
import { signIn } from '#tests/support/world/make.ts'
import { stranger } from '#tests/support/world/people.ts'
import { enterRoom } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { traces, tryShare } from '#tests/screens/sharing/form.ts'

const cora = 'cora@example.net'
const vera = 'vera@example.net'
const quota = 20 * 1024 * 1024
const {
  app,
  room,
  operator: sender,
} = await makeWorld({
  config: { storageQuota: quota },
  room: { tree: { Contracts: {} }, members: { [cora]: 4, [vera]: 3 } },
})
const client = await new TusClient(sender).begin()
const hello = Buffer.from('hello')
/** Too large for its SHA-256 to be computed on its way. */
const large = randomBytes(2 * 1024 * 1024)
/** More than two parts, and an end that fills no frame. */
const long = randomBytes(11 * 1024 * 1024 + 12_345)

function sumOf(bytes: Uint8Array, algorithm = 'sha256') {
  return { 'upload-checksum': `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}` }
}

async function stored(guid: string): Promise<Buffer> {
  const { object_guid } = await app.strongroom.services.database.kysely
    .selectFrom('file')
    .select('object_guid')
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  return app.strongroom.services.vault.bytes(object_guid)
}

async function bring(bytes: Buffer, headers: Record<string, string> = {}): Promise<string> {
  const { location } = await client.createWith({ name: 'summed.bin', size: bytes.length, headers }, bytes)
  return location
}

/** The SHA-256 that is known of an upload, and how many jobs will compute it. */
async function hashOf(location: string): Promise<{ sha256: string | null; jobs: number }> {
  const { kysely } = app.strongroom.services.database
  const { guid, sha256 } = await kysely
    .selectFrom('file')
    .innerJoin('object', 'object.guid', 'file.object_guid')
    .select(['object.guid', 'object.sha256'])
    .where('file.guid', '=', fileOf(location))
    .executeTakeFirstOrThrow()
  const jobs = await kysely.selectFrom('job').select('payload').where('kind', '=', 'object-hash').execute()
  return { sha256, jobs: jobs.filter(({ payload }) => payload.includes(guid)).length }
}

/** What is kept, once the upload is over. */
async function kept() {
  const { files, objects, stored: bytes } = await traces(app)
  const { kysely } = app.strongroom.services.database
  const uploads = await kysely.selectFrom('upload').select('guid').where('finished_at', 'is', null).execute()
  return { files, objects, bytes, uploads }
}

describe('the request that begins an upload', () => {
  test.each([
    ['a small file', hello],
    ['exactly one part', long.subarray(0, 5 * 1024 * 1024)],
    ['a large file', long],
  ])('brings the whole of %s, which a share can use then', async (_, bytes) => {
    const { status, location, headers } = await client.createWith(
      { name: 'whole.bin', size: bytes.length, headers: sumOf(bytes) },
      bytes,
    )
    expect([status, headers.get('upload-offset')]).toEqual([201, String(bytes.length)])
    expect(headers.has('upload-expires')).toBe(false)
    expect(await client.offset(location)).toBe(bytes.length)
    expect((await stored(fileOf(location))).equals(bytes)).toBe(true)
    // Sent again, as by a client that did not get the answer.
    expect((await client.patch(location, bytes.length, new Uint8Array())).status).toBe(204)
    await client.send('DELETE', location)
    expect(await client.offset(location)).toBe(null)
  })

  test.each([
    ['a small file', hello, 0],
    ['a large file', large, 1],
  ])(
    'brings with its sum the SHA-256 of %s; without, only of a large one a job computes it',
    async (_, bytes, jobs) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const [summed, unsummed] = [await bring(bytes, sumOf(bytes)), await bring(bytes)]
      expect(await hashOf(summed)).toEqual({ sha256, jobs: 0 })
      expect(await hashOf(unsummed)).toEqual({ sha256: jobs === 0 ? sha256 : null, jobs })
      for (const location of [summed, unsummed]) await client.send('DELETE', location)
    },
  )

  test('brings what a share uses at once', async () => {
    const { location } = await client.createWith({ name: 'used.txt', size: 5 }, hello)
    await tryShare(sender, { file: fileOf(location) })
    expect([sender.status, sender.heading()]).toEqual([200, 'used.txt'])
    expect(await client.offset(location)).toBe(null)
  })

  test.each([
    ['some bytes', 3],
    ['more than a part', 6_000_000],
    ['none', 0],
  ])('brings %s, and the upload goes on there', async (_, count) => {
    const { status, location, headers } = await client.createWith(
      { name: 'part.bin', size: long.length },
      long.subarray(0, count),
    )
    expect([status, headers.get('upload-offset')]).toEqual([201, String(count)])
    expect(new Date(headers.get('upload-expires')!).getTime()).toBeGreaterThan(app.clock.now())
    expect(await client.offset(location)).toBe(count)
    expect((await client.patch(location, count, long.subarray(count))).status).toBe(204)
    expect((await stored(fileOf(location))).equals(long)).toBe(true)
    await client.send('DELETE', location)
  })

  test('brings a file to a room, for those who can add there', async () => {
    const more = { room: room.guid, folder: room.items['Contracts']! }
    const contributor = await new TusClient(await enterRoom(app, room.guid, cora)).begin()
    const viewer = await new TusClient(await enterRoom(app, room.guid, vera)).begin()
    expect((await contributor.createWith({ size: 5, more }, hello)).status).toBe(201)
    const before = await kept()
    expect([403, 404]).toContain((await viewer.createWith({ size: 5, more }, hello)).status)
    const elsewhere = { ...more, folder: '0'.repeat(32) }
    expect((await contributor.createWith({ size: 5, more: elsewhere }, hello)).status).toBe(404)
    expect(await kept()).toEqual(before)
  })
})

describe('what is wrong with it leaves nothing', () => {
  const evil = { origin: 'https://evil.example' }
  const sha256 = createHash('sha256').update('other').digest('hex')
  test.each([
    ['another sum', { size: 5, headers: sumOf(Buffer.from('other')) }, 460, 'checksumWrong'],
    ['another sum of some', { size: 9, headers: sumOf(Buffer.from('other'), 'sha1') }, 460, 'checksumWrong'],
    ['an unknown sum', { size: 5, headers: { 'upload-checksum': 'md5 abc=' } }, 400, 'uploadUnreadable'],
    ['another SHA-256 of the file', { size: 5, more: { sha256 } }, 460, 'fileChecksumWrong'],
    ['more than announced', { size: 4 }, 413, 'uploadTooLong'],
    ['more than announced, unsaid', { size: 4, headers: { 'content-length': '4' } }, 413, 'uploadTooLong'],
    ['an empty file', { size: 0 }, 400, 'fileEmpty'],
    ['a forbidden name', { size: 5, name: '../con.pdf' }, 400, 'fileNameRefused'],
    ['what its name does not say', { size: 5, name: 'a.pdf' }, 415, 'fileTypeMismatch'],
    ['more than the quota', { size: quota + 1 }, 413, 'quotaFull'],
    ['a token of someone else', { size: 5, headers: { 'x-form-token': 'A'.repeat(43) } }, 403, 'formExpired'],
    ['a form of another site', { size: 5, headers: evil }, 403, 'foreignForm'],
    ['another version', { size: 5, headers: { 'tus-resumable': '0.2.2' } }, 412, 'tusVersion'],
  ])('%s', async (_, wanted, status, problem) => {
    const before = await kept()
    const bytes = 'name' in wanted && wanted.name === 'a.pdf' ? Buffer.from('MZabc') : hello
    const answer = await client.createWith(wanted, bytes)
    expect([answer.status, answer.problem, answer.location]).toEqual([status, problem, ''])
    expect(await kept()).toEqual(before)
  })

  test.each([
    ['before its first part', 300_000, {}],
    ['after its first part', 6_000_000, {}],
    ['with a sum', 300_000, sumOf(long)],
  ])('a line that breaks %s', async (_, count, headers) => {
    const before = await kept()
    let sent = 0
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent >= count) return controller.error(new Error('The line broke'))
        controller.enqueue(new Uint8Array(long.subarray(sent, sent + 100_000)))
        sent += 100_000
      },
    })
    const request = new Request('http://localhost:3000/uploads/resumable', {
      method: 'POST',
      headers: {
        host: 'localhost:3000',
        cookie: sender.cookies.header(new URL('http://localhost:3000/'), { isOld: false })!,
        'tus-resumable': '1.0.0',
        'x-form-token': client.token,
        'content-type': 'application/offset+octet-stream',
        'upload-length': String(long.length),
        'upload-metadata': `filename ${btoa('broken.bin')}`,
        ...headers,
      },
      body: broken,
      duplex: 'half',
    } as RequestInit)
    expect((await app.strongroom.handle(request, { ip: '127.0.0.1', userAgent: 'x' })).status).toBe(400)
    expect(await kept()).toEqual(before)
  })

  test('a stranger, and someone whose session has ended', async () => {
    const before = await kept()
    const nobody = await new TusClient(stranger(app)).begin()
    expect((await nobody.createWith({ size: 5 }, hello)).status).toBe(401)
    const browser = await signIn(app, 'olivia@example.org')
    const own = await new TusClient(browser).begin()
    await browser.open('/access/logout')
    await browser.send('signOut')
    app.clock.advance(minute)
    expect((await own.createWith({ size: 5 }, hello)).status).toBe(401)
    expect(await kept()).toEqual(before)
  })
})
