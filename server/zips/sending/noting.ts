import type { Client } from '#server/http/client.ts'
import type { Archive } from '#server/zips/archive/archive.ts'
import type { Recording } from '#server/zips/recording.ts'
import type { SentEntry, ZipPartRow } from '#server/zips/zip-rows.ts'

/**
 * How many bytes of entries are noted before they are sent: few for a client that is slow or has just begun, more for
 * one that takes them as they come, since each note is a commit.
 */
const least = 64 * 1024
const most = 16 * 1024 * 1024
/** From this many bytes on, the next entries are noted while these are sent: before, it is too early to know the pace. */
const early = 2 * 1024 * 1024

type NotingOf = {
  recording: Recording
  part: ZipPartRow
  archive: Archive
  entries: readonly SentEntry[]
  client: Client
}

/** Entries that were noted, up to one (exclusive). */
type Noted = { to: number; middle: number }

/** Notes which files of a part a request sends, shortly before it sends them. */
export class Noting {
  readonly #of: NotingOf
  #noted: Noted = { to: 0, middle: 0 }
  /** The note of the next entries, for a client that keeps up: it does not have to wait for the commit. */
  #next: Promise<Noted> | null = null
  #ahead = least
  #hasNoted = false

  constructor(of: NotingOf) {
    this.#of = of
  }

  /** Before entries are sent, from one up to another (exclusive), by a request that ends at that byte. */
  async before(from: number, to: number, end: number): Promise<void> {
    while (this.#noted.to < to) {
      const first = Math.max(from, this.#noted.to)
      this.#noted = await (this.#next ?? this.#note(first, to, end))
      this.#next = null
    }
    const { entries, archive } = this.#of
    const next = this.#noted.to
    const isWorthIt = this.#ahead >= early && to > this.#noted.middle
    if (this.#next || !isWorthIt || next >= entries.length || archive.startOf(next) >= end) return
    this.#next = this.#note(next, next + 1, end)
    // It may never be awaited.
    this.#next.catch(() => undefined)
  }

  /** The client let time pass. */
  slowDown(): void {
    this.#ahead = least
  }

  /** The request is over; `isCompleted` says whether the end of the part was sent. */
  async over(isCompleted: boolean): Promise<void> {
    await this.#next?.catch(() => undefined)
    if (this.#hasNoted || isCompleted) await this.#of.recording.noteOver(this.#of.part, isCompleted)
  }

  /** At least up to an entry (exclusive), since those before it are sent together, and no further than a byte. */
  async #note(index: number, atLeast: number, end: number): Promise<Noted> {
    const { recording, part, archive, entries, client } = this.#of
    const until = Math.min(end, archive.startOf(index) + this.#ahead)
    let to = atLeast
    while (to < entries.length && archive.startOf(to) < until) to++
    this.#ahead = Math.min(this.#ahead * 2, most)
    this.#hasNoted = true
    await recording.noteSent(part, [entries[index]!.number, entries[to - 1]!.number], client)
    return { to, middle: (index + to) / 2 }
  }
}
