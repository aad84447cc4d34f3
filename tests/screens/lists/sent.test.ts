// @module-tag engines
import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeShare, openShare, operatorEmail, signIn, type ShareFields } from '#tests/support/world/make.ts'
import { somebody, ownLink } from '#tests/support/world/people.ts'
import { note } from '#tests/support/files/documents.ts'

const guids: Record<string, string> = {}

const {
  app,
  operator: sender,
  people: [other],
} = await makeWorld({ people: [{}] })
const recipients =
  'Rita Rossi <rita@example.net>, bob@example.org, carol@example.com, dan@example.com, eve@example.com'
guids['offer'] = await share({ file: note('Offer.txt'), recipients })
guids['minutes'] = await share({ file: note('Minutes.txt') })
guids['prices'] = await share({ file: note('Prices.txt'), visibility: 'public' })
guids['secret'] = await share({ from: other, file: note('Others.txt') })

/** Shares a file, a second after the one before. */
async function share({ from = sender, ...fields }: ShareFields & { from?: Browser }): Promise<string> {
  app.clock.advance(1000)
  return makeShare(app, from, fields)
}

/** The names of the files on a page, in their order. */
function names(browser: Browser): string[] {
  return browser.page.root.querySelectorAll('.table tbody .name').map((name) => name.text.replace('.txt', ''))
}

/** The columns that a list is sorted by. */
function sortedBy(browser: Browser): string[] {
  return browser.page.root
    .querySelectorAll('th[aria-sort]')
    .map((head) => `${head.text} ${head.getAttribute('aria-sort')}`)
}

async function listed(address: string): Promise<string[]> {
  return names(await sender.open(address))
}

/** What a result page says of each file. */
function results(browser: Browser): string[] {
  return browser.page.root.querySelectorAll('output li').map((line) => line.text.replace(/\s+/g, ' ').trim())
}

describe('the list of sent files', () => {
  test('shows who can see each, how safe it is where that is out of the ordinary, and what can be done', async () => {
    await sender.open('/s')
    expect(names(sender)).toEqual(['Prices', 'Minutes', 'Offer'])
    expect(sender.page.root.querySelector('.seg [aria-current]')!.text.trim()).toBe('All 3')
    const rows = sender.page.root
      .querySelectorAll('.table tbody tr')
      .map((row) => row.text.replace(/\s+/g, ' '))
    expect(rows[2]).toContain('No end')
    expect(rows[2]).toContain('+2 more')
    expect(rows[2]).toContain('0 of 5')
    expect(rows[2]).not.toContain('HIGH')
    expect(rows[0]).toContain('Anyone with the link')
    expect(rows[0]).toContain('Security LOW')
    expect(rows[0]).not.toContain('Send link again')
    const people = sender.page.root.querySelectorAll('.table tbody tr')[2]!.querySelector('.avs')!
    expect(people.getAttribute('title')).toBe('bob@example.org, carol@example.com, dan@example.com')
    expect(people.querySelectorAll('.av').map((sign) => sign.getAttribute('data-i'))).toHaveLength(3)
  })

  test('offers to copy a link only where a script can, also on the page of the file', async () => {
    const link = `http://localhost:3000/file/${guids['offer']}`
    for (const address of ['/s', '/home', `/s/${guids['offer']}`]) {
      await sender.open(address)
      const places = sender.page.root.querySelectorAll('[data-copy]')
      expect(places.map((place) => place.getAttribute('data-copy'))).toContain(link)
      expect(sender.text()).not.toContain('Copy link')
      expect(Buffer.from(sender.bytes).toString()).toMatch(/src="\/assets\/copy-links[\w-]*\.js"/)
    }
    expect(sender.page.root.querySelector('input[readonly]')!.getAttribute('value')).toBe(link)
  })

  test('shows the same rows on the home page', async () => {
    expect(await listed('/home')).toEqual(['Prices', 'Minutes', 'Offer'])
    expect(sender.text()).toContain('+2 more')
    expect(sender.page.root.querySelectorAll('.table input[type=checkbox]')).toEqual([])
  })

  test('is put in order by links, which keep what is shown', async () => {
    await sender.open('/s?filter=active')
    await sender.follow('Name')
    expect([sender.path, names(sender)]).toEqual([
      '/s?filter=active&sort=name',
      ['Minutes', 'Offer', 'Prices'],
    ])
    await sender.follow('Oldest')
    expect(names(sender)).toEqual(['Offer', 'Minutes', 'Prices'])
    expect(sortedBy(sender)).toEqual(['Sent ascending'])
    await sender.open(sender.page.root.querySelector('th[aria-sort] a')!.getAttribute('href')!)
    expect([sender.path, sortedBy(sender)]).toEqual(['/s?filter=active', ['Sent descending']])
    await sender.follow('File')
    expect([sender.path, sortedBy(sender)]).toEqual(['/s?filter=active&sort=name', ['File ascending']])
    await sender.follow('Last activity')
    expect(names(sender)).toHaveLength(3)
    await sender.follow('Unshared')
    expect(sender.path).toBe('/s?filter=unshared&sort=activity')
    expect(sender.text()).toContain('No files match')
  })

  test('is searched by name and by person, and found again by its address', async () => {
    await sender.open('/s?sort=name')
    await sender.fill('Find by name or person', 'RITA').press('Search')
    expect(sender.url.searchParams.get('sort')).toBe('name')
    expect(names(sender)).toEqual(['Minutes', 'Offer'])
    expect(sender.page.valueOf('Find by name or person')).toBe('RITA')
    expect(await listed('/s?q=rossi')).toEqual(['Offer'])
    expect(await listed('/s?q=price')).toEqual(['Prices'])
    expect(await listed('/s?q=others')).toEqual([])
    expect((await sender.open(`/s?q=${encodeURIComponent('<script>"')}`)).status).toBe(200)
    await sender.follow('Clear')
    expect(sender.path).toBe('/s')
  })

  test.each(['?filter=none', '?sort=none', '?after=x', '?page=1&after=%00'])(
    'does not mind %s',
    async (query) => {
      expect((await sender.open(`/s${query}`)).status).toBe(200)
    },
  )

  test('does not mind a search of five thousand letters', async () => {
    expect((await sender.open(`/s?q=${'x'.repeat(5000)}`)).status).toBe(200)
    expect(sender.text()).toContain('No files match')
  })

  test('leads to the details of the first where that is asked for', async () => {
    expect((await sender.open('/s?openfirst=true')).path).toBe(`/s/${guids['prices']}`)
    expect((await sender.open('/s?openfirst&sort=oldest')).path).toBe(`/s/${guids['offer']}`)
    expect((await sender.open('/outgoing?openfirst=1')).path).toBe(`/s/${guids['prices']}`)
    expect((await sender.open('/s?openfirst=1&filter=expired')).path).toBe('/s?openfirst=1&filter=expired')
  })

  test('tells what was not opened yet', async () => {
    const guid = await share({ file: note('Read.txt') })
    await openShare(app, guid)
    expect(await listed('/s?filter=unopened')).toEqual(['Prices', 'Minutes', 'Offer'])
    expect(await listed('/s?sort=activity')).toContain('Read')
    await sender.open('/s')
    const row = sender.page.root.querySelectorAll('.table tbody tr')[0]!.text.replace(/\s+/g, ' ')
    expect(row).toContain('1 of 1')
    await sender.open(`/s/${guid}/delete`)
    await sender.press('Delete')
    expect(sender.text()).toContain('Moved to trash. No one can open it')
  })
})

describe('several files at once', () => {
  async function choose(...wanted: string[]): Promise<Browser> {
    await sender.open('/s')
    for (const name of wanted) sender.choose(`Select ${name}.txt`)
    return sender
  }

  test('are unshared and shared again, with what came of each', async () => {
    await (await choose('Offer', 'Minutes')).press('Unshare')
    expect([sender.status, sender.heading()]).toEqual([200, 'Unshared'])
    expect(results(sender)).toEqual([
      expect.stringMatching(/^Done Minutes\.txt/),
      expect.stringMatching(/^Done Offer\.txt/),
    ])
    expect(await listed('/s?filter=unshared')).toEqual(['Minutes', 'Offer'])
    await (await choose('Offer', 'Minutes', 'Prices')).press('Share again')
    expect(results(sender)).toHaveLength(3)
    expect(await listed('/s?filter=unshared')).toEqual([])
  })

  test('are nothing where none was chosen', async () => {
    await (await choose()).press('Unshare')
    expect(sender.status).toBe(400)
    expect(sender.text()).toContain('Select at least one file.')
    expect(await listed('/s?filter=unshared')).toEqual([])
  })

  test('are deleted only after a second form, which says what will happen', async () => {
    const guid = await share({ file: note('Old.txt') })
    await (await choose('Old')).press('Delete …')
    expect([sender.status, sender.heading()]).toEqual([200, 'Delete this file?'])
    expect(sender.text()).toContain('It stays in trash for 30 days.')
    const question = sender.page
    expect(await listed('/s')).toContain('Old')
    await sender.submit(question.press('Delete'))
    expect(results(sender)).toEqual([expect.stringMatching(/^Done Old\.txt/)])
    expect(await listed('/s')).not.toContain('Old')
    await sender.open(`/s/${guid}`)
    expect([sender.status, sender.heading()]).toEqual([410, 'This file is in trash'])
    for (const page of ['/edit', '/versions', '/activity', '/comments', '/requests', '/terms', '/again'])
      expect((await sender.open(`/s/${guid}${page}`)).status, page).toBe(410)
    expect(await listed('/bin')).toContain('Old')
  })

  test.each(['Unshare', 'Share again', 'Delete …'])(
    '%s leaves what is someone else’s as it is, and says that it is not there',
    async (act) => {
      const before = await statusOf(guids['secret']!)
      for (const guid of [guids['secret']!, 'f'.repeat(32), 'x', "'"]) {
        await (await choose('Prices')).press(act, (entries) => [...entries, { name: 'share', value: guid }])
        expect(sender.status).toBe(200)
        expect(sender.text()).not.toContain('Others.txt')
        if (act !== 'Delete …')
          expect(results(sender)[1]).toBe('Not done Unknown filePage not found, or you don’t have access.')
      }
      expect(await statusOf(guids['secret']!)).toEqual(before)
    },
  )

  test('that are all someone else’s, to be deleted, are not there', async () => {
    for (const intent of ['bulk', 'deleteChosen']) {
      await choose('Prices')
      await sender.press('Delete …', (entries) => [
        ...entries.filter(({ name }) => name !== 'share' && name !== 'intent'),
        { name: 'intent', value: intent },
        { name: 'share', value: guids['secret']! },
      ])
      expect(sender.text()).toContain('Page not found, or you don’t have access.')
      expect(sender.text()).not.toContain('Others.txt')
    }
    expect(await statusOf(guids['secret']!)).toEqual({ status: 'Active', binned_at: null })
  })

  test('are chosen without script in an old browser too', async () => {
    const old = await signIn(app, operatorEmail, { mode: 'old' })
    await old.open('/s')
    await old.choose('Select Offer.txt').press('Unshare')
    expect(results(old)).toEqual([expect.stringMatching(/^Done Offer\.txt/)])
    await old.open('/s')
    await old.choose('Select Offer.txt').press('Share again')
    expect(await listed('/s?filter=unshared')).toEqual([])
  })

  test('are left alone by a form without the token', async () => {
    await choose('Offer')
    await sender.press('Unshare', (entries) => entries.filter(({ name }) => name !== 'token'))
    expect(sender.status).toBe(403)
    expect(await listed('/s?filter=unshared')).toEqual([])
  })
})

describe('the link again', () => {
  test('goes to who has not opened the file', async () => {
    await sender.open(`/s/${guids['offer']}/again`)
    expect(sender.text()).toContain('5 emails')
    await sender.press('Send again')
    expect(sender.path).toBe(`/s/${guids['offer']}`)
    expect(sender.text()).toContain('Link sent again to 5 people.')
    const { links } = await app.outbox.newest('bob@example.org')
    expect(links).toContainEqual(ownLink(guids['offer']!))
  })

  test('is not sent for someone else’s file, nor by opening the page', async () => {
    for (const address of [`/s/${guids['secret']}/again`, `/s/${'f'.repeat(32)}/again`]) {
      await sender.open(address)
      expect([sender.status, sender.heading()]).toEqual([404, 'Page not found'])
      await sender.open(`/s/${guids['minutes']}/again`)
      const submission = sender.page.press('Send again')
      await sender.submit({ ...submission, action: address })
      expect(sender.status).toBe(404)
    }
  })

  test('says when it was sent too often', async () => {
    for (let time = 0; time < 4; time++) {
      await sender.open(`/s/${guids['minutes']}/again`)
      await sender.press('Send again')
    }
    expect(sender.status).toBe(429)
    expect(sender.text()).toContain('Nothing was sent. Try again in an hour.')
  })
})

async function statusOf(guid: string) {
  return app.strongroom.services.database.kysely
    .selectFrom('share')
    .select(['status', 'binned_at'])
    .where('guid', '=', guid)
    .executeTakeFirst()
}

describe('a file for named people', () => {
  const status = async (guid: string) => {
    await sender.open('/s')
    const row = sender.page.root.querySelectorAll('tbody tr').find((one) => one.innerHTML.includes(guid))!
    return row.querySelectorAll('td')[4]!.text.replace(/\s+/g, ' ').trim()
  }

  test('has destructed when the time of the last of them is over', async () => {
    const people = { recipients: 'rita@example.net, rob@example.net' }
    const guid = await share({ ...people, expiry: 'destruct', destructAmount: '5', destructUnit: 'minutes' })
    await openShare(app, guid, 'rita@example.net', somebody())
    app.clock.advance(6 * 60_000)
    expect(await status(guid)).toContain('5 minutes after opening')
    await openShare(app, guid, 'rob@example.net', somebody())
    app.clock.advance(6 * 60_000)
    expect(await status(guid)).toBe('Destructed')
    await sender.open(`/s/${guid}`)
    expect(sender.text()).toContain('Destructed')
  })

  test('has expired when each of them has had an end', async () => {
    const guid = await share({ recipients: 'rita@example.net' })
    const { kysely } = app.strongroom.services.database
    await kysely.updateTable('recipient').set({ expires_at: 1 }).where('share_guid', '=', guid).execute()
    expect(await status(guid)).toBe('Expired')
  })
})
