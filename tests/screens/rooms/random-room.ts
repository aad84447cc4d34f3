import * as fc from 'fast-check'
import { newGuid } from '#server/db/guid.ts'
import type { Transaction } from '#server/db/open.ts'
import { writeItem, writeMember, writeRoom } from '#server/rooms/rows.ts'
import type { RuleCode } from '#server/rules/rooms/room-rights.ts'
import type { Role } from '#server/rules/rooms/room-roles.ts'
import type { App } from '#tests/support/world/app.ts'
import { userOf } from '#tests/support/world/make.ts'
import type { ModelGroup, ModelItem, ModelPerson, ModelRoom } from './room-model.ts'

type RandomItem = { inside: number; isFolder: boolean; isClosed: boolean; isInTrash: boolean }
type RandomPerson = {
  role: number | null
  group: number | null
  state: ModelPerson['state']
  rules: [item: number, code: number][]
}
export type RandomRoom = {
  version: 1 | 2
  mayDownload: boolean
  mayPrint: boolean
  hasWatermark: boolean
  items: RandomItem[]
  groups: { role: number; rules: [item: number, code: number][] }[]
  /** As many as there are people who come. */
  people: RandomPerson[]
}

const rules = fc.array(fc.tuple(fc.nat(20), fc.constantFrom(-1, -1, 0, 1, 2, 3, 4)), { maxLength: 4 })
const often = <Value>(value: Value, ...others: Value[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, ...others.map((other) => fc.constant(other)))

/** A room with up to twelve items, two groups, and something said of each of so many people. */
export function randomRooms(people: number): fc.Arbitrary<RandomRoom> {
  return fc.record({
    version: fc.constantFrom<1 | 2>(1, 2, 2),
    mayDownload: fc.boolean(),
    mayPrint: fc.boolean(),
    hasWatermark: fc.boolean(),
    items: fc.array(
      fc.record({
        inside: fc.nat(20),
        isFolder: fc.boolean(),
        isClosed: often(false, true),
        isInTrash: often(false, false, true),
      }),
      { minLength: 3, maxLength: 12 },
    ),
    groups: fc.array(fc.record({ role: fc.constantFrom(1, 2, 3, 4), rules }), {
      minLength: 1,
      maxLength: 2,
    }),
    people: fc.array(
      fc.record({
        role: fc.constantFrom(1, 1, 2, 3, 4, 5, null),
        group: fc.constantFrom(null, null, 0, 1),
        state: often<ModelPerson['state']>('in', 'suspended', 'removed', 'early', 'ended'),
        rules,
      }),
      { minLength: people, maxLength: people },
    ),
  })
}

/** A file that was uploaded once and serves as all files of all rooms. */
export type SampleFile = { guid: string }

/** Writes a random room, for these addresses, as if screens had made it. */
export async function writeRandomRoom(
  app: App,
  random: RandomRoom,
  place: { ownerEmail: string; emails: readonly string[]; sample: SampleFile },
): Promise<ModelRoom> {
  const { database, clock } = app.strongroom.services
  const user = await userOf(app, place.ownerEmail)
  const owner = { guid: user.guid, email: user.email, name: 'Olivia Ortega' }
  const now = clock()
  return database.transaction(async (tx) => {
    const { version } = random
    const name = `room ${word()}`
    const roomGuid = await writeRoom(tx, { owner, name, description: '', version, now })
    await tx
      .updateTable('room')
      .set({
        may_download: random.mayDownload ? 1 : 0,
        may_print: random.mayPrint ? 1 : 0,
        watermark_size: random.hasWatermark ? 'small' : null,
        watermark_colour: random.hasWatermark ? 'grey' : null,
      })
      .where('guid', '=', roomGuid)
      .execute()
    const root = { guid: roomGuid, name, parent: null, isFolder: true, isClosed: false, isInTrash: false }
    const items: ModelItem[] = [root]
    for (const item of random.items) {
      const folders = items.filter(({ isFolder }) => isFolder)
      const parent = folders[item.inside % folders.length]!
      items.push(await writeRandomItem(tx, item, { roomGuid, parent, owner, now, sample: place.sample }))
    }
    // Of version 1 the screens give no one rules or groups.
    const isFlat = version === 1
    const groups: ModelGroup[] = []
    for (const [at, group] of isFlat ? [] : random.groups.entries()) {
      const guid = newGuid()
      await tx
        .insertInto('room_group')
        .values({
          guid,
          room_guid: roomGuid,
          name: `Group ${at}`,
          role: group.role as 1 | 2 | 3 | 4,
          created_at: now,
        })
        .execute()
      groups.push({ guid, role: group.role, rules: ruled(items, group.rules) })
      await writeRules(tx, { group_guid: guid }, groups.at(-1)!.rules)
    }
    const people: ModelPerson[] = []
    for (const [at, email] of place.emails.entries()) {
      const person = random.people[at]!
      people.push(await writeRandomPerson(tx, person, { email, roomGuid, isFlat, items, groups, now }))
    }
    const ofOwner = { guid: owner.guid, email: owner.email, role: 0, group: null, rules: new Map() }
    return {
      guid: roomGuid,
      version,
      mayDownload: random.mayDownload,
      mayPrint: random.mayPrint,
      items,
      people: [{ ...ofOwner, state: 'in' }, ...people],
    }
  })
}

type ItemPlace = {
  roomGuid: string
  parent: ModelItem
  owner: { guid: string; email: string }
  now: number
  sample: SampleFile
}

async function writeRandomItem(tx: Transaction, random: RandomItem, place: ItemPlace): Promise<ModelItem> {
  const { isFolder, isInTrash } = random
  const { roomGuid, parent, owner, now, sample } = place
  const isClosed = isFolder && random.isClosed
  const name = isFolder ? `folder ${word()}` : `paper ${word()}.pdf`
  const guid = await writeItem(tx, {
    roomGuid,
    parentGuid: parent.guid,
    name,
    fileGuid: isFolder ? null : await copyFile(tx, sample, { name, roomGuid, now }),
    isClosed,
    addedBy: owner.email,
    now,
  })
  if (isInTrash) await tx.updateTable('item').set({ binned_at: now }).where('guid', '=', guid).execute()
  return { guid, name, parent, isFolder, isClosed, isInTrash }
}

/** Another file of the same bytes and pages. */
async function copyFile(
  tx: Transaction,
  sample: SampleFile,
  { name, roomGuid, now }: { name: string; roomGuid: string; now: number },
): Promise<string> {
  const file = await tx
    .selectFrom('file')
    .selectAll()
    .where('guid', '=', sample.guid)
    .executeTakeFirstOrThrow()
  const guid = newGuid()
  await tx
    .insertInto('file')
    .values({ ...file, guid, name, room_guid: roomGuid, taken_at: now })
    .execute()
  const pages = await tx.selectFrom('page').selectAll().where('file_guid', '=', sample.guid).execute()
  await tx
    .insertInto('page')
    .values(pages.map((page) => ({ ...page, file_guid: guid })))
    .execute()
  return guid
}

type PersonPlace = {
  email: string
  roomGuid: string
  isFlat: boolean
  items: ModelItem[]
  groups: ModelGroup[]
  now: number
}

async function writeRandomPerson(
  tx: Transaction,
  random: RandomPerson,
  place: PersonPlace,
): Promise<ModelPerson> {
  const { email, roomGuid, isFlat, items, groups, now } = place
  const { state } = random
  if (random.role === null) return { guid: '', email, role: null, group: null, rules: new Map(), state: 'in' }
  const role = (isFlat && random.role < 4 ? 3 : random.role) as Role
  const isManager = role === 5
  const group = isFlat || isManager || random.group === null ? null : (groups[random.group] ?? null)
  const guid = await writeMember(tx, {
    roomGuid,
    email,
    name: '',
    role,
    addedBy: '',
    now,
    group_guid: group?.guid ?? null,
    starts_at: state === 'early' ? now + 3_600_000 : null,
    expires_at: state === 'ended' ? now - 1 : null,
  })
  if (state === 'suspended' || state === 'removed') {
    const column = state === 'suspended' ? 'suspended_at' : 'removed_at'
    await tx
      .updateTable('member')
      .set({ [column]: now })
      .where('guid', '=', guid)
      .execute()
  }
  const own = isFlat || isManager ? new Map<ModelItem, number>() : ruled(items, random.rules)
  await writeRules(tx, { member_guid: guid }, own)
  return { guid, email, role, group, rules: own, state }
}

/** The root takes no rule but "only what is granted". */
function ruled(items: ModelItem[], random: [item: number, code: number][]): Map<ModelItem, number> {
  return new Map(
    random.map(([at, code]) => {
      const item = items[at % items.length]!
      return [item, item.parent === null ? 0 : code]
    }),
  )
}

async function writeRules(
  tx: Transaction,
  holder: { member_guid: string } | { group_guid: string },
  rulesOfHolder: Map<ModelItem, number>,
): Promise<void> {
  for (const [item, code] of rulesOfHolder) {
    const whose = { member_guid: null, group_guid: null, ...holder }
    await tx
      .insertInto('room_rule')
      .values({ guid: newGuid(), item_guid: item.guid, right_code: code as RuleCode, ...whose })
      .execute()
  }
}

/** A word that occurs nowhere else. */
function word(): string {
  return newGuid().replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)
}
