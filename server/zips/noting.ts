import type { Client } from '#server/http/client.ts'
import type { Archive } from './archive.ts'
import type { Recording } from './recording.ts'
import type { ZipEntryRow, ZipPartRow } from './zip-rows.ts'

/**
 * How many bytes of entries are noted before they are sent: few for a client that is slow or has just begun, more for
 * one that takes them as they come, since each note is a commit.
 */
const least = 64 * 1024
const most = 4 * 1024 * 1024

type NotingOf = {
  recording: Recording
  part: ZipPartRow
  archive: Archive
  entries: readonly ZipEntryRow[]
  client: Client
}

/** Notes which files of a part a request sends, shortly before it sends them. */
export class Noting {
  readonly #of: NotingOf
  #notedTo = 0
  #ahead = least

  constructor(of: NotingOf) {
    this.#of = of
  }

  /** Before an entry is sent by a request that ends at that byte. */
  async before(index: number, end: number): Promise<void> {
    if (index < this.#notedTo) return
    const { recording, part, archive, entries, client } = this.#of
    const until = Math.min(end, archive.startOf(index) + this.#ahead)
    let to = index + 1
    while (to < entries.length && archive.startOf(to) < until) to++
    await recording.noteSent(part, [entries[index]!.number, entries[to - 1]!.number], client)
    this.#notedTo = to
    this.#ahead = Math.min(this.#ahead * 2, most)
  }

  /** The client let time pass. */
  slowDown(): void {
    this.#ahead = least
  }

  /** The request is over; `isCompleted` says whether the end of the part was sent. */
  async over(isCompleted: boolean): Promise<void> {
    if (this.#notedTo > 0 || isCompleted) await this.#of.recording.noteOver(this.#of.part, isCompleted)
  }
}
