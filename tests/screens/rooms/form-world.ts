import type { FileTable } from '#server/db/schema.ts'
import type { App } from '#tests/support/world/app.ts'
import { giveCloud } from '#tests/support/clouds/app-cloud.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf, note } from '#tests/support/files/documents.ts'
import { operatorEmail, userOf } from '#tests/support/world/make.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { enterRoom, makeRoom, makeRule, type MadeRoom } from '#tests/support/world/rooms.ts'
import { somebody } from '#tests/support/world/people.ts'
import { add } from '#tests/screens/room-files/arriving.ts'

const tierOfTeams = 9

/** Rooms in which every form of data rooms is offered to someone. */
export type FormWorld = {
  app: App
  room: MadeRoom
  /** Of version 1. */
  old: MadeRoom
  archived: MadeRoom
  binned: MadeRoom
  /** With terms. */
  strict: MadeRoom
  owner: Browser
  /** Of the owner's team, and not in the room. */
  admin: Browser
  /** Whom the room is offered. */
  nora: Browser
  /** Where a group is changed, and what was added at once is told of. */
  group: string
  batch: string
  /** For emails about new files: someone who gets them, and someone who does not. */
  emailsLink: string
  quietLink: string
  /** A member in the room, without an account. */
  inside(email?: string): Promise<Browser>
  /** The address of a one-time code for one file. */
  fileCode(): Promise<string>
}

export async function makeFormWorld(): Promise<FormWorld> {
  const {
    app,
    operator: owner,
    people: [admin, nora],
  } = await makeWorld({
    people: [
      { email: 'ada@example.org', browser: somebody() },
      { email: 'nora@example.org', browser: somebody() },
    ],
  })
  const { services } = app.strongroom
  const { kysely } = services.database
  await makeTeam(app, [operatorEmail, 'ada@example.org'], { 'ada@example.org': 1 })
  await kysely.updateTable('user').set({ tier_code: tierOfTeams }).execute()

  const tree = {
    Open: { 'lease.pdf': 'Lease' },
    Broken: { 'busy.pdf': 'Busy', 'locked.pdf': 'Locked' },
    'plan.pdf': 'Plan',
    'sketch.pdf': 'Sketch',
    'gone.pdf': 'Gone',
  }
  const members = {
    'mia@example.net': 2,
    'sue@example.net': 1,
    'vera@example.net': 1,
    'quinn@example.net': 3,
    'greta@example.net': 1,
  } as const
  const room = await makeRoom(app, { tree, members })
  const old = await makeRoom(app, { name: 'Old', version: 1, tree: { 'busy.pdf': 'Busy' } })
  const archived = await makeRoom(app, { name: 'Archived' })
  const binned = await makeRoom(app, { name: 'Binned' })
  const strict = await makeRoom(app, { name: 'Strict', members: { 'tom@example.net': 1 } })

  const now = app.clock.now()
  await setRoom(archived, { archived_at: now })
  await setRoom(binned, { binned_at: now })
  await setMember('sue@example.net', { suspended_at: now })
  await setMember('mia@example.net', { allowed_print: 3 })
  await makeRule(app, room.members['quinn@example.net']!, room.items['Open']!, 1)
  await owner.open(`/rooms/${strict.guid}/settings`)
  await owner.send('changeRoom', { terms: 'custom', termsText: 'Keep it to yourself.' })
  for (const [made, name, error] of [
    [room, 'Broken/busy.pdf', 'timeout'],
    [room, 'Broken/locked.pdf', 'password'],
    [old, 'busy.pdf', 'timeout'],
  ] as const)
    await fail(made.items[name]!, error)
  await setFile(room.items['plan.pdf']!, { findings: '{"changes":true}' })

  await owner.open(`/rooms/${room.guid}/files/${room.items['Open/lease.pdf']}`)
  await owner.send('add', { file: { name: 'lease.pdf', bytes: pdf(['Lease again']) } })
  await app.settle()
  await setRoom(room, { shares_comments: 1 })
  await giveCloud(app, [operatorEmail])
  await copied(room.items['Open/lease.pdf']!)
  await owner.open(`/rooms/${room.guid}/arrange/${room.guid}?act=remove&item=${room.items['gone.pdf']}`)
  await owner.send('remove')
  await owner.open(`/rooms/${room.guid}/groups?panel=add`)
  await owner.send('make', { name: 'Bidder A', role: '1' })
  const group = owner.url.pathname
  await owner.send('putIn', { people: 'greta@example.net' })
  await owner.open(`/rooms/${room.guid}/give`)
  await owner.send('offerRoom', { email: 'nora@example.org', roomName: 'Project Alba' })

  const reader = await enterRoom(app, room.guid, 'mia@example.net', somebody())
  await reader.open(`/view/${room.items['plan.pdf']}`)
  await reader.send('print')
  await tell('all')
  const emailsLink = await linkTo('vera@example.net')
  const quietLink = await linkTo('quinn@example.net')
  await (await app.browser(somebody()).open(quietLink)).send('stop')
  await tell('later')
  await add(owner, room, room.items['Open']!, [note('asked.txt'), note('left.txt')])
  const batch = owner.path
  await leave(batch.split('/').at(-1)!)
  return {
    app,
    room,
    old,
    archived,
    binned,
    strict,
    owner,
    admin,
    nora,
    group,
    batch,
    emailsLink,
    quietLink,
    inside: (email = 'vera@example.net') => enterRoom(app, room.guid, email, somebody()),
    fileCode,
  }

  /** As if the newest version of a file came from the owner’s cloud storage. */
  async function copied(itemGuid: string) {
    const { file_guid } = await kysely
      .selectFrom('item_version')
      .select('file_guid')
      .where('item_guid', '=', itemGuid)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { guid: user_guid } = await userOf(app, operatorEmail)
    const origin = { file_guid, user_guid, cloud: 'google', item_id: 'item-1', export_as: 'pdf' } as const
    await kysely
      .insertInto('cloud_origin')
      .values({ ...origin, revision: null, checked_at: now, note: '' })
      .execute()
  }

  async function setRoom(
    { guid }: MadeRoom,
    values: { archived_at?: number; binned_at?: number; shares_comments?: 1 },
  ) {
    await kysely.updateTable('room').set(values).where('guid', '=', guid).execute()
  }

  async function setMember(email: string, values: { suspended_at?: number; allowed_print?: number }) {
    await kysely.updateTable('member').set(values).where('guid', '=', room.members[email]!).execute()
  }

  /** Has a file be one whose pages could not be made. */
  function fail(itemGuid: string, error: string) {
    return setFile(itemGuid, { render_status: 'Error', render_error: error })
  }

  async function setFile(itemGuid: string, facts: Partial<FileTable>) {
    const { file_guid: file } = await kysely
      .selectFrom('item')
      .select('file_guid')
      .where('guid', '=', itemGuid)
      .executeTakeFirstOrThrow()
    await kysely.updateTable('file').set(facts).where('guid', '=', file!).execute()
  }

  /** Has the second file of a batch be one that found no place. */
  async function leave(batchGuid: string) {
    const line = await kysely
      .selectFrom('room_batch_line')
      .innerJoin('item', 'item.guid', 'room_batch_line.item_guid')
      .select('item.file_guid')
      .where('batch_guid', '=', batchGuid)
      .where('place', '=', 1)
      .executeTakeFirstOrThrow()
    await kysely
      .updateTable('room_batch_line')
      .set({ item_guid: null, file_guid: line.file_guid })
      .where('batch_guid', '=', batchGuid)
      .where('place', '=', 1)
      .execute()
  }

  async function tell(choice: 'all' | 'later') {
    await add(owner, room, room.items['Open']!, [note(`${choice}.txt`)])
    await owner.send('tell', { choice })
    await app.settle()
  }

  async function linkTo(email: string): Promise<string> {
    return app.outbox.linkTo(email, '/p/roomletters/')
  }

  async function fileCode(): Promise<string> {
    const file = room.items['Open/lease.pdf']!
    const { guid } = await userOf(app, operatorEmail)
    const code = await services.accounts.signIn.makeHandOff({ guid } as never, 'password', file)
    return `/filefolder/${file}/${room.items['Open']}/${encodeURIComponent(code)}`
  }
}
