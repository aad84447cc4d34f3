import { beforeEach, expect, test, vi } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour, minute } from '#tests/support/world/clock.ts'
import { emptyPdf, pdf } from '#tests/support/files/documents.ts'
import { makeShare, operatorEmail, recipientEmail, signIn } from '#tests/support/world/make.ts'
import { askCode, codeFor, somebody } from '#tests/support/world/people.ts'
import { sendUnoffered } from '#tests/support/browser/unoffered.ts'

let sender: Browser

const { app } = await makeWorld()
beforeEach(async () => {
  sender = await signIn(app, operatorEmail, somebody())
})

/** Shares without letting the jobs run: the file stays as it was received. */
async function shareUnrendered(visibility = 'public'): Promise<string> {
  await sender.open('/share')
  const file = { name: 'contract.pdf', type: 'application/pdf', bytes: pdf() }
  await sender.send('share', { visibility, recipients: recipientEmail, download: 'yes', print: 'yes', file })
  return sender.url.pathname.slice('/s/'.length)
}

test('while a file is encrypted its reader is told so, and the page renews itself until it is ready', async () => {
  const guid = await shareUnrendered()
  const visitor = await app.browser(somebody()).open(`/file/${guid}`)
  expect([visitor.status, visitor.heading()]).toEqual([409, 'contract.pdf'])
  expect(visitor.text()).toContain(
    'Encrypting: the pages are being prepared. This page refreshes automatically.',
  )
  expect(visitor.page.root.querySelector('meta[http-equiv=refresh]')?.getAttribute('content')).toBe('3')
  expect(() => visitor.page.press('Open')).toThrow(/No button/)
  await app.settle()
  await visitor.reload()
  expect(visitor.status).toBe(200)
  expect(visitor.page.root.querySelector('meta[http-equiv=refresh]')).toBeNull()
  await visitor.press('Open')
  expect(visitor.path).toBe(`/view/${guid}`)
})

test('while a file is encrypted none of its addresses gives anything, and the reader is led to the page that waits', async () => {
  const guid = await shareUnrendered()
  const visitor = await app.browser(somebody()).open(`/view/${guid}`)
  expect([visitor.status, visitor.path]).toEqual([409, `/file/${guid}`])
  expect((await visitor.fetch(`/view/${guid}/print`)).headers.get('location')).toBe(`/file/${guid}`)
  for (const end of ['/page/1', '/download']) {
    const answer = await visitor.fetch(`/view/${guid}${end}`)
    expect([answer.status, await answer.text()], end).toEqual([
      409,
      expect.stringContaining('This file is still being encrypted and processed.'),
    ])
  }
})

test('while a file is encrypted the Open button of an earlier page is refused and no clock starts', async () => {
  const guid = await shareUnrendered()
  const visitor = await app.browser(somebody()).open(`/file/${guid}`)
  await sendUnoffered(visitor, `/file/${guid}`, 'open')
  expect(visitor.status).toBe(409)
  const row = await app.strongroom.services.database.kysely
    .selectFrom('share')
    .select('first_viewed_at')
    .where('guid', '=', guid)
    .executeTakeFirst()
  expect(row).toEqual({ first_viewed_at: null })
})

test('a file that could not be prepared through no fault of its own says when it is tried again, and in the end why not', async () => {
  const guid = await shareUnrendered()
  const { vault } = app.strongroom.services
  const broken = vi.spyOn(vault, 'open').mockRejectedValue(new Error('the store does not answer'))
  await app.settle()
  const visitor = await app.browser(somebody()).open(`/file/${guid}`)
  expect(visitor.status).toBe(409)
  const words = 'Something went wrong on the server while the file was being prepared. It’s tried again at '
  expect(visitor.text()).toContain(words)
  expect((await sender.open(`/s/${guid}`)).text()).toContain(words)
  for (const seconds of [5, 30, 120, 600]) {
    app.clock.advance(seconds * 1000)
    await app.settle()
  }
  broken.mockRestore()
  await sender.open(`/s/${guid}`)
  expect(sender.text()).toContain(
    'The file can’t be displayed: something went wrong on the server while it was being prepared.',
  )
  expect(sender.page.root.toString()).toContain('Try again')
})

test('the sender of a file that is being encrypted sees that too', async () => {
  const guid = await shareUnrendered()
  await sender.open(`/s/${guid}`)
  expect(sender.text()).toContain(
    'Encrypting: the pages are being prepared. This page refreshes automatically.',
  )
  expect(sender.page.root.querySelector('meta[http-equiv=refresh]')).not.toBeNull()
  await sender.open('/s')
  expect(sender.text()).toContain('Encrypting')
})

const locked = Buffer.from(
  pdf()
    .toString('latin1')
    .replace(
      /trailer\n<< \/Size 6/,
      `trailer\n<< /Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >> /ID [<00><00>] /Size 6`,
    ),
  'latin1',
)

test.each([
  [
    'a corrupt PDF',
    Buffer.from('%PDF-1.7\nthis is no PDF at all\n'.repeat(20)),
    'it’s damaged or has no pages',
  ],
  ['a truncated PDF', pdf(Array<string>(30).fill('text')).subarray(0, 300), 'it’s damaged or has no pages'],
  ['a PDF without pages', emptyPdf(), 'it’s damaged or has no pages'],
  ['a PDF with a password', locked, 'it’s protected by a password'],
])('%s ends in words for its reader and with the reason for its sender', async (_, bytes, reason) => {
  const guid = await makeShare(app, sender, {
    download: 'yes',
    print: 'yes',
    file: { name: 'broken.pdf', type: 'application/pdf', bytes },
  })
  await sender.open(`/s/${guid}`)
  expect(sender.text()).toContain(`The file can’t be displayed: ${reason}. Anyone`)
  expect(sender.page.links('Preview as recipient')).toEqual([])
  const rita = await askCode(app, guid, recipientEmail)
  await rita.send('prove', { code: await codeFor(app, recipientEmail) })
  expect([rita.status, rita.heading()]).toEqual([422, 'Can’t be displayed'])
  expect(rita.text()).toContain(`“broken.pdf” can’t be displayed: ${reason}. Ask Olivia Ortega for`)
  for (const end of ['', '/page/1', '/download', '/print'])
    expect((await rita.fetch(`/view/${guid}${end}`)).status, end).toBe(422)
  app.clock.advance(20 * minute)
})

test('a file that stays in processing for 15 minutes is given up, in words', async () => {
  const guid = await shareUnrendered()
  const {
    database,
    files: { rendering },
  } = app.strongroom.services
  // As a try that hangs leaves it: while the job only waits, nothing is given up.
  app.clock.advance(15 * minute + 1)
  await rendering.sweep()
  await database.kysely.updateTable('file').set({ render_started_at: app.clock.now() }).execute()
  expect((await sender.open(`/s/${guid}`)).text()).not.toContain('processing it took too long')
  app.clock.advance(15 * minute + 1)
  await rendering.sweep()
  const visitor = await app.browser(somebody()).open(`/file/${guid}`)
  expect([visitor.status, visitor.heading()]).toEqual([422, 'Can’t be displayed'])
  await sender.open(`/s/${guid}`)
  expect(sender.text()).toContain('processing it took too long')
  app.clock.advance(hour)
})
