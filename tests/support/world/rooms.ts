import { Readable } from 'node:stream'
import { newGuid } from '#server/db/guid.ts'
import type { RuleCode } from '#server/rules/rooms/room-rights.ts'
import type { Role, RoomVersion } from '#server/rules/rooms/room-roles.ts'
import { writeItem, writeMember, writeRoom } from '#server/rooms/rows.ts'
import type { App } from './app.ts'
import type { Browser, BrowserOptions } from '#tests/support/browser/browser.ts'
import { pdf, strip } from '#tests/support/files/documents.ts'
import { codeFor, somebody } from './people.ts'
import { operatorEmail, userOf } from './make.ts'
import { makeTeam } from './room-people.ts'

/** What a room is made of: folders as trees, files as their text (a PDF with it), people by address. */
export type RoomPlan = {
  name?: string
  version?: RoomVersion
  ownerEmail?: string
  tree?: Tree
  members?: Record<string, Role>
}
export type Tree = { [name: string]: Tree | string }

/** A room as it was made: guids of its items by path (`Contracts/lease.pdf`) and of its members by address. */
export type MadeRoom = { guid: string; items: Record<string, string>; members: Record<string, string> }

/** Makes a room beside the screens, for tests that begin in one. Files are rendered. */
export async function makeRoom(app: App, plan: RoomPlan = {}): Promise<MadeRoom> {
  const { services } = app.strongroom
  const {
    database,
    clock,
    files: { uploads },
  } = services
  const { name = 'Project Alba', version = 2, ownerEmail = operatorEmail, tree = {}, members = {} } = plan
  const owner = await userOf(app, ownerEmail)
  const person = { guid: owner.guid, email: owner.email, name: `${owner.firstName} ${owner.lastName}` }
  const guid = await database.transaction((tx) =>
    writeRoom(tx, { owner: person, name, description: '', version, now: clock() }),
  )
  const made: MadeRoom = { guid, items: {}, members: {} }

  async function fill(parentGuid: string, branch: Tree, path: string): Promise<void> {
    for (const [itemName, content] of Object.entries(branch)) {
      const file = typeof content === 'string' ? await upload(itemName, content) : null
      const item = await database.transaction(async (tx) => {
        if (file) await uploads.take(tx, owner, file, guid)
        return writeItem(tx, {
          roomGuid: guid,
          parentGuid,
          name: itemName,
          fileGuid: file,
          addedBy: owner.email,
          now: clock(),
        })
      })
      made.items[path + itemName] = item
      if (typeof content !== 'string') await fill(item, content, `${path}${itemName}/`)
    }
  }

  function upload(fileName: string, text: string): Promise<string> {
    const wanted = { fileName, limitBytes: 2 ** 30, roomGuid: guid }
    return uploads.receive(owner, Readable.from([pdf([text], strip)]), wanted)
  }

  await fill(guid, tree, '')
  for (const [email, role] of Object.entries(members)) {
    made.members[email] = await database.transaction((tx) =>
      writeMember(tx, { roomGuid: guid, email, name: '', role, addedBy: owner.email, now: clock() }),
    )
  }
  const coOwners = Object.keys(members).filter((email) => members[email] === 5)
  if (coOwners.length > 0) await makeTeamMates(app, ownerEmail, coOwners)
  await app.settle()
  return made
}

/** Puts those who have an account into the team of another one, which is made where there is none. */
export async function makeTeamMates(app: App, ownerEmail: string, emails: string[]): Promise<void> {
  const { kysely } = app.strongroom.services.database
  const owner = await userOf(app, ownerEmail)
  const team_guid = owner.teamGuid ?? (await makeTeam(app, [ownerEmail]))
  await kysely
    .updateTable('user')
    .set({ team_guid, team_role: 2, invite_status: 'Active' })
    .where('email', 'in', emails)
    .where('team_guid', 'is', null)
    .execute()
}

/** Gives a member a right on an item, or hides it (-1). */
export async function makeRule(
  app: App,
  memberGuid: string,
  itemGuid: string,
  code: RuleCode,
): Promise<void> {
  await app.strongroom.services.database.kysely
    .insertInto('room_rule')
    .values({
      guid: newGuid(),
      item_guid: itemGuid,
      member_guid: memberGuid,
      group_guid: null,
      right_code: code,
    })
    .execute()
}

/** Someone who proved an address at the door of a room, wherever that leads. */
export async function atRoomEntry(
  app: App,
  roomGuid: string,
  email: string,
  options: BrowserOptions = somebody(),
): Promise<Browser> {
  const browser = await app.browser(options).open(`/rooms/${roomGuid}/door`)
  await browser.send('ask', { email })
  return browser.send('prove', { code: await codeFor(app, email) })
}

/** A member without an account: a browser that proved the address by a code and pressed "Enter". */
export async function enterRoom(
  app: App,
  roomGuid: string,
  email: string,
  options: BrowserOptions = {},
): Promise<Browser> {
  return enterRoomAs(app, await atRoomEntry(app, roomGuid, email, options), roomGuid)
}

/** Goes through a room's door with a browser that is known already; accepts the terms on the way, if there are any. */
export async function enterRoomAs(app: App, browser: Browser, roomGuid: string): Promise<Browser> {
  const door = `/rooms/${roomGuid}/door`
  await browser.open(door)
  if (browser.url.pathname !== door) return browser
  if (browser.heading() === 'Terms of access') await browser.send('accept', { isAccepted: 'on' })
  await browser.send('enter')
  await app.settle()
  if (browser.url.pathname === door) throw new Error(`Still at the door:\n${browser.text()}`)
  return browser
}
