import { userOf, type User } from '#server/accounts/users.ts'
import { userByGuid } from '#server/accounts/user-rows.ts'
import type { Cloud, CloudItem } from '#server/clouds/provider.ts'
import { newGuid, type Database, type Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { CloudName } from '#server/rules/files/clouds.ts'
import { hasFlag, Problem } from '#server/rules/problems.ts'
import type { Arrivals } from './arrivals.ts'
import type { CopiedFiles } from './copied-file.ts'
import { backOff, chainsOfCopy, maxDeaths, maxTries } from './copy-limits.ts'
import {
  changeItem,
  claimItem,
  copyRow,
  endItems,
  lockCopy,
  nextWork,
  type CopyItemRow,
  type CopyRow,
} from './copy-rows.ts'
import type { Walking } from './walking.ts'

/** Opens someone’s cloud storage. Throws cloudDisconnected, cloudNotOffered. */
export type OpensClouds = { open(user: Pick<User, 'guid'>, cloud: CloudName): Promise<Cloud> }

type Deps = {
  database: Database
  jobs: Jobs
  connections: OpensClouds
  arrivals: Arrivals
  files: CopiedFiles
  walking: Walking
  /** Notes of which item of the provider a file is a copy, in the same transaction. */
  onCopied?: (tx: Transaction, copied: { copy: CopyRow; item: CloudItem; fileGuid: string }) => Promise<void>
  clock: () => number
}

const kind = 'cloud-copy'
/** How often a copy looks whether it was cancelled; milliseconds. */
const lookAtCancel = 5000
const standardWait = 60_000
/** Before a turn is taken by another process than the one that ends. */
const aMoment = 1000

/** Ends what is under way without any outcome: the process ends, or the copy was cancelled. */
class Interrupted extends Error {}

/**
 * The jobs of a copy. Each works on one file, or on one page of a folder, and is followed by the next, so that a copy of
 * 50,000 files leaves others their turn, and one that was killed goes on with what it had.
 */
export class Turns {
  readonly #deps: Deps
  readonly #closing = new AbortController()

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle(kind, ({ copy = '', turn = '' }) => this.#take(copy, turn), {
      concurrency: chainsOfCopy,
      tries: maxDeaths,
      onFailed: ({ copy = '', turn = '' }) => this.#giveUp(copy, turn),
    })
  }

  /** Begins, or goes on with a copy that had stopped, in the caller's transaction. */
  async start(tx: Transaction, copy: string): Promise<void> {
    for (let chain = 0; chain < chainsOfCopy; chain++) await this.#next(tx, copy)
  }

  /** Lets go of everything that is under way; the jobs go on in another process. */
  close(): void {
    this.#closing.abort(new Interrupted())
  }

  async #next(tx: Transaction, copy: string, runAt = this.#deps.clock()): Promise<void> {
    await this.#deps.jobs.add(tx, kind, { copy, turn: newGuid() }, { runAt })
  }

  async #take(guid: string, turn: string): Promise<void> {
    const { database, clock } = this.#deps
    const copy = await copyRow(database.kysely, guid)
    if (copy?.state !== 'copying') return
    const now = clock()
    if (copy.waits_until > now || this.#closing.signal.aborted)
      return database.transaction((tx) => this.#next(tx, guid, Math.max(now + aMoment, copy.waits_until)))
    const row = await database.transaction((tx) => claimItem(tx, { copy: guid, turn, now }))
    if (!row) return this.#rest(guid, now)
    const watch = this.#watch(guid)
    try {
      await this.#work(copy, row, watch.signal)
    } catch (error) {
      await this.#settle(copy, row, error)
    } finally {
      watch.end()
    }
    await database.transaction((tx) =>
      this.#next(tx, guid, clock() + (this.#closing.signal.aborted ? aMoment : 0)),
    )
  }

  /** Nothing can be done now: later, or never. */
  async #rest(guid: string, now: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const copy = await lockCopy(tx, guid)
      if (copy?.state !== 'copying') return
      const at = await nextWork(tx, guid, now)
      if (at !== null) return this.#next(tx, guid, at)
      await tx
        .updateTable('cloud_copy')
        .set({ state: 'done', ended_at: now })
        .where('guid', '=', guid)
        .execute()
    })
  }

  async #work(copy: CopyRow, row: CopyItemRow, signal: AbortSignal): Promise<void> {
    const { database, connections, arrivals, files, walking, onCopied } = this.#deps
    const user = await this.#user(copy)
    const uploader = await arrivals.uploader(user, copy).catch((error: unknown) => {
      throw error instanceof Problem ? new NothingMore(error) : error
    })
    const cloud = await connections.open(user, copy.cloud)
    const item = await this.#found(cloud, row, signal)
    if (!item) return
    if (item.kind === 'folder' && copy.room_guid === null) throw new Problem('cloudGone', { text: isFolder })
    if (item.kind === 'folder') return walking.step({ user, copy, row, cloud, signal })
    const { parent_guid: parentGuid, export_as: exportAs } = copy
    const before = await arrivals.placed(copy, row)
    if (before) return changeItem(database.kysely, row, { ...before, turn: null })
    try {
      const fileGuid = await files.copy({ cloud, item, row, uploader, parentGuid, exportAs, signal })
      const arrived = await arrivals.place(user, copy, row, fileGuid)
      await database.transaction(async (tx) => {
        await changeItem(tx, row, { ...arrived, turn: null })
        if (arrived.state === 'done') await onCopied?.(tx, { copy, item, fileGuid })
      })
    } catch (error) {
      if (error instanceof Problem && !isPassing(error)) await files.forget(uploader, row)
      throw error
    }
  }

  /** The item itself; of a shortcut, what it leads to: null where that is copied anyway. */
  async #found(cloud: Cloud, row: CopyItemRow, signal: AbortSignal): Promise<CloudItem | null> {
    const { database } = this.#deps
    const item = await cloud.item(row.item_id, signal)
    if (item.target === null) return item
    const target = await cloud.item(item.target, signal)
    if (target.target !== null) throw new Problem('cloudGone', { text: 'This shortcut leads nowhere.' })
    const isNew = await database.transaction(async (tx) => {
      await lockCopy(tx, row.copy_guid)
      const other = await tx
        .selectFrom('cloud_copy_item')
        .select('place')
        .where('copy_guid', '=', row.copy_guid)
        .where('item_id', '=', target.id)
        .executeTakeFirst()
      const changes = other
        ? ({ state: 'skipped', note: alreadyCopied, turn: null } as const)
        : { item_id: target.id, kind: target.kind, bytes: target.bytes }
      await changeItem(tx, row, changes)
      Object.assign(row, changes)
      return !other
    })
    return isNew ? target : null
  }

  async #user({ user_guid: guid }: CopyRow): Promise<User> {
    const row = await userByGuid(this.#deps.database.kysely, guid)
    if (row?.status !== 'Active') throw new NothingMore(new Problem('notSignedIn'))
    return userOf(row)
  }

  /** What follows from a failure. Rejects where the job itself is to be tried again. */
  async #settle(copy: CopyRow, row: CopyItemRow, error: unknown): Promise<void> {
    const { database, clock } = this.#deps
    const now = clock()
    const waiting = { state: 'waiting', turn: null } as const
    if (isInterrupted(error, this.#closing.signal)) return this.#change(row, waiting)
    if (error instanceof NothingMore) return this.#stop(copy, error.problem)
    if (!(error instanceof Problem)) throw error
    if (error.problem === 'cloudDisconnected' || error.problem === 'cloudNotOffered')
      return database.transaction(async (tx) => {
        await changeItem(tx, row, waiting)
        await tx
          .updateTable('cloud_copy')
          .set({ state: 'disconnected' })
          .where('guid', '=', copy.guid)
          .where('state', '=', 'copying')
          .execute()
      })
    if (error.problem === 'cloudBusy')
      return database.transaction(async (tx) => {
        await changeItem(tx, row, waiting)
        await tx
          .updateTable('cloud_copy')
          .set({ waits_until: now + (error.wait ?? standardWait) })
          .where('guid', '=', copy.guid)
          .execute()
      })
    const tries = row.tries + 1
    if (!isPassing(error)) return this.#change(row, { state: 'failed', note: error.text, turn: null, tries })
    if (tries >= maxTries) {
      const note = error.problem === 'cloudFailed' ? error.text : tooOften
      return this.#change(row, { state: 'failed', note, turn: null, tries: 0 })
    }
    const wait = Math.max(backOff[Math.min(tries, backOff.length) - 1]!, error.wait ?? 0)
    return this.#change(row, { ...waiting, tries, retry_at: now + wait, note: goesOn })
  }

  /** Unless it was cancelled meanwhile. */
  async #change({ copy_guid, place }: CopyItemRow, changes: Partial<CopyItemRow>): Promise<void> {
    await this.#deps.database.kysely
      .updateTable('cloud_copy_item')
      .set(changes)
      .where('copy_guid', '=', copy_guid)
      .where('place', '=', place)
      .where('state', '=', 'copying')
      .execute()
  }

  /** Nothing of it can be added any more. */
  async #stop(copy: CopyRow, { text }: Problem): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      await endItems(tx, copy.guid, ['waiting', 'copying'], { state: 'failed', note: text, turn: null })
    })
  }

  /** After the last try of a job: the others of the copy go on. */
  async #giveUp(copy: string, turn: string): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      await tx
        .updateTable('cloud_copy_item')
        .set({ state: 'failed', note: new Problem('unexpected').text, turn: null })
        .where('copy_guid', '=', copy)
        .where('turn', '=', turn)
        .where('state', '=', 'copying')
        .execute()
      await this.#next(tx, copy)
    })
  }

  #watch(copy: string): { signal: AbortSignal; end: () => void } {
    const controller = new AbortController()
    const timer = setInterval(() => {
      copyRow(this.#deps.database.kysely, copy)
        .then((row) => {
          if (row?.state === 'cancelled' || !row) controller.abort(new Interrupted())
        })
        .catch(() => undefined)
    }, lookAtCancel).unref()
    return {
      signal: AbortSignal.any([controller.signal, this.#closing.signal]),
      end: () => clearInterval(timer),
    }
  }
}

/** The whole copy cannot go on. */
class NothingMore extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

const goesOn = 'Interrupted. It continues automatically.'
const tooOften = 'It was interrupted too often. Try again later.'
const isFolder = 'A shortcut to a folder. Choose the files in it.'
const alreadyCopied = 'A shortcut to something that is copied already.'

/** Whether another try makes sense. */
function isPassing(error: Problem): boolean {
  return error.problem === 'uploadBroken' || error.problem === 'uploadHeld' || hasFlag(error.problem, 'retry')
}

function isInterrupted(error: unknown, closing: AbortSignal): boolean {
  return (
    closing.aborted ||
    error instanceof Interrupted ||
    (error instanceof Error && (error.name === 'AbortError' || error.cause instanceof Interrupted))
  )
}
