import { beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day, minute, second } from '#tests/support/world/clock.ts'
import { makeShare, makeUser, operatorEmail, signIn } from '#tests/support/world/make.ts'

const { app } = await makeWorld({ people: [{}] })
let sender: Browser
let other: Browser

beforeEach(async () => {
  app.clock.advance(second)
  sender = await signIn(app, operatorEmail)
  other = await signIn(app, 'ulrich@example.org')
})

/** What comes behind the address of a share for its sender. */
const ownPages = [
  'edit',
  'versions',
  'activity',
  'requests',
  'comments',
  'passkey',
  'terms',
  'again',
  'delete',
]
  .map((page) => `/${page}`)
  .concat('', '/people/x')

function badge(browser: Browser): string {
  return browser.page.root.querySelector('.badge')!.text
}

/** The first row of the list of sent files. */
async function listed(browser: Browser): Promise<string> {
  return (await browser.open('/s')).page.root.querySelectorAll('tbody tr')[0]!.text
}

describe('unsharing', () => {
  test('closes the file at once and says so in words; sharing again opens it', async () => {
    const guid = await makeShare(app, sender, { visibility: 'public' })
    const stranger = app.browser()
    expect((await stranger.open(`/file/${guid}`)).status).toBe(200)

    await sender.press('Unshare')
    expect([sender.path, sender.status]).toEqual([`/s/${guid}`, 200])
    expect(sender.text()).toContain('Unshared. Only you can open it now.')
    expect(badge(sender)).toBe('Unshared')
    expect((await stranger.open(`/file/${guid}`)).status).toBe(410)
    expect(stranger.text()).toContain('The sender stopped sharing this file.')
    expect(await listed(sender)).toContain('Unshared')

    await sender.open(`/s/${guid}`)
    await sender.press('Share again')
    expect(sender.text()).toContain('Shared again with the same people and protections.')
    expect(badge(sender)).toBe('No end date')
    expect((await stranger.open(`/file/${guid}`)).status).toBe(200)
  })

  test('pressed twice, as from two windows, is no fault', async () => {
    const guid = await makeShare(app, sender)
    const window = await signIn(app, operatorEmail)
    await window.open(`/s/${guid}`)
    await sender.press('Unshare')
    await window.press('Unshare')
    expect([window.status, badge(window)]).toEqual([200, 'Unshared'])
  })

  test('is not done by opening addresses', async () => {
    const guid = await makeShare(app, sender)
    for (const query of ['?intent=unshare', '?index&intent=unshare', '']) {
      for (const method of ['GET', 'HEAD']) await sender.fetch(`/s/${guid}${query}`, { method })
    }
    expect(badge(await sender.reload())).toBe('No end date')
  })
})

describe("another person's share", () => {
  test('looks like one that never was, to reading and to every button', async () => {
    const guid = await makeShare(app, sender)
    const never = 'f'.repeat(32)
    const seen = []
    for (const one of [guid, never]) {
      await other.open(`/s/${one}`)
      seen.push([other.status, other.heading(), other.text()])
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]!.slice(0, 2)).toEqual([404, 'Page not found'])

    const own = await makeShare(app, other)
    for (const intent of ['unshare', 'shareAgain']) {
      const answers = []
      for (const one of [guid, never]) {
        await other.open(`/s/${own}`)
        const { entries } = other.page.submission(other.page.form('unshare'))
        const sent = entries.map((entry) =>
          entry.name === 'intent' ? { name: 'intent', value: intent } : entry,
        )
        await other.submit({ action: `/s/${one}`, method: 'post', encoding: '', entries: sent })
        answers.push([other.status, other.heading(), other.text()])
      }
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]![0]).toBe(404)
    }
    expect(badge(await sender.open(`/s/${guid}`))).toBe('No end date')
  })

  test('is in no one else’s list', async () => {
    await makeShare(app, sender, { file: { name: 'secret plan.txt', bytes: Buffer.from('x') } })
    for (const address of ['/home', '/s', '/s?page=2']) {
      expect((await other.open(address)).text()).not.toContain('secret plan')
    }
  })
})

describe('the list of sent files', () => {
  test('says what is left, and what is over', async () => {
    await makeShare(app, sender, { expiry: 'date', expiryDate: app.clock.dateIn(4), expiryTime: '09:00' })
    expect(await listed(sender)).toContain('3 days left')
    app.clock.advance(4 * day - 5 * minute)
    sender = await signIn(app, operatorEmail)
    expect(await listed(sender)).toContain('4 min left')
    app.clock.advance(5 * minute)
    expect(await listed(sender)).toContain('Expired')
  })

  test('says that a file is being encrypted, and when it cannot be shown', async () => {
    await sender.open('/share')
    const file = { name: 'broken.pdf', bytes: Buffer.from('%PDF-1.4 nothing more') }
    await sender.send('share', { file, recipients: 'rita@example.net' })
    expect(badge(sender)).toBe('Encrypting')
    expect(await listed(sender)).toContain('Encrypting')
    await app.settle()
    expect(await listed(sender)).toContain('Can’t be displayed')
  })

  test('is empty for a new person, who is shown what to do', async () => {
    const newcomer = await makeUser(app, { email: 'nina@example.org' })
    expect(newcomer.heading()).toBe('Good morning, Ulrich')
    expect(newcomer.text()).toContain('Share your first protected file')
    await newcomer.open('/s')
    expect(newcomer.text()).toContain('Files you share appear here')
  })

  test.each(['-1', '0', '1.5', 'abc', '1e99', '99999999999', '%00', ''])(
    'asked for page %j shows the first',
    async (page) => {
      const browser = await sender.open(`/s?page=${page}`)
      expect([browser.status, browser.heading()]).toEqual([200, 'Sent files'])
    },
  )

  test('has nothing beyond its last page', async () => {
    const browser = await sender.open('/s?page=2')
    expect([browser.status, browser.heading()]).toEqual([404, 'Page not found'])
  })
})

describe('the link of a file in trash', () => {
  test('leads its sender to a page that says until when it can be restored, and to the trash', async () => {
    const guid = await makeShare(app, sender)
    await sender.open(`/s/${guid}/delete`)
    await sender.send('deleteShare')
    const reading = ['', '/print', '/text', '/thumbnails', '?viewAs=sender', '?version=1']
    const addresses = [
      ...['', `/${operatorEmail}`, '/comments', '/passkey', '/forward'].map((rest) => `/file/${guid}${rest}`),
      ...reading.map((rest) => `/view/${guid}${rest}`),
      ...['/d', '/dr', '/folder', '/filesender', '/files', '/p/request', `/filefolder/${guid}`].map(
        (before) => `${before}/${guid}`,
      ),
      `/d/${guid}/${operatorEmail}`,
      ...ownPages.map((page) => `/s/${guid}${page}`),
    ]
    for (const address of addresses) {
      await sender.open(address)
      expect([address, sender.status, sender.heading()]).toEqual([address, 410, 'This file is in trash'])
    }
    expect(sender.text()).toMatch(/no one can open it\. You can restore it until .+ Then it’s deleted/)
    expect(sender.page.links('Open trash')).toEqual(['/bin'])
  })

  test('says nothing of the trash to anyone else, nor to its sender once the 30 days are over', async () => {
    const guid = await makeShare(app, sender)
    await sender.open(`/s/${guid}/delete`)
    await sender.send('deleteShare')
    const addresses = ['/file/', '/view/', '/d/', '/filesender/', '/s/'].map((start) => start + guid)
    for (const address of [...addresses, ...ownPages.map((page) => `/s/${guid}${page}`)]) {
      const answers = [await other.open(address), await app.browser().open(address)]
      for (const { heading, text } of answers.map((one) => ({ heading: one.heading(), text: one.text() })))
        expect([heading, text].join(' ')).not.toMatch(/trash|Olivia|contract/)
      const nowhere = address.replace(guid, '0'.repeat(32))
      const [theirs, none] = [(await other.open(address)).text(), (await other.open(nowhere)).text()]
      expect(theirs).toBe(none)
    }
    app.clock.advance(31 * day)
    sender = await signIn(app, operatorEmail)
    for (const page of ownPages) expect((await sender.open(`/s/${guid}${page}`)).status).toBe(404)
  })

  test('is not one for a file that is not there: the sender of a shared one gets to its page', async () => {
    const guid = await makeShare(app, sender)
    for (const address of [`/d/${guid}`, `/filefolder/${guid}/${guid}`, `/file/${guid}/forward`]) {
      await sender.open(address)
      expect([address, sender.status, sender.path]).toEqual([address, 200, `/s/${guid}`])
    }
  })

  test('shows and gives its pages to no one, and again once it is restored', async () => {
    const file = { name: 'back.txt', bytes: Buffer.from('Back again.') }
    const guid = await makeShare(app, sender, { file })
    const bytes = [
      `/view/${guid}/download`,
      `/view/${guid}/page/1?width=1200`,
      `/thumbnail/${guid}`,
      `/view/${guid}/pages`,
    ]
    const statuses = async () => {
      const answers = bytes.map((address) => sender.fetch(address))
      return (await Promise.all(answers)).map(({ status }) => status)
    }
    expect(await statuses()).toEqual([200, 200, 200, 200])
    await sender.open(`/s/${guid}/delete`)
    await sender.send('deleteShare')
    expect(await statuses()).not.toContain(200)
    await sender.open('/bin')
    sender.choose('Select back.txt')
    await sender.press('Restore')
    expect(await statuses()).toEqual([200, 200, 200, 200])
  })
})
