import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { wav } from '#tests/support/files/media.ts'
import { lockedPdf } from '#tests/support/files/locked-pdf.ts'
import { makeShare, makeUser, openShare, operatorEmail, recipientEmail } from '#tests/support/world/make.ts'
import { expectRefused, tryShare } from './form.ts'
import { askCode, codeFor, somebody } from '#tests/support/world/people.ts'
import { eventKinds } from '#tests/support/world/events.ts'

const { app, operator: sender } = await makeWorld()

const archive = { name: 'plans.zip', bytes: Buffer.from('PK\x03\x04 plans') }
const program = { name: 'logo.svg', bytes: Buffer.from('<svg><script>alert(1)</script></svg>') }
const broken = { name: 'broken.pdf', bytes: Buffer.from('%PDF-1.4 nothing more') }
const asDownload = { download: 'yes', print: 'no', watermark: 'off' }

const sound = { name: 'call.wav', type: 'audio/wav', bytes: wav(2) }
const bare = { may_download: 1, may_print: 0, watermark_size: null }

/** How the share of this name that was made last is protected. */
async function sentAs(name: string) {
  return app.strongroom.services.database.kysely
    .selectFrom('share')
    .select(['may_download', 'may_print', 'watermark_size'])
    .where('name', '=', name)
    .orderBy('created_at', 'desc')
    .orderBy('guid')
    .executeTakeFirst()
}

/** A reader who opened what is for download only. */
async function opened(guid: string): Promise<Browser> {
  const browser = await askCode(app, guid, recipientEmail, somebody())
  await browser.send('prove', { code: await codeFor(app, recipientEmail) })
  expect(browser.text()).toMatch(/ bytes, download only\n/)
  return browser.press('Open')
}

describe('a file that can only be downloaded', () => {
  test('is sent with what it can carry, which is said before', async () => {
    await tryShare(sender, { file: archive, download: 'no', check: 'yes' })
    const note =
      'Files of this type can’t be viewed in the browser, only downloaded. Recipients get the file itself, without a watermark.'
    const checked = sender.page.root.querySelector('.checked')!.text
    for (const words of [`plans.zip: ${note}`, 'Recipients can download the original file.'])
      expect(checked).toContain(words)
    const reasons = sender.page.root.querySelector('.checked .bullets')!.text
    expect(reasons).not.toMatch(/Pages have|print/)
    expect(sender.page.control('plans.zip', 'input[type=checkbox]')).toBeDefined()
    await sender.press('Share now')
    expect([sender.status, sender.heading()]).toEqual([200, 'plans.zip'])
    expect(await sentAs('plans.zip')).toEqual(bare)
  })

  test('is sent by the form as it is at first', async () => {
    const guid = await makeShare(app, sender, { file: program })
    expect((await opened(guid)).page.links('Download')).toHaveLength(1)
    expect(await sentAs('logo.svg')).toEqual(bare)
  })

  test('is refused where it should destruct itself, and is kept with all that was typed', async () => {
    await tryShare(sender, { file: archive, ...asDownload, expiry: 'destruct' })
    expectRefused(sender, {
      status: 400,
      words:
        '“plans.zip”: Files of this type can’t be viewed in the browser, only downloaded. To send it, set Until when to a date or to "Until I unshare it", or leave it out.',
      typed: { ...asDownload, expiry: 'destruct' },
    })
    expect(sender.page.control('plans.zip', 'input[type=checkbox]')).toBeDefined()
  })

  test('among several takes nothing from the others: each carries what it can', async () => {
    await sender.open('/share')
    sender.attach('File', archive, sound, { name: 'Notes.txt', bytes: Buffer.from('Notes') })
    await sender.fill('People', recipientEmail).choose('Allowed', 'Printing').press('Share file')
    expect(sender.heading()).toBe('3 files shared')
    expect(await sentAs('plans.zip')).toEqual(bare)
    expect(await sentAs('call.wav')).toEqual({ ...bare, may_download: 0 })
    expect(await sentAs('Notes.txt')).toEqual({ may_download: 0, may_print: 1, watermark_size: 'small' })
  })

  test('leads its reader to the download, and leaves as bytes that no browser runs', async () => {
    const guid = await makeShare(app, sender, { ...asDownload, file: program })
    expect((await sender.open(`/s/${guid}`)).text()).toContain('File for download')
    const rita = await opened(guid)
    expect(rita.path).toBe(`/file/${guid}`)
    expect(rita.page.links('Download')).toHaveLength(1)
    const answer = await rita.fetch(`/view/${guid}/download`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('cannot be protected otherwise afterwards', async () => {
    const guid = await makeShare(app, sender, { ...asDownload, file: archive })
    await sender.open(`/s/${guid}/edit`)
    await sender.send('edit', { watermark: 'on' })
    expect([sender.status, sender.text().includes('Watermark to "Off"')]).toEqual([400, true])
  })

  test('is no new version of what is shared with a watermark', async () => {
    const guid = await makeShare(app, sender)
    await sender.open(`/s/${guid}/versions`)
    await sender.send('add', { file: archive })
    expect([sender.status, sender.text().includes('Change that under “Edit” first.')]).toEqual([400, true])
  })

  test('is what a HEIC picture is, with the way out', async () => {
    const heic = { name: 'a.heic', bytes: Buffer.from('\0\0\0\x18ftypheic') }
    await tryShare(sender, { file: heic, check: 'yes' })
    expect(sender.text()).toContain('share them as JPEG')
  })
})

describe('a PDF that needs a password', () => {
  test('is shown once its sender has given it; a wrong one is said', async () => {
    const file = { name: 'locked.pdf', bytes: lockedPdf('four brass keys') }
    const guid = await makeShare(app, sender, { file })
    await app.settle()
    const { text } = await app.outbox.newest(operatorEmail)
    expect(text).toContain('On its page you can enter its password, replace the file and keep the link,')
    await sender.open(`/s/${guid}`)
    await sender.send('givePassword', { documentPassword: 'three brass keys' })
    expect([sender.status, sender.text().includes('That password doesn’t open the document.')]).toEqual([
      400,
      true,
    ])
    expect(sender.page.valueOf('Document password')).toBe('')
    await sender.send('givePassword', { documentPassword: 'four brass keys' })
    await app.settle()
    expect((await openShare(app, guid, recipientEmail)).status).toBe(200)
    expect(await eventKinds(app, guid)).toContain('RenderTried')
    const { kysely } = app.strongroom.services.database
    const row = await kysely
      .selectFrom('file')
      .selectAll()
      .where('name', '=', 'locked.pdf')
      .executeTakeFirst()
    expect(row).toMatchObject({ render_status: 'Rendered', page_count: 1 })
    expect(row!.password_sealed).not.toContain('brass')
  })
})

describe('a file that cannot be shown', () => {
  test('is tried again, five times an hour', async () => {
    const guid = await makeShare(app, sender, { file: broken })
    for (let time = 0; time < 5; time++) {
      await sender.open(`/s/${guid}`)
      await sender.send('retry')
      expect(sender.text()).toContain('The pages are being prepared again.')
      await app.settle()
    }
    await sender.open(`/s/${guid}`)
    await sender.send('retry')
    expect(sender.status).toBe(429)
  })

  test('is sent as download only', async () => {
    const guid = await makeShare(app, sender, { file: broken })
    await sender.open(`/s/${guid}`)
    await sender.send('asDownload')
    expect(sender.text()).toContain('Recipients can now download the original file')
    expect(await eventKinds(app, guid)).toContain('Changed')
    const rita = await opened(guid)
    expect((await rita.fetch(`/view/${guid}/download`)).status).toBe(200)
  })

  test('is not sent so where it self-destructs', async () => {
    const guid = await makeShare(app, sender, { file: broken, expiry: 'destruct' })
    expect((await sender.open(`/s/${guid}`)).text()).toContain('Change the end date')
    const { revision } = await app.strongroom.services.database.kysely
      .selectFrom('share')
      .select('revision')
      .where('guid', '=', guid)
      .executeTakeFirstOrThrow()
    await sender.send('unshare', { intent: 'asDownload', revision: String(revision) })
    expect([sender.status, sender.text().includes('can’t self-destruct')]).toEqual([400, true])
  })

  test.each(['retry', 'asDownload', 'givePassword'])('is no one else’s to change: %s', async (intent) => {
    const guid = await makeShare(app, sender, { file: broken })
    const other = await makeUser(app, { email: `${intent.toLowerCase()}@example.org` })
    const own = await makeShare(app, other)
    await other.open(`/s/${own}`)
    const { entries, ...form } = other.page.submission(other.page.form('unshare'))
    const changed = entries.map((entry) => (entry.name === 'intent' ? { ...entry, value: intent } : entry))
    const more = [
      { name: 'revision', value: '0' },
      { name: 'documentPassword', value: 'x' },
    ]
    await other.submit({ ...form, action: `/s/${guid}`, entries: [...changed, ...more] })
    expect(other.status).toBe(404)
  })

  test('which can be shown is neither tried again nor sent as download', async () => {
    const guid = await makeShare(app, sender, { file: { name: 'fine.pdf', bytes: pdf() } })
    await sender.open(`/s/${guid}`)
    await sender.send('unshare', { intent: 'retry' })
    expect([
      sender.status,
      sender.text().includes('Nothing to retry: the file is being processed, can be displayed'),
    ]).toEqual([409, true])
  })
})
