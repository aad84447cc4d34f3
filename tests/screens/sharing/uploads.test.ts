import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day, hour } from '#tests/support/world/clock.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { makeShare, makeUser, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { asksForFile, contract, traces, tryShare } from './form.ts'
import { framesOf, stream, text } from '#tests/support/browser/stream.ts'

const MB = 1024 * 1024
const limit = 25 * MB

/** Accounts of the Free tier: 25 MB a file. */
const { app, operator } = await makeWorld({ config: { defaultTier: 0 } })
let sender = operator

async function storedFile(name: string) {
  return app.strongroom.services.database.kysely
    .selectFrom('file')
    .innerJoin('object', 'object.guid', 'file.object_guid')
    .select(['file.size', 'file.taken_at', 'object.crc32', 'object.size as stored', 'object.guid'])
    .where('file.name', '=', name)
    .executeTakeFirstOrThrow()
}

function keptId(browser: Browser): string {
  return browser.page.root.querySelector('input[name=file][value]')!.getAttribute('value')!
}

describe('the size of a file', () => {
  test('can be the whole limit of the plan', async () => {
    const { head, tail } = await framesOf(sender, {}, 'largest.txt')
    const { response } = await stream(app, sender, [head, ...text(limit), tail])
    expect(response.status).toBe(303)
    expect(await storedFile('largest.txt')).toMatchObject({ size: limit, stored: limit })
  })

  test('cannot be one byte more: 413, the form filled, nothing left behind', async () => {
    const before = await traces(app)
    const { head, tail } = await framesOf(sender, { message: 'Please read' }, 'larger.txt')
    const { response, page } = await stream(app, sender, [head, ...text(limit + 1), tail])
    expect([response.status, page.heading()]).toEqual([413, 'Share a file'])
    expect(page.text()).toContain(
      'This file is larger than your plan allows: 25 MB at most. It wasn’t saved.',
    )
    expect(page.valueOf('People')).toBe('rita@example.net')
    expect(page.valueOf('Message')).toBe('Please read')
    expect(await traces(app)).toEqual(before)
  })

  test('is checked as it arrives: a sender without end is not listened to without end', async () => {
    const before = await traces(app)
    const { head } = await framesOf(sender)
    let sent = 0
    function* endless() {
      yield head
      for (const piece of text(Number.MAX_SAFE_INTEGER)) {
        sent += piece.length
        yield piece
      }
    }
    const { response } = await stream(app, sender, endless())
    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(200 * MB)
    expect(await traces(app)).toEqual(before)
  })
})

describe('a form that says how long it is', () => {
  /** Sends a form whose file does not end; returns how much of the file was asked for. */
  async function sendEndless(declared: number, { intent = 'share', address = '/share' } = {}) {
    const before = await traces(app)
    const { head } = await framesOf(sender, { intent }, 'endless.txt', address)
    let sent = 0
    function* endless() {
      yield head
      for (const piece of text(Number.MAX_SAFE_INTEGER)) {
        sent += piece.length
        yield piece
      }
    }
    const { response, page } = await stream(app, sender, endless(), { address, declared })
    expect([response.status, page.text()]).toEqual([
      413,
      expect.stringContaining('larger than your plan allows: 25 MB'),
    ])
    expect(await traces(app)).toEqual(before)
    return sent
  }

  test('and could hold several files is read to the byte with which one is too large, and no further', async () => {
    const sent = await sendEndless(400 * MB)
    expect(sent).toBeGreaterThan(limit)
    expect(sent).toBeLessThan(limit + 2 * MB)
  })

  test('and could not hold so many files is refused before the first is read', async () => {
    expect(await sendEndless(900 * MB)).toBeLessThan(2 * MB)
  })

  test('and takes one file is refused before that is read', async () => {
    const guid = await makeShare(app, sender)
    const versions = { intent: 'add', address: `/s/${guid}/versions` }
    expect(await sendEndless(100 * MB, versions)).toBeLessThan(2 * MB)
  })
})

describe('an upload that breaks off', () => {
  test('in the middle of the file leaves nothing behind, and the server answers on', async () => {
    const before = await traces(app)
    const { head } = await framesOf(sender)
    function* breaking() {
      yield head
      yield* text(3 * MB)
      throw new Error('the line broke')
    }
    const { response } = await stream(app, sender, breaking())
    expect(response.status).toBe(400)
    expect(await traces(app)).toEqual(before)
    expect((await sender.open('/home')).status).toBe(200)
  })

  test.each([
    ['nothing', (head: Buffer) => [head.subarray(0, 0)]],
    ['half of its first line', (head: Buffer) => [head.subarray(0, 10)]],
    ['its token', (head: Buffer) => [head.subarray(0, head.indexOf('name="intent"'))]],
    ['its fields', (head: Buffer) => [head.subarray(0, head.indexOf('filename='))]],
    ['the head of the file', (head: Buffer) => [head]],
    ['a part of the file', (head: Buffer) => [head, Buffer.from('some words')]],
    ['all but the last mark', (head: Buffer) => [head, ...text(MB), Buffer.from('\r\n----')]],
  ])('after %s is told so in words, and leaves nothing behind', async (_, cut) => {
    const before = await traces(app)
    const { head } = await framesOf(sender)
    const { response, page } = await stream(app, sender, cut(head))
    expect(response.status).toBe(400)
    expect(page.text()).toMatch(/The upload was interrupted and nothing was saved|couldn’t be read/)
    expect(page.text()).not.toMatch(/node_modules|\.ts:\d|\.js:\d/)
    expect(await traces(app)).toEqual(before)
  })

  test('for a reason of the server says so, keeps the form, and leaves nothing behind', async () => {
    const before = await traces(app)
    const { uploads } = app.strongroom.services.files
    const failing = vi
      .spyOn(uploads, 'receive')
      .mockRejectedValueOnce(new Error('a disk that nobody expected'))
    await tryShare(sender)
    failing.mockRestore()
    expect([sender.status, sender.heading()]).toEqual([500, 'Share a file'])
    expect(sender.text()).toContain('Something went wrong on our side.')
    expect(sender.text()).not.toContain('a disk that nobody expected')
    expect(sender.page.valueOf('Message')).toContain('Please read')
    expect(await traces(app)).toEqual(before)
  })
})

test('uploads at the same time do not mix', { tags: ['engines'] }, async () => {
  const emails = ['k', 'l', 'm']
  const frames = await Promise.all(emails.map((email) => framesOf(sender, {}, `${email}.txt`)))
  const answers = await Promise.all(
    frames.map(({ head, tail }, at) => stream(app, sender, [head, ...text(3 * MB + at, emails[at]), tail])),
  )
  expect(answers.map(({ response }) => response.status)).toEqual([303, 303, 303])
  expect(new Set(answers.map(({ response }) => response.headers.get('location'))).size).toBe(3)
  for (const [at, email] of emails.entries()) {
    const file = await storedFile(`${email}.txt`)
    expect(file).toMatchObject({ size: 3 * MB + at, crc32: crc32(Buffer.alloc(3 * MB + at, email)) })
  }
})

describe('a file that arrived with a form that was refused', () => {
  test('is kept: at the second try it is shared as it was', async () => {
    const bytes = pdf(['A page that must not change'])
    await tryShare(sender, { file: { name: 'kept.pdf', bytes }, recipients: 'nobody' })
    expect(sender.text()).toContain('kept.pdf\nUploaded. Clear the checkbox to leave it out.')
    expect(asksForFile(sender)).toBe(false)
    sender.fill('People', 'rita@example.net')
    await sender.press('Share file')
    expect([sender.status, sender.heading()]).toEqual([200, 'kept.pdf'])
    const guid = sender.url.pathname.slice('/s/'.length)
    await app.settle()
    const original = await sender.fetch(`/view/${guid}/download`)
    expect(digest(await original.arrayBuffer())).toBe(digest(bytes))
  })

  test('is gone after a day: the form asks for it again', async () => {
    await tryShare(sender, { recipients: '' })
    const old = sender.page.submission(sender.page.form('share'))
    app.clock.advance(day + hour)
    await app.strongroom.services.sweepStorage()
    sender = await signIn(app, operatorEmail)
    const id = String(old.entries.find(({ name }) => name === 'file')!.value)
    await tryShare(sender, { file: id })
    expect(sender.status).toBe(410)
    expect(sender.text()).toContain('The uploaded file is no longer available. Choose it again.')
    expect(asksForFile(sender)).toBe(true)
    sender.attach('File', contract)
    expect((await sender.press('Share file')).heading()).toBe('contract.pdf')
  })

  test('can be shared once: the same form sent again leads to the share that there is', async () => {
    await tryShare(sender, { recipients: '' })
    sender.fill('People', 'rita@example.net')
    const submission = { ...sender.page.press('Share file'), action: '/share' }
    expect((await sender.submit(submission)).status).toBe(200)
    const before = await traces(app)
    await sender.submit(submission)
    expect([sender.status, sender.heading()]).toEqual([200, 'contract.pdf'])
    expect(await traces(app)).toEqual(before)
  })

  test('belongs to its sender: for others its id is one that never was', async () => {
    await tryShare(sender, { recipients: '', file: { ...contract, name: 'mine.pdf' } })
    const id = keptId(sender)
    const other = await makeUser(app)
    const before = await traces(app)
    const seen = []
    for (const file of [id, 'f'.repeat(32)]) {
      await tryShare(other, { file })
      seen.push([other.status, other.text()])
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]![0]).toBe(410)
    expect(await traces(app)).toEqual(before)
    expect((await storedFile('mine.pdf')).taken_at).toBeNull()
  })

  test.each(["' or '1'='1", '../../etc/passwd', '\0', 'x'.repeat(5000), '0', '%00', '[object Object]'])(
    'is not named by %j',
    async (file) => {
      const before = await traces(app)
      await tryShare(sender, { file })
      expect([400, 410]).toContain(sender.status)
      expect(await traces(app)).toEqual(before)
    },
  )
})

function digest(bytes: ArrayBuffer | Uint8Array): string {
  return createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
}
