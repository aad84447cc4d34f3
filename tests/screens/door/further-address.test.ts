import { describe, expect, test } from 'vitest'
import { addAddress, askForAddress, openAddress, makePerson } from '#tests/support/world/addresses.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeShare } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'

const { app, operator: olivia } = await makeWorld()

/** Every address under which a share is read, each with its status. */
async function statuses(browser: Browser, guid: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const address of [`/view/${guid}`, `/view/${guid}/page/1?width=800`, `/view/${guid}/download`]) {
    found[address.replace(guid, 'it')] = (await browser.fetch(address)).status
  }
  return found
}

const open = { '/view/it': 200, '/view/it/page/1?width=800': 200, '/view/it/download': 200 }
const closed = { '/view/it': 403, '/view/it/page/1?width=800': 403, '/view/it/download': 403 }

describe('a file that was sent to a further address', () => {
  test('opens in the account once the address is confirmed, without a code at the door', async () => {
    const { browser, second } = await makePerson(app)
    const guid = await makeShare(app, olivia, { recipients: second, download: 'yes' })
    expect((await browser.open(`/file/${guid}`)).status).toBe(403)
    await askForAddress(browser, second)
    await app.settle()
    expect((await browser.open(`/file/${guid}`)).status).toBe(403)
    await addAddress(app, browser, second)
    await browser.open(`/file/${guid}`)
    await browser.send('open')
    expect([browser.status, browser.path]).toEqual([200, `/view/${guid}`])
    expect(await statuses(browser, guid)).toEqual(open)
  })

  test('closes with the next request after the address was removed, in every browser of the account', async () => {
    const { browser, email, second } = await makePerson(app)
    await addAddress(app, browser, second)
    const guid = await makeShare(app, olivia, { recipients: second, download: 'yes' })
    await browser.open(`/file/${guid}`)
    await browser.send('open')
    expect(await statuses(browser, guid)).toEqual(open)
    const other = await app.browser(somebody()).open('/access/login')
    await other.send('signIn', { email, password: 'seven quiet lamps over the harbour' })
    await openAddress(other, second)
    await other.press('Remove address')
    expect(await statuses(browser, guid)).toEqual(closed)
    expect((await browser.open(`/file/${guid}`)).status).toBe(403)
  })

  test('asks for no code by an address that names one of the account, and for one by any other', async () => {
    const { browser, email, second } = await makePerson(app)
    await addAddress(app, browser, second)
    const guid = await makeShare(app, olivia, { recipients: second })
    for (const own of [email, second.toUpperCase()]) {
      await browser.open(`/file/${guid}/${own}`)
      expect([browser.status, browser.path]).toEqual([200, `/file/${guid}`])
    }
    await browser.open(`/file/${guid}/rob@example.net`)
    expect(browser.path).toBe(`/access/filelogin?share=${guid}&email=rob%40example.net`)
    // What the address names is not looked at.
    const stranger = await app.browser(somebody()).fetch(`/file/${guid}/${second}`)
    expect(stranger.headers.get('location')).toBe(
      `/access/filelogin?share=${guid}&email=${encodeURIComponent(second)}`,
    )
    const nowhere = await browser.fetch(`/file/${'0'.repeat(32)}/${second}`)
    expect(nowhere.headers.get('location')).toBe(`/file/${'0'.repeat(32)}`)
  })

  test('is tracked under the address that it was sent to', async () => {
    const { browser, email, second } = await makePerson(app)
    await addAddress(app, browser, second)
    const guid = await makeShare(app, olivia, { recipients: second })
    await browser.open(`/file/${guid}`)
    await browser.send('open')
    await olivia.open(`/s/${guid}`)
    expect(olivia.text()).toContain(second)
    expect(olivia.text()).not.toContain(email)
  })

  test('stays open when that address becomes the primary one, and so do files sent to the old one', async () => {
    const { browser, email, second } = await makePerson(app)
    await addAddress(app, browser, second)
    const guids = [
      await makeShare(app, olivia, { recipients: second }),
      await makeShare(app, olivia, { recipients: email }),
    ]
    await openAddress(browser, second)
    await browser.press('Make primary')
    for (const guid of guids) {
      await browser.open(`/file/${guid}`)
      await browser.send('open')
      expect([browser.status, browser.path]).toEqual([200, `/view/${guid}`])
    }
  })

  test('counts as sent to the primary one where both are on the list', async () => {
    const { browser, email, second } = await makePerson(app)
    await addAddress(app, browser, second)
    const guid = await makeShare(app, olivia, { recipients: `${second}, ${email}` })
    await browser.open(`/file/${guid}`)
    await browser.send('open')
    const events = await app.strongroom.services.database.kysely
      .selectFrom('event')
      .select('email')
      .where('subject_guid', '=', guid)
      .where('kind', '=', 'View')
      .execute()
    expect(events).toEqual([{ email }])
  })

  test('stays closed to another account that waits for a code to the same address', async () => {
    const [one, two] = [await makePerson(app), await makePerson(app)]
    await addAddress(app, one.browser, one.second)
    const guid = await makeShare(app, olivia, { recipients: one.second })
    await askForAddress(two.browser, one.second)
    await app.settle()
    expect((await two.browser.open(`/file/${guid}`)).status).toBe(403)
  })
})
