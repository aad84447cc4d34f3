import { expect } from 'vitest'
import { verify } from '#server/operations/verify.ts'
import type { App } from '#tests/support/world/app.ts'
import { KilledServer, type Ground } from './kills.ts'

const checkedEachTime = 5

/**
 * Kills the process of an installation so often under load, and looks whether anything is missing. Answers the
 * names of the objects that the database knows in the end.
 */
export async function tellOfKills(
  kills: number,
  ground: Ground,
): Promise<{ killed: KilledServer; objects: string[] }> {
  const killed = await KilledServer.start(ground)
  const { crowd } = killed
  const { ledger } = crowd
  await crowd.assemble()
  for (let number = 0; number < kills; number++) {
    const before = ledger.shares.length
    await killed.live()
    // What is new, and some of what went through kills already.
    const some = ledger.shares.filter(
      (_, index) => index >= before || (index + number) % checkedEachTime === 0,
    )
    await killed.expectAcknowledged(some)
  }
  await killed.expectAcknowledged(ledger.shares)
  expect(ledger.shares.length).toBeGreaterThan(kills)
  expect(await killed.expectListedWhole()).toBeGreaterThanOrEqual(ledger.shares.length)

  const app = await killed.open()
  await app.settle()
  await expectRendered(app)
  await expectChains(app, killed)
  await expectEmails(killed)
  await app.strongroom.services.files.uploads.sweep()
  return { killed, objects: await expectSound(app) }
}

async function expectRendered({ strongroom }: App): Promise<void> {
  const { kysely } = strongroom.services.database
  const files = await kysely
    .selectFrom('file')
    .select(['name', 'render_status'])
    .where('taken_at', 'is not', null)
    .execute()
  expect(files.filter(({ render_status }) => render_status !== 'Rendered')).toEqual([])
  expect(await kysely.selectFrom('job').selectAll().execute()).toEqual([])
}

/** Each stream of events holds, and tells of every opening that its reader was notified of. */
async function expectChains({ strongroom }: App, { crowd }: KilledServer): Promise<void> {
  const { tracking, database } = strongroom.services
  const subjects = await database.kysely.selectFrom('event').select('subject_guid').distinct().execute()
  for (const { subject_guid } of subjects) expect(await tracking.verify(subject_guid)).toBeNull()
  const shares = crowd.ledger.shares.filter(({ openings }) => openings > 0)
  expect(shares.length).toBeGreaterThan(0)
  for (const { guid, openings } of shares) {
    expect((await tracking.visits(guid)).total).toBeGreaterThanOrEqual(openings)
  }
}

/** Everyone who was to get an email has it. */
async function expectEmails({ crowd, outbox }: KilledServer): Promise<void> {
  const emails = await outbox.all()
  const wanted = Map.groupBy(crowd.ledger.emailsTo, (email) => email)
  // Unshared before its page was made, it is told to no one until it is shared again.
  const closed = crowd.ledger.shares.filter(({ isUnshared }) => isUnshared !== false)
  const untold = new Set(closed.map(({ recipient }) => recipient))
  const missing = [...wanted].filter(
    ([email, { length }]) =>
      emails.filter(({ to }) => to.includes(email)).length < length - (untold.has(email) ? 1 : 0),
  )
  expect(missing).toEqual([])
  // One that was leaving when the process died left again as the same one.
  expect(new Set(emails.map(({ headers }) => headers.get('message-id'))).size).toBe(emails.length)
}

/** Every object opens and matches its sums, and no row names one that is not there; answers the objects' names. */
async function expectSound({ strongroom }: App): Promise<string[]> {
  const { database, storage, vault, keyRing, audit } = strongroom.services
  expect((await verify({ database, storage, vault, keyRing, audit })).damage).toEqual([])
  const objects = await database.kysely.selectFrom('object').select('guid').execute()
  return objects.map(({ guid }) => guid)
}
