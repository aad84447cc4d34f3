import { beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeShare } from '#tests/support/world/make.ts'
import { enterRoomAs, makeRoom, type MadeRoom } from '#tests/support/world/rooms.ts'
import type { Browser } from '#tests/support/browser/browser.ts'

const [mia, cora] = ['mia.moss@example.net', 'cora@example.net']
const {
  app,
  operator: owner,
  people: [member, coOwner, outsider],
} = await makeWorld({ people: [mia, cora, 'otto@example.net'] })
const { kysely } = app.strongroom.services.database

/** What a search for people lists: each name with where it leads, and what is said of them. */
async function people(browser: Browser, search: string): Promise<[name: string, to: string, note: string][]> {
  await browser.open(`/search?q=${encodeURIComponent(search)}`)
  expect(browser.status).toBe(200)
  const list = browser.page.root.querySelectorAll('section[aria-label=People] li')
  return list.map((hit) => {
    const link = hit.querySelector('a')!
    return [
      link.text,
      link.getAttribute('href')!.replaceAll('&amp;', '&'),
      hit.querySelector('p')?.text ?? '',
    ]
  })
}

describe('recipients', () => {
  test('are found by name and address, each once, and lead to the files that they were sent', async () => {
    const first = await makeShare(app, owner, {
      recipients: 'Rita Rossi <rita@quay.example>, sam@quay.example',
    })
    const second = await makeShare(app, owner, { recipients: 'rita@quay.example' })
    for (const search of ['rossi', 'RITA', 'rita@quay.example', 'rita ros', 'ri qu'])
      expect([search, await people(owner, search)]).toEqual([
        search,
        [['Rita Rossi', '/s?q=rita%40quay.example', 'rita@quay.example · Recipient']],
      ])
    await owner.open('/s?q=rita%40quay.example')
    for (const guid of [first, second])
      expect(owner.page.root.querySelector(`a[href="/s/${guid}"]`)).not.toBeNull()
    expect(await people(owner, 'sam')).toEqual([['sam@quay.example', '/s?q=sam%40quay.example', 'Recipient']])
  })

  test('are not found by the name of a file, by words of two people, or by those who were sent other files', async () => {
    await makeShare(app, owner, { recipients: 'Ada Anders <ada@one.example>, Bo Berg <bo@two.example>' })
    for (const search of ['contract', 'ada berg', 'ada two', 'zzz'])
      expect(await people(owner, search)).toEqual([])
  })

  test('of a file in the trash are not found', async () => {
    const guid = await makeShare(app, owner, { recipients: 'zoe@trash.example' })
    expect(await people(owner, 'zoe')).toHaveLength(1)
    await kysely.updateTable('share').set({ binned_at: 1 }).where('guid', '=', guid).execute()
    expect(await people(owner, 'zoe')).toEqual([])
  })

  test('are found by their sender alone: not by each other, nor by another account', async () => {
    await makeShare(app, owner, { recipients: `${mia}, Ivo Ivens <ivo@hidden.example>` })
    expect(await people(owner, 'ivo')).toHaveLength(1)
    for (const browser of [member, outsider]) {
      expect(await people(browser, 'ivo')).toEqual([])
      expect(browser.text()).not.toContain('hidden.example')
    }
  })

  test('of many with a word, five are listed', async () => {
    const many = [1, 2, 3, 4, 5, 6, 7].map((number) => `many${number}@crowd.example`)
    await makeShare(app, owner, { recipients: many.join(', ') })
    expect(await people(owner, 'crowd')).toHaveLength(5)
  })
})

describe('members of a room', () => {
  let room: MadeRoom
  let count = 0
  let name = ''
  /** Each test looks for a member whom no other has. */
  beforeEach(async () => {
    name = `quinn${'abcdefghijklmnopqrstuvwxyz'[count++]}`
    room = await makeRoom(app, { name: 'Project Alba', members: { [mia]: 1, [`${name}@member.example`]: 1 } })
  })
  const expected = (): [string, string, string][] => [
    [
      `${name}@member.example`,
      `/rooms/${room.guid}/people/${room.members[`${name}@member.example`]}`,
      'Member of Project Alba',
    ],
  ]

  test('are found by its owner, and lead to what they have there', async () => {
    expect(await people(owner, name)).toEqual(expected())
    await owner.open(expected()[0]![1])
    expect([owner.status, owner.text()]).toEqual([200, expect.stringContaining(`${name}@member.example`)])
  })

  test('are found by a co-owner', async () => {
    const shared = await makeRoom(app, {
      name: 'Both',
      members: { [cora]: 5, [`${name}@both.example`]: 1 },
    })
    await enterRoomAs(app, coOwner, shared.guid)
    expect((await people(coOwner, name)).map(([found]) => found)).toEqual([`${name}@both.example`])
  })

  test('are not found by other members, by strangers to the room, or once they were removed', async () => {
    await enterRoomAs(app, member, room.guid)
    for (const browser of [member, outsider]) {
      expect(await people(browser, name)).toEqual([])
      expect(browser.text()).not.toContain('member.example')
    }
    await kysely
      .updateTable('member')
      .set({ removed_at: 1 })
      .where('guid', '=', room.members[`${name}@member.example`]!)
      .execute()
    expect(await people(owner, name)).toEqual([])
  })

  test('of a room in the trash are not found', async () => {
    await kysely.updateTable('room').set({ binned_at: 1 }).where('guid', '=', room.guid).execute()
    expect(await people(owner, name)).toEqual([])
  })
})

test.each(['%00', '%25', '%F0%9F%98%80', 'x'.repeat(5000)])('does not mind %s', async (query) => {
  expect((await owner.open(`/search?q=${query}`)).status).toBe(200)
})
