import { createHash } from 'node:crypto'
import { open, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { Unreachable } from '#server/cli/answer.ts'
import type { Progress } from '#server/cli/progress.ts'
import { Refused, shown, type Connection } from './connection.ts'
import { ownFolder, parsed, readOwn, writeOwn } from './remembered.ts'

/** The folder of a room that a file is for; null for a share. */
export type UploadPlace = { room: string; folder: string } | null
export type Uploaded = { guid: string; size: number; resumedAt: number }

const version = { 'tus-resumable': '1.0.0' }
/** Bytes of one request: what has arrived of it is not sent again. */
const partBytes = 8 * 1024 * 1024
/** Between attempts, in milliseconds; a part that arrives starts the list again. */
const pauses = [500, 2000, 5000, 10_000, 20_000]
/** It went on elsewhere, is held for a moment, was damaged or cut off on its way; or the server is being restarted. */
const passing = new Set([409, 423, 460, 502, 503, 504])

/**
 * Sends a file in parts. Where it is, is kept until it has arrived whole: after a lost connection, or the end of this
 * program, the same file goes on from there. Throws Refused, Unreachable.
 */
export async function uploadFile(
  connection: Connection,
  file: string,
  { place, name, progress }: { place: UploadPlace; name: string; progress: Progress },
): Promise<Uploaded> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    if (size === 0) throw new Refused(20460, `${name} is empty.`)
    const note = await noteOf(connection, file, place)
    const sending = new Sending(connection, { handle, size, name, place, note, progress })
    const resumedAt = await sending.begin()
    await sending.sendAll()
    await rm(note, { force: true })
    return { guid: sending.guid, size, resumedAt }
  } finally {
    await handle.close()
  }
}

/** The file in which is kept where a file of this computer is on the server, for as long as it is not changed. */
export async function noteOf({ server }: Connection, file: string, place: UploadPlace): Promise<string> {
  const { size, mtimeMs } = await stat(file)
  const key = [server, place?.folder ?? '', path.resolve(file), size, mtimeMs].join('\n')
  return path.join(ownFolder(), 'uploads', `${createHash('sha256').update(key).digest('hex')}.json`)
}

const noted = z.object({ location: z.string() })

type Parts = {
  handle: FileHandle
  size: number
  name: string
  place: UploadPlace
  /** The file that says where the upload is. */
  note: string
  progress: Progress
}

class Sending {
  readonly #connection: Connection
  readonly #parts: Parts
  #location = ''
  #offset = 0

  constructor(connection: Connection, parts: Parts) {
    this.#connection = connection
    this.#parts = parts
  }

  get guid(): string {
    return this.#location.split('/').at(-1)!
  }

  /** Goes on with what was begun, or begins; returns how much had arrived. */
  async begin(): Promise<number> {
    const text = await readOwn(this.#parts.note)
    const read = noted.safeParse(text === null ? null : parsed(text))
    if (read.success) {
      this.#location = read.data.location
      const offset = await this.#ask()
      if (offset !== null) return (this.#offset = offset)
    }
    await this.#create()
    return 0
  }

  async #create(): Promise<void> {
    const { name, size, place, note } = this.#parts
    const pairs = { filename: name, ...place }
    const metadata = Object.entries(pairs).map(
      ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
    )
    const headers = { ...version, 'upload-length': String(size), 'upload-metadata': metadata.join(',') }
    const response = await this.#connection.send('/uploads/resumable', { method: 'POST', headers })
    const location = response.headers.get('location') ?? ''
    if (response.status !== 201 || !/^\/uploads\/resumable\/[\da-f]{32}$/.test(location))
      throw await refusalOf(response)
    this.#location = location
    this.#offset = 0
    await writeOwn(note, JSON.stringify({ location }))
  }

  /** How much has arrived; null if the server knows no such upload any more. */
  async #ask(): Promise<number | null> {
    const response = await this.#connection.send(this.#location, { method: 'HEAD', headers: version })
    if (response.status === 404 || response.status === 410) return null
    if (response.status !== 200) throw await refusalOf(response)
    const offset = Number(response.headers.get('upload-offset'))
    return Number.isInteger(offset) && offset >= 0 && offset <= this.#parts.size ? offset : null
  }

  async sendAll(): Promise<void> {
    const { size, name, progress } = this.#parts
    let failures = 0
    let beginnings = 0
    while (this.#offset < size) {
      progress.bytes(name, this.#offset, size)
      const before = this.#offset
      const outcome = await this.#sendPart()
      if (outcome === 'gone' && beginnings++ < 2) await this.#create()
      else if (outcome !== 'sent') {
        if (this.#offset > before) failures = 0
        const next = pauses[failures++]
        if (next === undefined)
          throw new Unreachable(`${name} didn’t arrive completely. Run the same command to go on.`)
        await pause(next)
        const offset = await this.#ask()
        if (offset === null) await this.#create()
        else this.#offset = offset
      } else failures = 0
    }
  }

  async #sendPart(): Promise<'sent' | 'broken' | 'gone'> {
    const { handle, size, name } = this.#parts
    const buffer = Buffer.alloc(Math.min(partBytes, size - this.#offset))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, this.#offset)
    if (bytesRead < buffer.length)
      throw new Refused(0, `${name} was changed while it was sent. Run the command again.`)
    const headers = {
      ...version,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(this.#offset),
    }
    const response = await this.#connection
      .send(this.#location, { method: 'PATCH', headers, body: buffer })
      .catch((error: unknown) => {
        if (error instanceof Unreachable) return null
        throw error
      })
    if (response === null || passing.has(response.status)) {
      await response?.body?.cancel()
      return 'broken'
    }
    if (response.status === 404 || response.status === 410) return 'gone'
    if (response.status !== 204) throw await refusalOf(response)
    this.#offset = Number(response.headers.get('upload-offset') ?? this.#offset + bytesRead)
    return 'sent'
  }
}

async function refusalOf(response: Response): Promise<Error> {
  const answer = parsed(await response.text()) as { text?: string } | null
  const words = shown(answer?.text ?? `The server answered ${response.status}.`)
  return response.status >= 500 ? new Unreachable(words) : new Refused(response.status, words)
}
