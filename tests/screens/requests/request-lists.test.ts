import { beforeEach, describe, expect, test } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day, minute } from '#tests/support/world/clock.ts'
import { makeShare, makeUser, operatorEmail, recipientEmail, signIn } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { changeShare } from '#tests/support/world/conditions.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'
import { askAccess, atForward, forward, requestsOf } from './requests.ts'

let owner: Browser
let email: string
let number = 0

const { app } = await makeWorld()
beforeEach(async () => {
  app.clock.advance(day)
  email = `owner${++number}@example.org`
  owner = await makeUser(app, { email, browser: somebody() })
})

/** Who waits in the first table of a page, in its order. */
function waiting(browser: Browser): string[] {
  return browser.page.root.querySelectorAll('.ask .name').map((name) => name.text.trim())
}

describe('the page of requests for one share', () => {
  test('is a place of the share with the number that waits, and lists what was decided below', async () => {
    const guid = await makeShare(app, owner)
    await owner.open(`/s/${guid}`)
    // The menu leads to those of all files.
    expect(owner.page.links('Requests')).toEqual(['/requests', `/s/${guid}/requests`])
    await owner.open(`/s/${guid}/requests`)
    expect(owner.text()).toContain('No open requests')
    await askAccess(app, guid, 'first@example.net', 'The auditor')
    app.clock.advance(minute)
    await forward(await atForward(app, guid), 'second@example.net', { name: 'Sven Sand' })
    await owner.open(`/s/${guid}`)
    await owner.follow(/^Requests 2$/)
    expect(waiting(owner)).toEqual(['Sven Sand', 'first@example.net'])
    expect(owner.text()).toContain(`requested by ${recipientEmail}`)
    expect(owner.text()).toContain('The auditor')
    await owner.press('Approve first@example.net')
    expect([owner.path, owner.text()]).toEqual([
      `/s/${guid}/requests`,
      expect.stringContaining('Approved, view only. They’ll get an email.'),
    ])
    expect(waiting(owner)).toEqual(['Sven Sand'])
    expect(owner.text()).toMatch(/Decided[^]*first@example\.net[^]*Approved, view only[^]*By you, signed in/)
    expect(await requestsOf(app, guid)).toMatchObject([{ decided_by: 'owner' }, { status: 'Pending' }])
  })

  test("lists nothing of another user's, nor of another share", async () => {
    const [guid, other] = [await makeShare(app, owner), await makeShare(app, owner)]
    await askAccess(app, guid, 'asker@example.net')
    await owner.open(`/s/${other}/requests`)
    expect(waiting(owner)).toEqual([])
    const stranger = await makeUser(app, { email: `else${number}@example.org`, browser: somebody() })
    expect((await stranger.open(`/s/${guid}/requests`)).status).toBe(404)
    for (const address of ['/requests', '/home']) {
      await stranger.open(address)
      expect(stranger.text()).not.toContain('asker@example.net')
    }
  })

  test('says that no one has to ask for what anyone with the link can open', async () => {
    const guid = await makeShare(app, owner, { visibility: 'public' })
    await owner.open(`/s/${guid}/requests`)
    expect(owner.text()).toContain('so no one requests access')
  })
})

describe('the menu', () => {
  /** What it says of the place of requests, and what of that is seen. */
  async function said(browser: Browser, address: string): Promise<[string, string | undefined]> {
    await browser.open(address)
    const { root } = browser.page
    const link = root.querySelector('.side nav a[href="/requests"]')!
    const words = link.text.trim()
    for (const unseen of link.querySelectorAll('.unseen')) unseen.remove()
    return [words, link.querySelector('.count')?.text]
  }

  test('says on each page how many requests the owner can decide, until they are decided', async () => {
    const [guid, other] = [await makeShare(app, owner), await makeShare(app, owner)]
    const room = await makeRoom(app, { ownerEmail: email })
    const pages = ['/home', '/s', `/s/${other}`, '/requests', `/dr/${room.guid}`]
    for (const page of pages) expect(await said(owner, page)).toEqual(['Requests', undefined])
    await askAccess(app, guid, 'one@example.net')
    await askAccess(app, other, 'two@example.net')
    for (const page of pages) expect(await said(owner, page)).toEqual(['Requests, 2 waiting', '2'])
    await owner.open('/requests')
    await owner.press('Approve one@example.net')
    expect(await said(owner, '/home')).toEqual(['Requests, 1 waiting', '1'])
    await owner.open('/requests')
    await owner.press('Reject two@example.net')
    expect(await said(owner, '/home')).toEqual(['Requests', undefined])
  })

  test('says nothing of requests to others, nor to who requested', async () => {
    const guid = await makeShare(app, owner)
    const stranger = await makeUser(app, { email: `else${number + 200}@example.org`, browser: somebody() })
    await stranger.open(`/p/request/${guid}`)
    await stranger.press('Request access')
    await app.settle()
    expect(await requestsOf(app, guid)).toMatchObject([{ status: 'Pending' }])
    expect(await said(owner, '/home')).toEqual(['Requests, 1 waiting', '1'])
    expect(await said(stranger, '/home')).toEqual(['Requests', undefined])
    expect(await said(await signIn(app, operatorEmail, somebody()), '/home')).toEqual(['Requests', undefined])
  })

  test('counts what the list shows: not the unshared, nor what ran out of time', async () => {
    const [guid, other] = [await makeShare(app, owner), await makeShare(app, owner)]
    await askAccess(app, guid, 'late@example.net')
    await askAccess(app, other, 'unshared@example.net')
    await changeShare(app, other, { status: 'Killed' })
    expect(await said(owner, '/requests')).toEqual(['Requests, 1 waiting', '1'])
    expect(waiting(owner)).toEqual(['late@example.net'])
    app.clock.advance(15 * day)
    owner = await signIn(app, email, somebody())
    expect(await said(owner, '/requests')).toEqual(['Requests', undefined])
  })

  test('stops counting at a hundred', async () => {
    const guid = await makeShare(app, owner)
    await askAccess(app, guid, 'p0@example.net')
    const { kysely } = app.strongroom.services.database
    const first = await kysely
      .selectFrom('access_request')
      .selectAll()
      .where('share_guid', '=', guid)
      .execute()
    const more = Array.from({ length: 120 }, (_, at) => ({
      ...first[0]!,
      guid: newGuid(),
      email: `p${at + 1}@example.net`,
    }))
    await kysely.insertInto('access_request').values(more.slice(0, 98)).execute()
    expect(await said(owner, '/home')).toEqual(['Requests, 99 waiting', '99'])
    await kysely.insertInto('access_request').values(more.slice(98)).execute()
    expect(await said(owner, '/home')).toEqual(['Requests, 99+ waiting', '99+'])
  })
})

describe('an answer in the list', () => {
  test('gives what a file for download needs, and goes back to where it was given', async () => {
    const guid = await makeShare(app, owner, {
      file: { name: 'plan.dwg', bytes: Buffer.from([0, 1, 2, 3, 255]) },
      download: 'yes',
    })
    await askAccess(app, guid, 'cad@example.net')
    await owner.open('/home')
    await owner.press('Approve cad@example.net')
    expect(owner.path).toBe('/home')
    expect(await requestsOf(app, guid)).toMatchObject([{ status: 'Approved', granted: 'same' }])
  })

  test('says how it was decided where someone was faster', async () => {
    const guid = await makeShare(app, owner)
    await askAccess(app, guid, 'twice@example.net')
    await owner.open('/requests')
    const before = owner.page
    await owner.press('Reject twice@example.net')
    await owner.submit(before.press('Approve twice@example.net'))
    expect(owner.text()).toContain('Not approved. They’ll get an email.')
    expect(await requestsOf(app, guid)).toMatchObject([{ status: 'Rejected' }])
  })

  test('is not there for another account, nor for who is not signed in', async () => {
    const guid = await makeShare(app, owner)
    await askAccess(app, guid, 'mine@example.net')
    const stranger = await makeUser(app, { email: `else${number + 100}@example.org`, browser: somebody() })
    await askAccess(app, await makeShare(app, stranger), 'theirs@example.net')
    await owner.open('/requests')
    for (const act of ['Approve', 'Reject']) {
      const submission = owner.page.press(`${act} mine@example.net`)
      const wanted = submission.entries.filter(({ name }) => name === 'request' || name === 'share')
      await stranger.open('/requests')
      await stranger.press(`${act} theirs@example.net`, (entries) => [
        ...entries.filter(({ name }) => name !== 'request' && name !== 'share'),
        ...wanted,
      ])
      expect(stranger.status).toBe(404)
      const nobody = await app.browser(somebody()).submit(submission)
      expect(nobody.text()).toContain('Sign in')
    }
    expect(await requestsOf(app, guid)).toMatchObject([{ status: 'Pending' }])
  })
})

describe('home', () => {
  test('shows at most ten that wait, the newest first, of all files, and leads to all', async () => {
    const guids = [await makeShare(app, owner), await makeShare(app, owner)]
    expect((await owner.open('/home')).text()).not.toContain('Requests waiting for you')
    const readers = [await atForward(app, guids[0]!), await atForward(app, guids[1]!)]
    for (let count = 1; count <= 11; count++) {
      app.clock.advance(1000)
      await forward(readers[count % 2]!, `p${count}@example.net`)
    }
    await owner.open('/home')
    expect(waiting(owner)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((count) => `p${count}@example.net`))
    await owner.follow('More requests and past decisions')
    expect([owner.path, waiting(owner).length]).toEqual(['/requests', 11])
    await owner.press('Reject p11@example.net')
    expect([owner.path, owner.text()]).toEqual([
      '/requests',
      expect.stringContaining('Not approved. They’ll get'),
    ])
    expect(waiting(owner)).toHaveLength(10)
    expect(owner.text()).toMatch(/Recent decisions[^]*p11@example\.net[^]*Not approved/)
  })

  test('shows nothing of a file that is unshared, until it is shared again', async () => {
    const guid = await makeShare(app, owner)
    await askAccess(app, guid, 'patient@example.net')
    await owner.open(`/s/${guid}`)
    await owner.send('unshare')
    expect(waiting(await owner.open('/home'))).toEqual([])
    await owner.open(`/s/${guid}`)
    await owner.send('shareAgain')
    expect(waiting(await owner.open('/home'))).toEqual(['patient@example.net'])
  })
})

test('an owner who switched the emails off gets none, and the requests wait on the pages', async () => {
  const guid = await makeShare(app, owner)
  await owner.open('/setting?tabActive=notifications')
  expect(owner.page.isChosen(/requests access/)).toBe(true)
  await owner.clear(/requests access/).press('Save notifications')
  expect(owner.page.isChosen(/requests access/)).toBe(false)
  expect(owner.page.isChosen(/new device/)).toBe(true)
  const before = (await app.outbox.to(email)).length
  await askAccess(app, guid, 'quiet@example.net')
  await forward(await atForward(app, guid), 'other@example.net')
  expect(await app.outbox.to(email)).toHaveLength(before)
  await owner.open(`/s/${guid}/requests`)
  await owner.press('Approve quiet@example.net')
  expect((await app.outbox.newest('quiet@example.net')).subject).toBe('Your request was approved')
})

test('a request whose person was let in by a reader meanwhile is settled with it', async () => {
  const guid = await makeShare(app, owner)
  await askAccess(app, guid, 'both@example.net')
  const { kysely } = app.strongroom.services.database
  await kysely.updateTable('share').set({ may_forward: 1 }).where('guid', '=', guid).execute()
  await forward(await atForward(app, guid), 'both@example.net')
  expect(await requestsOf(app, guid)).toMatchObject([{ status: 'Approved', decided_by: 'added' }])
  await owner.open(`/s/${guid}/requests`)
  expect(waiting(owner)).toEqual([])
  expect(owner.text()).toContain('Added another way')
})

test('the document that an account takes along holds what was asked of it, and no hash', async () => {
  const guid = await makeShare(app, owner)
  await askAccess(app, guid, 'kept@example.net', 'For the record')
  const answer = await (await signIn(app, email, somebody())).fetch('/setting/export')
  const text = await answer.text()
  const { requests } = JSON.parse(text) as { requests: object[] }
  expect(requests).toMatchObject([{ email: 'kept@example.net', reason: 'For the record', status: 'Pending' }])
  expect(text).not.toContain('_hash')
})
