import type { Identity } from '#server/accounts/identity.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import type { Database } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import { seenFolders } from '#server/viewing/access/item-facts.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'
import { getsMarked } from '#server/viewing/reading/watermark.ts'
import { accessTo, zipRefusal } from '#server/zips/access.ts'
import { alikeFiles } from './alike.ts'
import { isFile, isFolder, type SentEntry, type ZipRow } from '#server/zips/zip-rows.ts'

/** One check covers what begins within this time (ms), if the client keeps up: small files come by the thousand. */
const holds = 50
/**
 * How many entries are checked together: few at first, since large ones outlast a check, and twice as many each time
 * all of them began in time. Of a room they need few queries, of shares one each.
 */
const least = 4
const maxAhead = { room: 1_024, shares: 8 }
/** Beyond this, the policy is read in the database's own thread: everyone else would wait for a read this long. */
const few = 128
/** All of them are checked in parts, so that others can ask between. */
const most = 2_000

type GateOf = {
  database: Pick<Database, 'kysely' | 'lookups'>
  identity: Identity
  zip: Pick<ZipRow, 'guid' | 'room_guid'>
  part: number
  entries: readonly SentEntry[]
  clock: () => number
}

/** Entries that were checked, from one up to another (exclusive), at that moment. */
type Checked = { from: number; to: number; middle: number; at: number }
const nothing: Checked = { from: 0, to: 0, middle: 0, at: -Infinity }

function covers({ from, to, at }: Checked, index: number): boolean {
  return index >= from && index < to && performance.now() - at < holds
}

/** Checks the policy again while an archive is sent: whether its files may still be sent as they are listed. */
export class Gate {
  readonly #of: GateOf
  #checked: Checked = nothing
  /** The check of what comes next, begun before it is needed. */
  #next: Promise<Checked> | null = null
  #ahead = least
  /** The check of all entries, begun shortly before it is needed. */
  #all: { at: number; answer: Promise<void> } | null = null

  constructor(of: GateOf) {
    this.#of = of
  }

  /** All of them. Throws zipChanged. */
  async requireAll(): Promise<void> {
    const earlier = this.#all
    this.#all = null
    await (earlier && performance.now() - earlier.at < holds ? earlier.answer : this.#checkAll())
    this.expire()
  }

  /** They will be required in a moment. */
  lookAtAll(): void {
    if (this.#all) return
    this.#all = { at: performance.now(), answer: this.#checkAll() }
    // It may never be awaited.
    this.#all.answer.catch(() => undefined)
  }

  /** The entries that come next, from one up to another (exclusive). Throws zipChanged. */
  async require(from: number, to: number): Promise<void> {
    for (let index = from; index < to; index = Math.max(index + 1, this.#checked.to))
      await this.#reach(index, to)
    if (to > this.#checked.middle) this.#lookAhead()
  }

  /** The client let time pass: what comes next is checked again. */
  expire(): void {
    this.#checked = nothing
    this.#next = null
    this.#ahead = Math.max(least, this.#ahead / 2)
  }

  /** An entry, and with it at least those that are sent together with it. */
  async #reach(index: number, end: number): Promise<void> {
    const { to } = this.#checked
    if (index >= to && this.#next) {
      this.#checked = await this.#next
      this.#next = null
    }
    if (covers(this.#checked, index)) return
    if (to > 0) this.#ahead = index >= to ? this.#more() : least
    this.#next = null
    this.#checked = await this.#look(index, end)
  }

  #lookAhead(): void {
    const { to } = this.#checked
    if (this.#next || to >= this.#of.entries.length) return
    this.#ahead = this.#more()
    this.#next = this.#look(to, to)
    // Its turn may never come.
    this.#next.catch(() => undefined)
  }

  #more(): number {
    return Math.min(this.#ahead * 2, this.#of.zip.room_guid === null ? maxAhead.shares : maxAhead.room)
  }

  async #look(from: number, end: number): Promise<Checked> {
    const [to, at] = [Math.max(from + this.#ahead, end), performance.now()]
    await this.#check(this.#of.entries.slice(from, to))
    return { from, to, middle: (from + to) / 2, at }
  }

  async #checkAll(): Promise<void> {
    const { entries } = this.#of
    for (let at = 0; at < entries.length; at += most) await this.#check(entries.slice(at, at + most))
  }

  async #check(entries: readonly SentEntry[]): Promise<void> {
    const kysely = this.#kyselyFor(entries)
    await this.#checkFolders(kysely, entries)
    const files = entries.filter(isFile)
    if (files.length === 0) return
    const { zip, part } = this.#of
    const { room_guid: roomGuid } = zip
    if (roomGuid === null) return this.#checkShares(kysely, files)
    const [first, last] = [files[0]!.number, files.at(-1)!.number]
    const alike = await alikeFiles(kysely, { zipGuid: zip.guid, roomGuid, part, first, last })
    if (alike.reduce((sum, { count }) => sum + count, 0) !== files.length) throw new Problem('zipChanged')
    const { identity, clock } = this.#of
    const guids = alike.map(({ guid }) => guid)
    const accesses = await accessTo(kysely, identity, { roomGuid, guids }, clock())
    for (const { guid, isMarked } of alike) this.#requireSame(accesses.get(guid), isMarked)
  }

  async #checkShares(kysely: Database['kysely'], files: readonly SentEntry[]): Promise<void> {
    const { identity, clock } = this.#of
    const guids = files.map(({ share_guid: guid }) => guid!)
    const accesses = await accessTo(kysely, identity, { roomGuid: null, guids }, clock())
    for (const { share_guid: guid, file_guid: fileGuid, is_marked: isMarked } of files) {
      const found = accesses.get(guid!)
      this.#requireSame(found?.file.guid === fileGuid ? found : undefined, isMarked === 1)
    }
  }

  /** A file as it is listed: its person may still download it, and would not get a copy with a watermark now. */
  #requireSame(found: ShareAccess | undefined, isMarked: boolean): void {
    const isSame = found && (isMarked || !getsMarked(found))
    if (!isSame || zipRefusal(found, this.#of.clock()) !== null) throw new Problem('zipChanged')
  }

  #kyselyFor({ length }: readonly SentEntry[]): Database['kysely'] {
    const { kysely, lookups } = this.#of.database
    return length > few ? kysely : lookups
  }

  async #checkFolders(kysely: Database['kysely'], entries: readonly SentEntry[]): Promise<void> {
    const { identity, zip, clock } = this.#of
    const guids = entries.filter(isFolder).map(({ share_guid: guid }) => guid!)
    if (guids.length === 0 || zip.room_guid === null) return
    const emails = await allProvedEmails(kysely, identity)
    const place = { roomGuid: zip.room_guid, itemGuids: guids }
    const seen = await seenFolders(kysely, identity, emails, place, clock())
    if (seen.size < guids.length) throw new Problem('zipChanged')
  }
}
