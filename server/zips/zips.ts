import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Identity } from '#server/accounts/identity.ts'
import type { Client } from '#server/http/client.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { Problem, type ProblemName } from '#server/rules/problems.ts'
import { maxZipBytes } from '#server/rules/product/client-constants.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import { authorizeRoom } from '#server/rooms/access/authorize-room.ts'
import { loadRoom } from '#server/rooms/access/room-access.ts'
import {
  collectItems,
  collectShares,
  drafts,
  folderRows,
  type Collected,
  type LeftOut,
  type Open,
} from './collecting.ts'
import { Making, type MakingDeps } from './making.ts'
import { openPart, type OpenDeps, type OpenedPart, type PartRequest } from './sending/open-part.ts'
import { partsOf } from './parts.ts'
import { pendingOf, type Pending } from './pending.ts'
import { ProgramZips } from './programs.ts'
import { Recording } from './recording.ts'
import { isSecretOf, newPlace, secretOf, type ZipAddress } from './zip-links.ts'
import { entriesOf, insertEntries, isComplete, isFile, newZip, personsOf, removeZip } from './zip-rows.ts'
import type { ZipEntryRow, ZipPartRow, ZipRow } from './zip-rows.ts'

type Deps = MakingDeps &
  ConstructorParameters<typeof Recording>[0] & {
    rates: RateLimits
    openShare: (identity: Identity, shareGuid: string, client: Client) => Promise<void>
  }

/** A part with how many of its files were sent. */
export type ShownPart = ZipPartRow & { sent: number }

/** What a page shows of an archive. */
export type ZipShown = {
  zip: ZipRow
  address: ZipAddress
  state: 'processing' | 'ready' | 'failed'
  /** Files that are done, of all. */
  done: number
  total: number
  parts: ShownPart[]
  leftOut: LeftOut[]
  leftOutCount: number
}

const day = 86_400_000
/** How long an archive is kept. */
const kept = 3 * day
const maxFiles = 50_000
const maxListed = 100
const perHour = { count: 60, per: 3_600_000 }
const batchSize = 100

/**
 * Several files as one download: prepared from what a person can download at that moment, each file as they would get
 * it alone, then fetched. The policy is asked again for each request and on the way for each file.
 */
export class Zips {
  /** How programs build them. */
  readonly programs: ProgramZips
  readonly #deps: Deps
  readonly #making: Making
  readonly #opening: OpenDeps

  constructor(deps: Deps) {
    this.#deps = deps
    this.#opening = { ...deps, recording: new Recording(deps) }
    this.#making = new Making(deps)
    this.programs = new ProgramZips(deps, this.#making, this.#opening)
  }

  /**
   * Begins an archive of items of a room; the room itself is all of it. Throws what the room's policy says, zipNothing,
   * zipTooMany, tooManyAttempts.
   */
  async ofItems(
    identity: Identity,
    { roomGuid, itemGuids }: { roomGuid: string; itemGuids: readonly string[] },
    client: Client,
  ): Promise<ZipAddress> {
    const { kysely } = this.#deps.database
    const now = this.#deps.clock()
    const room = await authorizeRoom(kysely, identity, roomGuid, 'browse', now)
    const collected = await collectItems(kysely, identity, room, itemGuids, now)
    return this.#begin(identity, { name: room.name, roomGuid, collected }, client)
  }

  /**
   * How much `ofItems` would take: files, bytes of their originals, parts if each is as large as its original, and files
   * that the person only sees.
   */
  async countItems(
    identity: Identity,
    { roomGuid, itemGuids }: { roomGuid: string; itemGuids: readonly string[] },
  ): Promise<{ files: number; bytes: number; parts: number; leftOut: number }> {
    const { kysely } = this.#deps.database
    const now = this.#deps.clock()
    const room = await authorizeRoom(kysely, identity, roomGuid, 'browse', now)
    const { chosen, leftOut } = await collectItems(kysely, identity, room, itemGuids, now)
    const placed = chosen.map(({ found: { file }, folders }) => {
      const path = [...folders, file.name].join('/')
      return { path, original: path, size: file.size }
    })
    return {
      files: chosen.length,
      bytes: placed.reduce((sum, { size }) => sum + size, 0),
      parts: partsOf(placed, this.#deps.maxBytes ?? maxZipBytes).at(-1) ?? 0,
      leftOut: leftOut.length,
    }
  }

  /** Begins an archive of shares that the person sent or received. Throws zipNothing, zipTooMany, tooManyAttempts. */
  async ofShares(identity: Identity, shareGuids: readonly string[], client: Client): Promise<ZipAddress> {
    const { database, clock, openShare } = this.#deps
    const open: Open = (guid) => openShare(identity, guid, client)
    const collected = await collectShares(database.kysely, identity, shareGuids, open, clock)
    return this.#begin(identity, { name: 'Files', roomGuid: null, collected }, client)
  }

  /** Throws notFound for anyone else's and for one that is no longer kept, and what the room's policy says. */
  async find(identity: Identity, address: ZipAddress): Promise<ZipShown> {
    const { kysely } = this.#deps.database
    const zip = await this.#found(identity, address)
    await this.#requireRoom(identity, zip)
    const [parts, rows] = await Promise.all([
      shownParts(kysely, zip.guid),
      zip.ready_at === null ? entriesOf(kysely, zip.guid).execute() : this.#failedIn(zip),
    ])
    const files = rows.filter(isFile)
    const failed = rows.filter(({ error }) => error !== null)
    const listed = [...(JSON.parse(zip.left_out) as LeftOut[]), ...failed.map(leftOutOf)]
    return {
      zip,
      address,
      state: zip.ready_at !== null ? 'ready' : zip.failed_at !== null ? 'failed' : 'processing',
      done: files.filter(isComplete).length,
      total: files.length,
      parts,
      leftOut: listed.slice(0, maxListed),
      leftOutCount: zip.left_out_count + failed.length,
    }
  }

  /** Archives that are on their way to the person, for pages other than their own; none of a room they have left. */
  async pending(
    identity: Identity,
  ): Promise<(Omit<Pending, 'zip'> & { name: string; address: ZipAddress })[]> {
    const { database, linkKeys, clock } = this.#deps
    const found = await pendingOf(database.lookups, personsOf(identity), clock())
    const shown = await Promise.all(
      found.map(async ({ zip, ...how }) => {
        const mayKnow = await this.#requireRoom(identity, zip).then(
          () => true,
          () => false,
        )
        const address = { jobDate: zip.job_date, batch: zip.batch, secret: secretOf(linkKeys, zip.guid) }
        return mayKnow ? [{ ...how, name: zip.name, address }] : []
      }),
    )
    return shown.flat()
  }

  /** Has the person emailed when the archive is ready, if that takes longer than a minute. Throws as `find`. */
  async emailWhenReady(identity: Identity, address: ZipAddress): Promise<void> {
    const zip = await this.#found(identity, address)
    const { kysely } = this.#deps.database
    await kysely.updateTable('zip').set({ wants_email: 1 }).where('guid', '=', zip.guid).execute()
  }

  /** Throws as `find`, notFound for a part that there is not, and zipChanged. */
  async open(address: ZipAddress, request: PartRequest): Promise<OpenedPart> {
    return openPart(this.#opening, await this.#found(request.identity, address), request)
  }

  /** Removes archives after three days, and returns how many. */
  async sweep(): Promise<number> {
    const { database, vault, clock } = this.#deps
    for (let removed = 0; ;) {
      const old = await database.kysely
        .selectFrom('zip')
        .select('guid')
        .where('created_at', '<', clock() - kept)
        .limit(batchSize)
        .execute()
      for (const { guid } of old) await database.transaction((tx) => removeZip(tx, vault, guid))
      removed += old.length
      if (old.length < batchSize) return removed
    }
  }

  async #found(identity: Identity, { jobDate, batch, secret }: ZipAddress): Promise<ZipRow> {
    const { database, linkKeys, clock } = this.#deps
    const persons = personsOf(identity)
    const rows = await database.kysely
      .selectFrom('zip')
      .selectAll()
      .where('person', 'in', persons.length > 0 ? persons : [''])
      .where('job_date', '=', jobDate)
      .where('batch', '=', batch)
      .where('created_at', '>=', clock() - kept)
      .execute()
    const zip = rows.find(({ guid }) => isSecretOf(linkKeys, guid, secret))
    if (!zip) throw new Problem('notFound')
    return zip
  }

  /** Someone who is no longer in the room learns nothing more of it. */
  async #requireRoom(identity: Identity, { room_guid: guid }: ZipRow): Promise<void> {
    if (guid === null) return
    const now = this.#deps.clock()
    const room = await loadRoom(this.#deps.database.kysely, identity, guid, now)
    const refusal = room ? decideInRoom({ ...room.policyFacts, isEntered: true }, 'browse', now) : 'notFound'
    if (refusal) throw new Problem(refusal)
  }

  #failedIn(zip: ZipRow): Promise<ZipEntryRow[]> {
    return entriesOf(this.#deps.database.kysely, zip.guid).where('error', 'is not', null).execute()
  }

  async #begin(identity: Identity, begun: Begun, client: Client): Promise<ZipAddress> {
    const { database, linkKeys, clock } = this.#deps
    const { chosen, leftOut, emptyFolders } = begun.collected
    if (chosen.length === 0) throw new Problem('zipNothing')
    if (chosen.length + emptyFolders.length > maxFiles) throw new Problem('zipTooMany')
    await this.#deps.rates.require(`zip|${personsOf(identity)[0]}`, perHour)
    const now = clock()
    const { name, roomGuid } = begun
    const zip = {
      ...newZip(identity, { ...newPlace(now), name, roomGuid, client, now }),
      left_out: JSON.stringify(leftOut.slice(0, maxListed)),
      left_out_count: leftOut.length,
    }
    const draftOf = { zipGuid: zip.guid, first: 0, client, now }
    const entries = [
      ...(await drafts({ ...this.#deps, kysely: database.kysely }, chosen, draftOf)),
      ...folderRows(emptyFolders, { ...draftOf, first: chosen.length }),
    ]
    const whole = entries.every(isComplete) ? await this.#making.finished(zip, entries) : null
    await database.transaction(async (tx) => {
      await tx.insertInto('zip').values(zip).execute()
      if (whole) return this.#making.write(tx, zip.guid, whole)
      await insertEntries(tx, entries)
      await this.#making.start(tx, zip.guid)
    })
    return { jobDate: zip.job_date, batch: zip.batch, secret: secretOf(linkKeys, zip.guid) }
  }
}

async function shownParts(kysely: Kysely<Schema>, zipGuid: string): Promise<ShownPart[]> {
  const rows = await kysely
    .selectFrom('zip_part')
    .selectAll('zip_part')
    .select(({ selectFrom }) =>
      selectFrom('zip_entry')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('zip_entry.zip_guid', '=', 'zip_part.zip_guid')
        .whereRef('zip_entry.part', '=', 'zip_part.number')
        .where('zip_entry.file_guid', 'is not', null)
        .where('zip_entry.sent_at', 'is not', null)
        .as('sent'),
    )
    .where('zip_part.zip_guid', '=', zipGuid)
    .orderBy('zip_part.number')
    .execute()
  return rows.map((row) => ({ ...row, sent: Number(row.sent ?? 0) }))
}

type Begun = { name: string; roomGuid: string | null; collected: Collected }

function leftOutOf({ path, error }: ZipEntryRow): LeftOut {
  return { name: (JSON.parse(path) as string[]).at(-1) ?? '', problem: error as ProblemName }
}
