import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeUser } from '#tests/support/world/make.ts'
import { everyRoomAddress } from '#tests/support/browser/everywhere.ts'
import { somebody } from '#tests/support/world/people.ts'
import { everything } from '#tests/support/world/everything.ts'
import { atRoomEntry } from '#tests/support/world/rooms.ts'

const [mia, cora] = ['mia@example.net', 'cora@example.org']

/** What is recorded and counted of refusals. */
const tracked = new Set(['event', 'event_head', 'item_day', 'room_day'])

const { app, room } = await makeWorld({
  room: {
    tree: { Contracts: { 'lease.pdf': 'Rent' } },
    members: { [mia]: 4, [cora]: 1 },
  },
})
const [folder, file] = [room.items['Contracts']!, room.items['Contracts/lease.pdf']!]
const addresses = [
  ...everyRoomAddress(room.guid, [file]),
  ...everyRoomAddress(room.guid, [folder]).filter((address) => /^\/(rooms|dr?)\//.test(address)),
  `/rooms/${room.guid}/why/${room.members[mia]}/${file}`,
  `/rooms/${room.guid}.data`,
  `/dr/${room.guid}.data`,
  `/view/${file}.data`,
  `/rooms/${room.guid}/door?to=/view/${file}`,
]

/** A member who was invited and has not entered. */
function invited(): Promise<Browser> {
  return atRoomEntry(app, room.guid, mia)
}

type Row = [who: string, open: () => Promise<Browser>, recorded: string[]]

/** Who looks, and what the owner is notified of it: that a member came to a file and was refused. */
const people: Row[] = [
  ['a member who has not entered', invited, ['Refused']],
  [
    'a member with an account, who has not entered',
    () => makeUser(app, { email: cora, browser: somebody() }),
    ['Refused'],
  ],
  ['somebody else with an account', () => makeUser(app, { browser: somebody() }), []],
  ['a stranger', async () => app.browser(somebody()), []],
]

test.each(people)(
  '%s who looks at every address of a data room changes nothing',
  async (_, open, recorded) => {
    const browser = await open()
    const before = await everything(app)
    for (const address of addresses) {
      for (const method of ['HEAD', 'GET']) {
        const answer = await browser.fetch(address, { method })
        await answer.body?.cancel()
        expect([address, answer.status]).not.toEqual([address, 500])
      }
    }
    const after = await everything(app)
    for (const table of Object.keys(before).filter((name) => !tracked.has(name)))
      expect(after[table], table).toEqual(before[table])
    const known = new Set(before['event']!.map((row) => JSON.stringify(row)))
    const news = after['event']!.filter((row) => !known.has(JSON.stringify(row)))
    expect([...new Set(news.map((row) => (row as { kind: string }).kind))]).toEqual(recorded)
  },
)
