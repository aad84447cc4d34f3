import { beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute, second } from '#tests/support/world/clock.ts'
import { pdf } from '#tests/support/files/documents.ts'
import {
  makeShare,
  openPublicShare,
  openShare,
  operatorEmail,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { changeShare } from '#tests/support/world/conditions.ts'
import { somebody } from '#tests/support/world/people.ts'
import { eventKinds } from '#tests/support/world/events.ts'

let sender: Browser
const tenMinutes = { expiry: 'destruct', destructAmount: '10', destructUnit: 'minutes' }

const { app } = await makeWorld()
beforeEach(() => app.clock.advance(16 * minute))

async function share(fields: Parameters<typeof makeShare>[2] = tenMinutes): Promise<string> {
  sender = await signIn(app, operatorEmail, somebody())
  return makeShare(app, sender, fields)
}

/** When a page renews itself where no script runs, in seconds, and where; null where it does not. */
function renewalOf({ page }: Browser): { after: number; to: string } | null {
  const [, after, to] =
    /^(\d+); url=(\S+)$/.exec(
      page.root.querySelector('noscript meta[http-equiv=refresh]')?.getAttribute('content') ?? '',
    ) ?? []
  return to ? { after: Number(after), to } : null
}

describe('the page where one reads', () => {
  test('says how long and until when, and renews itself at the end, where it says "Destructed"', async () => {
    const guid = await share()
    const rita = await openShare(app, guid, recipientEmail, somebody())
    const until = new Date(app.clock.now() + 10 * minute).toISOString().slice(11, 16)
    expect(rita.text()).toContain(`10 minutes left, until ${until} UTC`)
    app.clock.advance(4 * minute + second)
    await rita.open(`/view/${guid}?page=1`)
    expect(rita.text()).toContain('5 minutes left')
    const renewal = renewalOf(rita)!
    expect(renewal).toEqual({ after: 359, to: `/view/${guid}?page=1&again=1` })
    app.clock.advance(renewal.after * second)
    await rita.open(renewal.to)
    expect([rita.status, rita.heading()]).toEqual([410, 'Destructed'])
    expect(renewalOf(rita)).toBeNull()
  })

  test('keeps its place when it renews itself, and what it shows again is not counted again', async () => {
    const pages = Array.from({ length: 30 }, (_, index) => `Page ${index + 1}`)
    const guid = await share({
      ...tenMinutes,
      file: { name: 'long.pdf', type: 'application/pdf', bytes: pdf(pages) },
    })
    const rita = await openShare(app, guid, recipientEmail, somebody())
    await rita.open(`/view/${guid}?page=26`)
    await loadPictures(rita)
    const before = await eventKinds(app, guid)
    const renewal = renewalOf(rita)!
    await changeShare(app, guid, { destruct_seconds: 1200 })
    app.clock.advance(renewal.after * second)
    await rita.open(renewal.to)
    expect(rita.text()).toContain('Pages 26–30 of 30')
    await loadPictures(rita)
    expect(await eventKinds(app, guid)).toEqual(before)
    // A reader who writes the mark by hand to read unseen is counted like anyone else.
    const other = await share()
    const unseen = await openShare(app, other, recipientEmail, somebody())
    await unseen.open(`/view/${other}?again=1`)
    await loadPictures(unseen)
    expect((await eventKinds(app, other)).filter((kind) => kind === 'Browse')).toHaveLength(2)
  })

  test('counts pages that were never shown, whatever its address says', async () => {
    const pages = Array.from({ length: 30 }, (_, index) => `Page ${index + 1}`)
    const guid = await share({
      ...tenMinutes,
      file: { name: 'long.pdf', type: 'application/pdf', bytes: pdf(pages) },
    })
    const rita = await openShare(app, guid, recipientEmail, somebody())
    const before = (await eventKinds(app, guid)).length
    await rita.open(`/view/${guid}?page=26&again=1`)
    await loadPictures(rita)
    expect(await eventKinds(app, guid)).toHaveLength(before + 5)
  })

  test('whose time ends by itself is no refusal to the sender; who comes later is one', async () => {
    const guid = await share()
    const rita = await openShare(app, guid, recipientEmail, somebody())
    app.clock.advance(10 * minute)
    await rita.open(renewalOf(rita)!.to)
    expect(rita.status).toBe(410)
    expect(await eventKinds(app, guid)).not.toContain('Refused')
    await rita.open(`/view/${guid}`)
    expect(await eventKinds(app, guid)).toContain('Refused')
  })

  test('does not renew itself for the sender, nor where nothing ends soon', async () => {
    const guid = await share()
    expect(renewalOf(await sender.open(`/view/${guid}`))).toBeNull()
    const expiryDate = app.clock.dateIn(3)
    const dated = await openShare(
      app,
      await share({ expiry: 'date', expiryDate }),
      recipientEmail,
      somebody(),
    )
    expect(dated.text()).toContain('3 days left')
    expect(renewalOf(dated)).toBeNull()
    const endless = await openShare(app, await share({}), recipientEmail, somebody())
    expect(renewalOf(endless)).toBeNull()
  })

  test('runs no script but the viewer’s and the small one that counts down', async () => {
    const guid = await share()
    const rita = await openShare(app, guid, recipientEmail, somebody())
    const scripts = rita.page.root.querySelectorAll('script')
    expect(scripts.map((script) => script.text)).toEqual(['', ''])
    const script = await rita.fetch(scripts[0]!.getAttribute('src')!)
    expect((await script.arrayBuffer()).byteLength).toBeLessThan(1024)
  })
})

describe('the file’s own page', () => {
  test('shows the time left each minute again, and at the end "Destructed"', async () => {
    const guid = await share()
    const rita = await openShare(app, guid, recipientEmail, somebody())
    app.clock.advance(6 * minute + 10 * second)
    await rita.open(`/file/${guid}`)
    expect(rita.text()).toContain('Time left: 3 minutes, until')
    expect(renewalOf(rita)).toEqual({ after: 50, to: `/file/${guid}?again=1` })
    app.clock.advance(2 * minute)
    await rita.open(`/file/${guid}?again=1`)
    expect(renewalOf(rita)).toEqual({ after: 110, to: `/file/${guid}?again=1` })
    app.clock.advance(110 * second)
    await rita.open(`/file/${guid}?again=1`)
    expect([rita.status, rita.heading()]).toEqual([410, 'Destructed'])
    expect(await eventKinds(app, guid)).not.toContain('Refused')
  })

  test('says of a link that opening it starts the clock for everyone', async () => {
    const guid = await share({ ...tenMinutes, visibility: 'public' })
    const visitor = await app.browser(somebody()).open(`/file/${guid}`)
    expect(visitor.text()).toContain(
      'The file self-destructs 10 minutes after anyone with the link first opens it.',
    )
    expect(renewalOf(visitor)).toBeNull()
    await visitor.press('Open and start the timer')
    expect(visitor.status).toBe(200)
  })
})

test('on a link the pages stop for everyone in mid-reading, at the same second', async () => {
  const guid = await share({ ...tenMinutes, visibility: 'public', download: 'yes', print: 'yes' })
  const first = await openPublicShare(app, guid, somebody())
  app.clock.advance(9 * minute)
  const second_ = await openPublicShare(app, guid, somebody())
  const ends = ['', '/page/1', '/page/2?width=800', '/download']
  app.clock.advance(minute - second)
  for (const browser of [first, second_])
    for (const end of ends) expect((await browser.fetch(`/view/${guid}${end}`)).status, end).toBe(200)
  app.clock.advance(second)
  for (const browser of [first, second_])
    for (const end of ends) expect((await browser.fetch(`/view/${guid}${end}`)).status, end).toBe(410)
})
