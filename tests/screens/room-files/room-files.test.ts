import { describe, expect, test } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { writeVisitCode } from '#server/rules/reading/visit-code.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeUser, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { enterRoom, makeRoom, atRoomEntry } from '#tests/support/world/rooms.ts'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { codeFor, somebody } from '#tests/support/world/people.ts'
import { askRoomTerms } from '#tests/support/world/conditions.ts'

const kysely = () => app.strongroom.services.database.kysely

const { app, operator, room } = await makeWorld({
  room: {
    tree: { Contracts: { 'lease.pdf': 'Rent', 'notes.pdf': 'Notes' }, Other: { 'other.pdf': 'Other' } },
    members: { 'mia@example.net': 3, 'vera@example.net': 1, 'carl@example.net': 4, 'pia@example.net': 2 },
  },
})
let owner = operator
const lease = room.items['Contracts/lease.pdf']!

function eventsOf(subject: string) {
  return kysely()
    .selectFrom('event')
    .innerJoin('event_head', 'event_head.subject_guid', 'event.subject_guid')
    .select(['kind', 'email', 'event_head.room_guid'])
    .where('event.subject_guid', '=', subject)
    .orderBy('event.sequence')
    .execute()
}

describe('a file of a data room', () => {
  test('leads a stranger to say who it is, and a member who has not entered to the door of the room', async () => {
    const stranger = await app.browser(somebody()).open(`/view/${lease}`)
    expect(stranger.url.pathname).toBe('/access/filelogin')
    expect(stranger.text()).not.toContain('lease')
    await stranger.send('ask', { email: 'mia@example.net' })
    await stranger.send('prove', { code: await codeFor(app, 'mia@example.net') })
    expect(stranger.path).toBe(`/rooms/${room.guid}/door?to=${encodeURIComponent(`/view/${lease}`)}`)
    await stranger.send('enter')
    expect([stranger.path, stranger.status]).toEqual([`/view/${lease}`, 200])
    expect((await eventsOf(lease)).map(({ kind }) => kind)).toEqual(['View'])
    await loadPictures(stranger)
    expect((await eventsOf(lease)).map(({ kind }) => kind)).toEqual(['View', 'Browse'])
    await stranger.reload()
    await loadPictures(stranger)
    expect((await eventsOf(lease)).map(({ kind }) => kind)).toEqual(['View', 'Browse'])
    expect((await eventsOf(lease))[0]).toMatchObject({ email: 'mia@example.net', room_guid: room.guid })
  })

  test('its old addresses lead to the one of its version and its folder, and from there to the viewer', async () => {
    const mia = await enterRoom(app, room.guid, 'mia@example.net', somebody())
    for (const address of [
      `/filefolder/${lease}/${room.items['Contracts']}`,
      `/drfile/${lease}/${room.items['Other']}`,
      `/drfile/${lease}/${newGuid()}`,
      `/file/${lease}`,
    ]) {
      await mia.open(address)
      expect([mia.url.pathname, mia.status], address).toEqual([`/view/${lease}`, 200])
    }
    expect(mia.page.links('Back')).toEqual([`/dr/${room.items['Contracts']}`])
  })

  test('a version or the original is for owner and co-owners', async () => {
    const mia = await enterRoom(app, room.guid, 'mia@example.net', somebody())
    const address = `/drfile/${lease}/${room.items['Contracts']}`
    expect((await mia.fetch(`${address}?version=1`)).status).toBe(404)
    expect((await mia.fetch(`${address}?viewOriginal=1`)).status).toBe(403)
    const original = await owner.fetch(`${address}?viewOriginal=1`)
    expect(original.headers.get('location')).toBe(`/view/${lease}/download`)
    expect((await owner.fetch(`/view/${lease}?version=1`)).status).toBe(200)
    expect((await owner.fetch(`/view/${lease}?version=2`)).status).toBe(404)
  })

  test('what the owner looks at is not recorded', async () => {
    const file = room.items['Other/other.pdf']!
    await owner.open(`/view/${file}`)
    expect(owner.status).toBe(200)
    expect(await eventsOf(file)).toEqual([])
  })

  test('a picture that is fetched by itself leaves a trace', async () => {
    const file = room.items['Other/other.pdf']!
    const vera = await enterRoom(app, room.guid, 'vera@example.net', somebody())
    for (let times = 0; times < 2; times++)
      expect((await vera.fetch(`/view/${file}/page/1?width=800`)).status).toBe(200)
    expect((await eventsOf(file)).map(({ kind }) => kind)).toEqual(['View', 'Browse'])
  })

  test('a member prints as often as allowed, each document by itself', async () => {
    await kysely()
      .updateTable('member')
      .set({ allowed_print: 1 })
      .where('guid', '=', room.members['pia@example.net']!)
      .execute()
    const pia = await enterRoom(app, room.guid, 'pia@example.net', somebody())
    await pia.open(`/view/${lease}`)
    await pia.send('print')
    expect([pia.url.pathname, pia.status]).toEqual([`/view/${lease}/print`, 200])
    await pia.open(`/view/${lease}`)
    expect(pia.page.links('Print')).toEqual([])
    await pia.open(`/view/${room.items['Contracts/notes.pdf']}`)
    await pia.send('print')
    expect(pia.status).toBe(200)
  })

  test(
    'of two browsers of one member that want the last copy at once one gets it',
    { tags: ['engines'] },
    async () => {
      const member = room.members['pia@example.net']!
      const file = room.items['Other/other.pdf']!
      await kysely().updateTable('member').set({ allowed_print: 1 }).where('guid', '=', member).execute()
      const browsers: Browser[] = []
      for (let number = 0; number < 2; number++) {
        const browser = await enterRoom(app, room.guid, 'pia@example.net', somebody())
        browsers.push(await browser.open(`/view/${file}`))
      }
      await Promise.all(browsers.map((browser) => browser.send('print')))
      const winners = browsers.filter(({ path }) => path === `/view/${file}/print`)
      const [loser, ...others] = browsers.filter((browser) => !winners.includes(browser))
      expect([winners.length, others.length]).toEqual([1, 0])
      expect([loser!.status, loser!.text()]).toEqual([
        403,
        expect.stringContaining('You’ve reached the print limit.'),
      ])
      const spent = await kysely()
        .selectFrom('member_print')
        .select('prints_spent')
        .where('member_guid', '=', member)
        .where('item_guid', '=', file)
        .execute()
      expect(spent).toEqual([{ prints_spent: 1 }])
      expect((await eventsOf(file)).filter(({ kind }) => kind === 'Print')).toHaveLength(1)
    },
  )

  test('a member gets a copy with the mark where the room has one, a contributor and the owner the original', async () => {
    await kysely()
      .updateTable('room')
      .set({ watermark_size: 'large', watermark_colour: 'red', watermark_text: '' })
      .where('guid', '=', room.guid)
      .execute()
    const carl = await enterRoom(app, room.guid, 'carl@example.net', somebody())
    const mia = await enterRoom(app, room.guid, 'mia@example.net', somebody())
    const vera = await enterRoom(app, room.guid, 'vera@example.net', somebody())
    const [byOwner, byCarl, byMia] = await Promise.all(
      [owner, carl, mia].map(async (who) => {
        const answer = await who.fetch(`/view/${lease}/download`)
        expect(answer.status).toBe(200)
        return Buffer.from(await answer.arrayBuffer())
      }),
    )
    expect(byCarl!.equals(byOwner!)).toBe(true)
    expect(byMia!.equals(byOwner!)).toBe(false)
    expect((await vera.fetch(`/view/${lease}/download`)).status).toBe(403)
    await kysely()
      .updateTable('room')
      .set({ watermark_size: null, watermark_colour: null })
      .where('guid', '=', room.guid)
      .execute()
  })
})

describe('who leaked a page of a room', () => {
  test('the code in its small print leads the owner to the member, and no one else to anything', async () => {
    const vera = await enterRoom(app, room.guid, 'vera@example.net', somebody())
    await vera.open(`/view/${lease}`)
    const { visit_guid: visit } = await kysely()
      .selectFrom('event')
      .select('visit_guid')
      .where('subject_guid', '=', lease)
      .where('email', '=', 'vera@example.net')
      .where('kind', '=', 'View')
      .executeTakeFirstOrThrow()
    const code = writeVisitCode(lease, visit)
    await owner.open(`/s/trace?code=${encodeURIComponent(code)}`)
    expect(owner.text()).toContain('vera@example.net')
    const other = await makeUser(app, { email: 'tess@example.org' })
    await other.open(`/s/trace?code=${encodeURIComponent(code)}`)
    expect(other.text()).not.toMatch(/vera@example|lease/)
  })
})

describe('a one-time code for one file', () => {
  test('signs its person in at the address of that file and nowhere else, once', async () => {
    const {
      database,
      accounts: { signIn },
    } = app.strongroom.services
    const { guid } = await database.kysely
      .selectFrom('user')
      .select('guid')
      .where('email', '=', operatorEmail)
      .executeTakeFirstOrThrow()
    const code = await signIn.makeHandOff({ guid } as never, 'password', lease)
    const parent = room.items['Contracts']!
    const thief = await app
      .browser(somebody())
      .open(`/filefolder/${room.items['Other/other.pdf']}/${parent}/${encodeURIComponent(code)}`)
    expect(thief.url.pathname).toBe('/access/login')
    await thief.open(`/access/handoff?code=${encodeURIComponent(code)}`)
    expect(thief.url.pathname).toBe('/access/login')
    const olivia = await app
      .browser(somebody())
      .open(`/filefolder/${lease}/${parent}/${encodeURIComponent(code)}`)
    expect(olivia.heading()).toBe(`Continue as ${operatorEmail}?`)
    await olivia.send('handOff')
    expect([olivia.url.pathname, olivia.status]).toEqual([`/view/${lease}`, 200])
    await thief.open(`/filefolder/${lease}/${parent}/${encodeURIComponent(code)}`)
    expect(thief.url.pathname).toBe('/access/login')
  })
})

describe('terms of a data room', () => {
  test('are accepted before anything of the room is shown, and are on record', async () => {
    const made = await makeRoom(app, { name: 'Project Birch', members: { 'tom@example.net': 1 } })
    await askRoomTerms(app, made.guid, 'Keep it secret.', { tells_acceptance: 1, tells_entry: 1 })
    const tom = await atRoomEntry(app, made.guid, 'tom@example.net')
    expect([tom.heading(), tom.text()]).toEqual([
      'Terms of access',
      expect.stringContaining('Keep it secret.'),
    ])
    expect(tom.text()).not.toContain('Birch')
    await tom.send('accept')
    expect(tom.status).toBe(400)
    await tom.send('accept', { isAccepted: 'on' })
    expect(tom.heading()).toBe('Project Birch')
    await app.settle()
    expect((await app.outbox.newest(operatorEmail)).text).toContain('tom@example.net accepted the terms')
    await tom.send('enter')
    await app.settle()
    expect((await app.outbox.newest(operatorEmail)).text).toContain('tom@example.net entered your data room')
    // Hours have gone by since the owner signed in.
    owner = await signIn(app, operatorEmail)
    await owner.open(`/rooms/${made.guid}/terms`)
    expect(owner.text()).toContain('tom@example.net')
    expect(await (await owner.fetch(`/rooms/${made.guid}/terms/export?format=csv`)).text()).toContain(
      'tom@example.net',
    )
    const other = await makeUser(app, { email: 'uta@example.org' })
    for (const path of ['/terms', '/terms/export'])
      expect((await other.fetch(`/rooms/${made.guid}${path}`)).status).toBe(403)
    expect((await other.fetch(`/rooms/${newGuid()}/terms`)).status).toBe(403)
  })
})
