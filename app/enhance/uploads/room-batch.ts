import { maxFilesInFolders } from '#server/rules/sharing/options.ts'
import { href, routes } from '#app/routes.ts'
import { printOf, type BatchMemory, type Named } from './batch-memory.ts'
import type { Dropped, Left } from './dropped-tree.ts'
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
  /** Where a batch is kept until it is whole, if it goes on after its page was left. */
  memory?: BatchMemory
}
type Arrived = Pick<Transfer, 'id' | 'path'> & { key?: number; file?: File }
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
  /** What was added, by this page and those before it. */
  #added: string[] = []
  #before: ReadonlySet<string> | null = null

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

  /** Goes on with the batch of a page that was left, if it is still open. Throws like `make`. */
  async goOn(): Promise<void> {
    const before = this.#before === null ? this.#options.memory?.read() : null
    this.#before ??= new Set()
    if (!before) return
    const { batch, to, sent, added, pending } = before
    ;[this.#batch, this.#to, this.#sent, this.#added] = [batch, to, sent, added]
    try {
      // No one knows whether these were added: sent again as they were, they are there once.
      await this.#send([], pending)
      this.#before = new Set(this.#added)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      ;[this.#batch, this.#to, this.#sent, this.#added] = ['', '', 0, []]
      this.forget()
    }
  }

  /** Whether a page that was left has added this file. */
  hadAdded(file: Dropped): boolean {
    return this.#before?.has(printOf(file)) ?? false
  }

  /** The batch is whole: what is brought later is another one. */
  forget(): void {
    this.#options.memory?.forget()
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

  async #send(folders: readonly string[], files: readonly (Arrived | Named)[]): Promise<Answer> {
    const { place, token, choices = {}, transfers, send = byFetch } = this.#options
    const body = new URLSearchParams({ ...choices, token, from: String(this.#sent) })
    if (this.#batch !== '') body.set('batch', this.#batch)
    for (const path of folders) body.append('folder', path)
    for (const { id, path } of files) {
      body.append('file', id)
      if (path !== '') body.append('path', `${id}/${path}`)
    }
    const address = href(routes.rooms.addPart, { RoomGuid: place.room, ParentGuid: place.folder })
    const named = files.map(namedOf)
    this.#remember(named)
    const answer = await post(() => send(address, body))
    this.#batch = answer.batch
    this.#to = answer.to
    this.#sent += files.length
    this.#added.push(...named.map(({ print }) => print))
    this.#remember([])
    transfers.release(files.flatMap((file) => ('key' in file ? (file.key ?? []) : [])))
    return answer
  }

  #remember(pending: Named[]): void {
    if (this.#batch === '') return
    const [batch, to, sent, added] = [this.#batch, this.#to, this.#sent, this.#added]
    this.#options.memory?.write({ batch, to, sent, added, pending })
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
    if (answer && answer.status < 500) throw new Refused(await refusalText(answer))
    if (wait !== null) await pause(wait)
  }
  throw new Error(lineMessage)
}

/** What the server has said no to. */
class Refused extends Error {}

function namedOf(file: Arrived | Named): Named {
  const { id, path } = file
  if ('print' in file) return file
  return { id, path, print: file.file ? printOf({ file: file.file, path }) : '' }
}

async function refusalText(answer: Response): Promise<string> {
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
