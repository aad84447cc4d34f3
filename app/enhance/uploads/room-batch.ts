import { maxFilesInFolders } from '#server/rules/sharing/options.ts'
import { href, routes } from '#app/routes.ts'
import type { Left } from './dropped-tree.ts'
import { lineMessage, type Place, type Transfer, type Transfers } from './transfers.ts'

type Options = {
  place: Place
  token: string
  transfers: Pick<Transfers, 'items' | 'isBusy' | 'release' | 'settled'>
  /** How requests are sent: by `fetch`, unless a test says otherwise. */
  send?: (address: string, body: URLSearchParams) => Promise<Response>
  /** What a form says about all of the files. */
  choices?: Readonly<Record<string, string>>
  /** Files that are there from an earlier attempt. */
  kept?: readonly Arrived[]
}
type Arrived = Pick<Transfer, 'id' | 'path'> & { key?: number }
type Answer = { batch: string; to: string; notMade: Left[] }

const between = 1000
/** Between attempts over a line that fails, in milliseconds. */
const pauses = [1000, 3000, 10_000, 30_000]
/** Letters of the paths in one request, well below what a form can have. */
const maxLetters = 200_000

/**
 * Adds what arrives to a folder of a room: its folders first, many in one request, then once a second the files that
 * have arrived meanwhile. All of it is one batch, about which its page asks once who is notified.
 */
export class RoomBatch {
  readonly #options: Options
  #batch = ''
  #to = ''
  #sent = 0
  #hasKept = false

  constructor(options: Options) {
    this.#options = options
  }

  /** How many files were handed over. */
  get sent(): number {
    return this.#sent
  }

  /** Where the outcome of each file is. */
  get to(): string {
    return this.#to
  }

  /** Makes folders, and answers which could not be made. Throws an Error with words for whoever sent them. */
  async make(paths: readonly string[]): Promise<Left[]> {
    const notMade: Left[] = []
    for (const part of inParts(paths, (path) => path.length))
      notMade.push(...(await this.#send(part, [])).notMade)
    return notMade
  }

  /** Adds what arrives until nothing is on its way any more. Throws like `make`. */
  async follow(): Promise<void> {
    const { transfers, kept = [] } = this.#options
    // The first part has no file: were its answer lost, a second one would begin another batch.
    if (this.#batch === '') await this.#send([], [])
    if (!this.#hasKept) {
      this.#hasKept = true
      for (const part of inParts(kept, ({ path }) => path.length + 100)) await this.#send([], part)
    }
    for (;;) {
      const isLast = !transfers.isBusy
      const done = transfers.items().filter(({ state }) => state === 'done')
      for (const part of inParts(done, ({ path }) => path.length + 100)) await this.#send([], part)
      if (isLast) return
      await Promise.race([transfers.settled(), pause(between)])
    }
  }

  async #send(folders: readonly string[], files: readonly Arrived[]): Promise<Answer> {
    const { place, token, choices = {}, transfers, send = byFetch } = this.#options
    const body = new URLSearchParams({ ...choices, token, from: String(this.#sent) })
    if (this.#batch !== '') body.set('batch', this.#batch)
    for (const path of folders) body.append('folder', path)
    for (const { id, path } of files) {
      body.append('file', id)
      if (path !== '') body.append('path', `${id}/${path}`)
    }
    const address = href(routes.rooms.addPart, { RoomGuid: place.room, ParentGuid: place.folder })
    const answer = await post(() => send(address, body))
    this.#batch = answer.batch
    this.#to = answer.to
    this.#sent += files.length
    transfers.release(files.flatMap(({ key }) => key ?? []))
    return answer
  }
}

function byFetch(address: string, body: URLSearchParams): Promise<Response> {
  return fetch(address, { method: 'POST', body })
}

/** Tries again while the server cannot be reached: a part that arrived twice is added once. */
async function post(send: () => Promise<Response>): Promise<Answer> {
  for (const wait of [...pauses, null]) {
    const answer = await send().catch(() => null)
    if (answer?.ok) return (await answer.json()) as Answer
    if (answer && answer.status < 500) throw new Error(await wordsOf(answer))
    if (wait !== null) await pause(wait)
  }
  throw new Error(lineMessage)
}

async function wordsOf(answer: Response): Promise<string> {
  const { text = lineMessage } = (await answer.json().catch(() => ({}))) as { text?: string }
  return text
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** As many in each part as one request can have. */
function inParts<Value>(values: readonly Value[], lettersOf: (value: Value) => number): Value[][] {
  const parts: Value[][] = []
  let letters = 0
  for (const value of values) {
    letters += lettersOf(value)
    const last = parts.at(-1)
    if (last && last.length < maxFilesInFolders && letters <= maxLetters) {
      last.push(value)
    } else {
      parts.push([value])
      letters = lettersOf(value)
    }
  }
  return parts
}
