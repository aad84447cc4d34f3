import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { TusClient, fileOf } from '#tests/support/browser/tus.ts'
import { day, minute } from '#tests/support/world/clock.ts'
import { signIn, userOf } from '#tests/support/world/make.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { stranger } from '#tests/support/world/people.ts'
import { traces, tryShare } from '#tests/screens/sharing/form.ts'

const quota = 40 * 1024 * 1024
const { app, operator: sender } = await makeWorld({
  config: { storageQuota: quota },
  people: ['otto@example.org'],
})
const client = await new TusClient(sender).begin()
const { resumable, usage } = app.strongroom.services.files

/** More than two parts, and an end that fills no frame. */
const long = randomBytes(11 * 1024 * 1024 + 12_345)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The bytes of a file as the store gives them back. */
async function stored(guid: string): Promise<Buffer> {
  const { object_guid } = await app.strongroom.services.database.kysely
    .selectFrom('file')
    .select('object_guid')
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  return app.strongroom.services.vault.bytes(object_guid)
}

async function remove(...locations: string[]): Promise<void> {
  for (const location of locations) await client.send('DELETE', location)
}

describe('a resumable upload', () => {
  test('says what it can do, to anyone', async () => {
    const { status, headers } = await new TusClient(stranger(app)).send('OPTIONS', '/uploads/resumable')
    expect(status).toBe(204)
    expect(headers.get('tus-version')).toBe('1.0.0')
    expect(headers.get('tus-extension')).toBe('creation,creation-with-upload,termination,expiration,checksum')
    expect(headers.get('tus-checksum-algorithm')).toBe('sha1,sha256')
  })

  test('arrives in parts and is a file then, which a share can use', async () => {
    const document = pdf(['In two parts'])
    const { status, location, headers } = await client.create({ name: 'parts.pdf', size: document.length })
    expect([status, headers.get('upload-offset')]).toEqual([201, '0'])
    expect(new Date(headers.get('upload-expires')!).getTime()).toBe(app.clock.now() + day)
    const first = await client.patch(location, 0, document.subarray(0, 300))
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '300'])
    expect(await client.offset(location)).toBe(300)
    const last = await client.patch(location, 300, document.subarray(300))
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(document.length)])
    expect(await client.offset(location)).toBe(document.length)
    expect((await stored(fileOf(location))).equals(document)).toBe(true)
    await tryShare(sender, { file: fileOf(location) })
    expect([sender.status, sender.heading()]).toEqual([200, 'parts.pdf'])
    // Once it is used it is no upload any more.
    expect(await client.offset(location)).toBe(null)
  })

  test.each([
    ['in one request', [long.length]],
    ['in parts of 5 MiB', [5 * 1024 * 1024, 5 * 1024 * 1024]],
    ['in frames', [64 * 1024, 65_536]],
    ['in parts that meet no border', [1, 4095, 70_000, 3_000_000, 5_242_881]],
  ])('is the same bytes %s', async (_, sizes) => {
    const { location } = await client.create({ name: 'long.bin', size: long.length })
    let at = 0
    for (const size of [...sizes, long.length]) {
      const part = long.subarray(at, at + size)
      if (part.length === 0) continue
      const { status, headers } = await client.patch(location, at, part)
      at += part.length
      expect([status, headers.get('upload-offset')]).toEqual([204, String(at)])
    }
    expect(sha256(await stored(fileOf(location)))).toBe(sha256(long))
    await remove(location)
    expect(await client.offset(location)).toBe(null)
  })

  test('that breaks off keeps what arrived, and goes on there', async () => {
    const { location } = await client.create({ name: 'broken.bin', size: long.length })
    let sent = 0
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent >= 6_000_000) return controller.error(new Error('The line broke'))
        controller.enqueue(new Uint8Array(long.subarray(sent, sent + 100_000)))
        sent += 100_000
      },
    })
    const request = new Request(`http://localhost:3000${location}`, {
      method: 'PATCH',
      headers: {
        host: 'localhost:3000',
        cookie: sender.cookies.header(new URL('http://localhost:3000/'), { isOld: false })!,
        'tus-resumable': '1.0.0',
        'x-form-token': client.token,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
      },
      body: broken,
      duplex: 'half',
    } as RequestInit)
    const answer = await app.strongroom.handle(request, { ip: '127.0.0.1', userAgent: 'x' })
    expect(answer.status).toBe(400)
    const offset = (await client.offset(location))!
    expect(offset).toBeGreaterThan(0)
    expect((await client.patch(location, offset, long.subarray(offset))).status).toBe(204)
    expect(sha256(await stored(fileOf(location)))).toBe(sha256(long))
    await remove(location)
  })

  test('takes PATCH and DELETE as a POST with a header, too', async () => {
    const { location } = await client.create({ size: 5 })
    const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
    const override = { ...type, 'x-http-method-override': 'PATCH' }
    const sent = await client.send('POST', location, override, Buffer.from('hello'))
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, '5'])
    const removed = await client.send('POST', location, { 'x-http-method-override': 'DELETE' })
    expect(removed.status).toBe(204)
    expect(await client.offset(location)).toBe(null)
  })
})

describe('what is wrong', () => {
  test('a wrong offset is 409, and nothing is lost', async () => {
    const { location } = await client.create({ size: 10 })
    await client.patch(location, 0, Buffer.from('hello'))
    for (const offset of [0, 4, 6, 10]) {
      const { status, problem } = await client.patch(location, offset, Buffer.from('x'))
      expect([status, problem]).toEqual([409, 'uploadOffset'])
    }
    expect(await client.offset(location)).toBe(5)
    await remove(location)
  })

  test('more than was announced is 413, and nothing is lost', async () => {
    const { location } = await client.create({ size: 10 })
    await client.patch(location, 0, Buffer.from('hello'))
    const { status, problem } = await client.patch(location, 5, Buffer.from('world!'))
    expect([status, problem]).toEqual([413, 'uploadTooLong'])
    const unsaid = await client.patch(location, 5, Buffer.from('world!'), { 'content-length': '' })
    expect(unsaid.status).toBe(400)
    expect(await client.offset(location)).toBe(5)
    await remove(location)
  })

  test('a wrong checksum is 460, the right one passes', async () => {
    const { location } = await client.create({ size: 10 })
    const sum = (algorithm: string, text: string) =>
      `${algorithm} ${createHash(algorithm).update(text).digest('base64')}`
    const wrong = await client.patch(location, 0, Buffer.from('hello'), {
      'upload-checksum': sum('sha1', 'other'),
    })
    expect([wrong.status, wrong.problem]).toEqual([460, 'checksumWrong'])
    expect(await client.offset(location)).toBe(0)
    const right = await client.patch(location, 0, Buffer.from('hello'), {
      'upload-checksum': sum('sha256', 'hello'),
    })
    expect(right.status).toBe(204)
    const unknown = await client.patch(location, 5, Buffer.from('world'), { 'upload-checksum': 'md5 abc=' })
    expect([unknown.status, unknown.problem]).toEqual([400, 'uploadUnreadable'])
    await remove(location)
  })

  test('a file that is not what its SHA-256 says leaves nothing', async () => {
    const before = await traces(app)
    const right = await client.create({ size: 5, more: { sha256: sha256(Buffer.from('hello')) } })
    expect((await client.patch(right.location, 0, Buffer.from('hello'))).status).toBe(204)
    await remove(right.location)
    const wrong = await client.create({ size: 5, more: { sha256: sha256(Buffer.from('other')) } })
    const { status, problem } = await client.patch(wrong.location, 0, Buffer.from('hello'))
    expect([status, problem]).toEqual([460, 'fileChecksumWrong'])
    expect(await client.offset(wrong.location)).toBe(null)
    const { files, objects, stored: bytes } = await traces(app)
    expect({ files, objects, bytes }).toEqual({
      files: before.files,
      objects: before.objects,
      bytes: before.stored,
    })
  })

  test('another version of the protocol is 412', async () => {
    const answer = await client.create({ size: 5, headers: { 'tus-resumable': '0.2.2' } })
    expect([answer.status, answer.headers.get('tus-version')]).toEqual([412, '1.0.0'])
  })

  test.each([
    ['no length', { size: Number.NaN }, 400, 'uploadUnreadable'],
    ['an empty file', { size: 0 }, 400, 'fileEmpty'],
    ['a forbidden name', { size: 5, name: 'con.pdf' }, 400, 'fileNameRefused'],
    [
      'metadata that no one can read',
      { size: 5, headers: { 'upload-metadata': 'filename ***' } },
      400,
      'uploadUnreadable',
    ],
    ['a hash that is none', { size: 5, more: { sha256: 'abc' } }, 400, 'uploadUnreadable'],
    ['more than the quota', { size: quota + 1 }, 413, 'quotaFull'],
    ['more than the plan allows', { size: 100 * 1024 ** 4 }, 413, 'fileTooLarge'],
    ['a token of someone else', { size: 5, headers: { 'x-form-token': 'A'.repeat(43) } }, 403, 'formExpired'],
    ['a form of another site', { size: 5, headers: { origin: 'https://evil.example' } }, 403, 'foreignForm'],
  ])('%s is refused when the upload begins', async (_, wanted, status, problem) => {
    const answer = await client.create(wanted)
    expect([answer.status, answer.problem]).toEqual([status, problem])
  })

  test('a program under the name of a document is refused with its first bytes, and leaves nothing', async () => {
    const before = await traces(app)
    const { location } = await client.create({ name: 'a.pdf', size: 10_000 })
    const bytes = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(9_998)])
    const { status, problem } = await client.patch(location, 0, bytes.subarray(0, 5_000))
    expect([status, problem]).toEqual([415, 'fileTypeMismatch'])
    expect(await client.offset(location)).toBe(null)
    expect(await traces(app)).toEqual(before)
  })

  test('what was written and never noted is written over, whatever it was', async () => {
    const { location } = await client.create({ name: 'changed.bin', size: long.length })
    await client.patch(location, 0, long.subarray(0, 3_000_000))
    // As after a process that ended between writing and noting it.
    await app.strongroom.services.database.kysely
      .updateTable('upload')
      .set({ received: 0, sealed: 0, crc32: 0, rest: null })
      .where('guid', '=', fileOf(location))
      .execute()
    const changed = Buffer.from(long)
    changed[1_000_000]! ^= 1
    expect((await client.patch(location, 0, changed.subarray(0, 2_000_000))).status).toBe(204)
    expect((await client.patch(location, 2_000_000, changed.subarray(2_000_000))).status).toBe(204)
    expect(sha256(await stored(fileOf(location)))).toBe(sha256(changed))
    await remove(location)
  })
})

describe('the quota', () => {
  test('counts what has arrived of unfinished files, and at the end', async () => {
    const own = await client.begin()
    const half = quota / 2 + 1
    const first = await own.create({ name: 'a.bin', size: half })
    const second = await own.create({ name: 'b.bin', size: half })
    expect([first.status, second.status]).toEqual([201, 201])
    expect((await own.patch(first.location, 0, new Uint8Array(half))).status).toBe(204)
    const { status, problem } = await own.patch(second.location, 0, new Uint8Array(half))
    expect([status, problem]).toEqual([413, 'quotaFull'])
    expect(await own.offset(second.location)).toBe(null)
    await own.send('DELETE', first.location)
    const { consumed } = await usage.of(await userOf(app, 'olivia@example.org'))
    expect(consumed).toBeLessThan(quota / 2)
  })
})

describe('someone else', () => {
  test('a stranger gets the same answer to everything', async () => {
    const own = await new TusClient(await signIn(app, 'olivia@example.org')).begin()
    const { location } = await own.create({ size: 5 })
    const nobody = await new TusClient(stranger(app)).begin()
    const nothing = `/uploads/resumable/${'0'.repeat(32)}`
    for (const place of [location, nothing]) {
      expect((await nobody.send('HEAD', place)).status).toBe(401)
      expect((await nobody.patch(place, 0, Buffer.from('hello'))).status).toBe(401)
      expect((await nobody.send('DELETE', place)).status).toBe(401)
    }
    expect((await nobody.create({ size: 5 })).status).toBe(401)
    expect(
      (await nobody.create({ size: 5, more: { room: '0'.repeat(32), folder: '1'.repeat(32) } })).status,
    ).toBe(401)
    await own.send('DELETE', location)
  })

  test('another account finds nothing', async () => {
    const own = await new TusClient(await signIn(app, 'olivia@example.org')).begin()
    const { location } = await own.create({ size: 5 })
    const others = await new TusClient(await signIn(app, 'otto@example.org')).begin()
    for (const place of [location, `/uploads/resumable/${'0'.repeat(32)}`]) {
      expect((await others.send('HEAD', place)).status).toBe(404)
      expect((await others.patch(place, 0, Buffer.from('hello'))).status).toBe(404)
      expect((await others.send('DELETE', place)).status).toBe(404)
    }
    expect(await own.offset(location)).toBe(0)
    await own.send('DELETE', location)
  })

  test('an ended session is at its end in the middle of a file, too', async () => {
    const browser = await signIn(app, 'olivia@example.org')
    const own = await new TusClient(browser).begin()
    const { location } = await own.create({ size: 10 })
    await own.patch(location, 0, Buffer.from('hello'))
    const kept = browser.cookies.value('session')
    await browser.open('/access/logout')
    await browser.send('signOut')
    expect(kept).toBeTruthy()
    expect((await own.patch(location, 5, Buffer.from('world'))).status).toBe(401)
    expect((await own.send('HEAD', location)).status).toBe(401)
  })
})

test(
  'of two that go on with one upload, one has it; when it is silent for a quarter of a minute, the other',
  { tags: ['engines'] },
  async () => {
    const own = await new TusClient(await signIn(app, 'olivia@example.org')).begin()
    const { location } = await own.create({ name: 'two.bin', size: long.length })
    const [one, two] = await Promise.all([
      own.patch(location, 0, long.subarray(0, 6_000_000)),
      own.patch(location, 0, long.subarray(0, 6_000_000)),
    ])
    expect([one.status, two.status].toSorted()).toEqual([204, 423])
    await app.strongroom.services.database.kysely
      .updateTable('upload')
      .set({ held_by: 'a process that is gone', held_until: app.clock.now() + 15_000 })
      .where('guid', '=', fileOf(location))
      .execute()
    const held = await own.patch(location, 6_000_000, long.subarray(6_000_000))
    expect([held.status, held.problem]).toEqual([423, 'uploadHeld'])
    app.clock.advance(15_000)
    expect((await own.patch(location, 6_000_000, long.subarray(6_000_000))).status).toBe(204)
    expect(sha256(await stored(fileOf(location)))).toBe(sha256(long))
  },
)

describe('what is not finished', () => {
  test('is there for 24 hours, and then leaves no byte', async () => {
    const own = await new TusClient(await signIn(app, 'olivia@example.org')).begin()
    const before = await traces(app)
    const { location } = await own.create({ name: 'left.bin', size: long.length })
    await own.patch(location, 0, long.subarray(0, 3_000_000))
    app.clock.advance(day - minute)
    await resumable.sweep()
    const later = await new TusClient(await signIn(app, 'olivia@example.org')).begin()
    expect(await later.offset(location)).toBe(3_000_000)
    app.clock.advance(minute)
    expect(await later.offset(location)).toBe(null)
    expect((await later.patch(location, 3_000_000, long.subarray(3_000_000))).status).toBe(404)
    expect(await resumable.sweep()).toBeGreaterThanOrEqual(1)
    const { files, objects, stored: bytes } = await traces(app)
    expect([files, objects, bytes]).toEqual([before.files, before.objects, before.stored])
  })

  test('too many that are unfinished are 429', async () => {
    const client = await new TusClient(await signIn(app, 'olivia@example.org')).begin()
    const before = await traces(app)
    const { kysely } = app.strongroom.services.database
    const { location } = await client.create({ size: 5 })
    const row = await kysely
      .selectFrom('upload')
      .selectAll()
      .where('guid', '=', fileOf(location))
      .executeTakeFirstOrThrow()
    const many = Array.from({ length: 999 }, (_, index) => ({
      ...row,
      guid: String(index).padStart(32, '0'),
    }))
    for (let at = 0; at < many.length; at += 100)
      await kysely
        .insertInto('upload')
        .values(many.slice(at, at + 100))
        .execute()
    const { status, problem } = await client.create({ size: 5 })
    expect([status, problem]).toEqual([429, 'tooManyUnfinished'])
    app.clock.advance(day)
    expect(await resumable.sweep()).toBeGreaterThanOrEqual(1000)
    expect((await traces(app)).stored).toEqual(before.stored)
  })
})
