import { expect, test } from 'vitest'
import { folderNameMessage } from '#server/rules/rooms/room-name.ts'
import { tierCodes } from '#server/rules/product/plans.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeUser, operatorEmail, userOf } from '#tests/support/world/make.ts'

const { app, operator: owner } = await makeWorld()

/** The data rooms of an account, as they are kept. */
async function roomsOf(email: string) {
  const { guid } = await userOf(app, email)
  return app.strongroom.services.database.kysely
    .selectFrom('room')
    .select(['name', 'description', 'version'])
    .where('owner_guid', '=', guid)
    .orderBy('name', 'desc')
    .execute()
}

test('an owner makes a room of version 2, and one of version 1', async () => {
  await owner.open('/d?createfolder')
  expect(owner.path).toBe('/foldercreate')
  await owner.send('createRoom', { name: ' Project Alba ', description: 'For the bidders.' })
  await owner.open('/foldercreate')
  await owner.send('createRoom', { name: 'Old ways', version: '1' })
  expect(await roomsOf(operatorEmail)).toEqual([
    { name: 'Project Alba', description: 'For the bidders.', version: 2 },
    { name: 'Old ways', description: '', version: 1 },
  ])
  expect((await owner.open('/home')).status).toBe(200)
})

test.each([
  ['', 'Enter a name for the data room.'],
  ['x'.repeat(31), 'Shorten this to 30 characters or fewer.'],
  ['x'.repeat(301), 'Shorten this to 30 characters or fewer.'],
  ['con.pdf', folderNameMessage],
  ['.hidden', folderNameMessage],
  ['a/b', folderNameMessage],
  ['nocaf\u202egpj', 'control characters'],
])('the name %j comes back with why, and what was typed', async (name, words) => {
  const before = await roomsOf(operatorEmail)
  await owner.open('/foldercreate')
  await owner.send('createRoom', { name, description: 'Kept', version: '1' })
  expect(owner.status).toBe(400)
  expect(owner.text()).toContain(words)
  expect(owner.page.valueOf(/^Description/)).toBe('Kept')
  expect(owner.page.isChosen(/^The same for all viewers/)).toBe(true)
  expect(await roomsOf(operatorEmail)).toEqual(before)
})

test('a description with a link is refused on its field', async () => {
  await owner.open('/foldercreate')
  await owner.send('createRoom', { name: 'Fine', description: 'See www.evil.example' })
  expect(owner.status).toBe(400)
  expect(owner.text()).toContain('not allowed in the description field')
})

test(
  'of two who make the last room of their plan at once, one is notified of the quota',
  { tags: ['engines'] },
  async () => {
    const email = 'frank@example.org'
    const frank = await makeUser(app, { email })
    const { database } = app.strongroom.services
    await database.kysely
      .updateTable('user')
      .set({ tier_code: tierCodes.free })
      .where('email', '=', email)
      .execute()
    const user = await userOf(app, email)
    const made = await Promise.allSettled(
      ['One', 'Two', 'Three'].map((name) =>
        app.strongroom.services.rooms.all.create(user, { name, description: '', version: 2 }),
      ),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await frank.open('/foldercreate')
    await frank.send('createRoom', { name: 'Four', description: 'Kept' })
    expect(frank.status).toBe(403)
    expect(frank.text()).toContain('You have exceeded the data room quota.')
    expect(frank.page.valueOf(/^Description/)).toBe('Kept')
  },
)

test('a room in the trash counts no more', async () => {
  const email = 'frank@example.org'
  const {
    database,
    rooms: { all: rooms },
  } = app.strongroom.services
  const user = await userOf(app, email)
  await database.kysely
    .updateTable('room')
    .set({ binned_at: 1 })
    .where('owner_guid', '=', user.guid)
    .execute()
  await expect(rooms.create(user, { name: 'Five', description: '', version: 2 })).resolves.toMatch(
    /^[0-9a-f]{32}$/,
  )
})

test('who is not signed in is led to sign in, and makes nothing by a form', async () => {
  const stranger = app.browser()
  await stranger.open('/foldercreate')
  expect(stranger.path).toMatch(/^\/access\/login/)
  await stranger.open('/d')
  expect(stranger.path).toMatch(/^\/access\/login/)
})
