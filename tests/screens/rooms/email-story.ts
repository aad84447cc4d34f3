import type { App } from '#tests/support/world/app.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import type { ReceivedEmail } from '#tests/support/world/mail.ts'
import { operatorEmail } from '#tests/support/world/make.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { enterRoom, makeRoom, type MadeRoom } from '#tests/support/world/rooms.ts'
import { atOrigin, origin } from '#tests/support/world/email-table.ts'
import { note } from '#tests/support/files/documents.ts'
import { add } from '#tests/screens/room-files/arriving.ts'
import { addPeople } from '#tests/screens/room-people/member-pages.ts'

/** What is behind the links of emails. */
export const secrets = {
  room: 'Heron',
  left: 'Crane',
  given: 'Egret',
  file: 'quarterly-merger',
  hidden: 'secret-annex',
  terms: 'You keep what you read to yourself.',
  description: 'For the bidders of the first round.',
}

export const people = {
  owner: operatorEmail,
  admin: 'ada@example.org',
  nora: 'nora@example.org',
  mia: 'mia@example.net',
  ned: 'ned@example.net',
  carl: 'carl@example.net',
}

const tierOfTeams = 9

export type RoomStory = { app: App; room: MadeRoom; emails: ReceivedEmail[] }

/** One story in which every email about data rooms comes. */
export async function tellRoomStory(): Promise<RoomStory> {
  const {
    app,
    operator: owner,
    people: [admin, nora],
  } = await makeWorld({
    config: { publicUrl: new URL(origin) },
    operator: { browser: atOrigin() },
    people: [
      { email: people.admin, browser: atOrigin() },
      { email: people.nora, browser: atOrigin() },
    ],
  })
  await makeTeam(app, [operatorEmail, people.admin], { [people.admin]: 1 })
  await app.strongroom.services.database.kysely.updateTable('user').set({ tier_code: tierOfTeams }).execute()

  const room = await makeRoom(app, { name: secrets.room, tree: { Open: {}, Closed: {} } })
  await owner.open(`/rooms/${room.guid}/settings`)
  await owner.send('changeRoom', {
    description: secrets.description,
    terms: 'custom',
    termsText: secrets.terms,
    tellAcceptance: 'on',
    tellEntry: 'on',
  })
  await addPeople(owner, room.guid, `${people.mia} ${people.ned}`, { message: 'Please come before Monday.' })
  await owner.open(`/rooms/${room.guid}/people`)
  await owner.follow(people.ned)
  await owner.send('invite')
  await enterRoom(app, room.guid, people.mia, atOrigin())
  await hide(owner, room)
  await add(owner, room, room.items['Closed']!, [note(`${secrets.hidden}.txt`)])
  await owner.send('tell', { choice: 'all' })
  await add(owner, room, room.items['Open']!, [note(`${secrets.file}.txt`)])
  await owner.send('tell', { choice: 'all' })
  await app.settle()

  await admin.open(`/team/rooms/${room.guid}`)
  await admin.send('look', { reason: 'Somebody has left, and the buyer asks.' })
  await offer(owner, room, secrets.room)
  const given = await makeRoom(app, { name: secrets.given })
  await offer(owner, given, secrets.given)
  await nora.open(`/rooms/${given.guid}/offer`)
  await nora.send('acceptRoom')
  const left = await makeRoom(app, { name: secrets.left, members: { [people.carl]: 4 } })
  const carl = await enterRoom(app, left.guid, people.carl, atOrigin())
  await carl.open(`/rooms/${left.guid}/remove`)
  await carl.send('removeRoom', { roomName: secrets.left })
  await app.settle()
  return { app, room, emails: await app.outbox.all() }
}

/** Has a folder be hidden from both members. */
async function hide(owner: Browser, room: MadeRoom): Promise<void> {
  await owner.open(`/rooms/${room.guid}/rights?folder=${room.items['Closed']}`)
  await owner.send('previewClosed')
  await owner.send('saveRights')
}

async function offer(owner: Browser, { guid }: MadeRoom, roomName: string): Promise<void> {
  await owner.open(`/rooms/${guid}/give`)
  await owner.send('offerRoom', { email: people.nora, roomName })
}
