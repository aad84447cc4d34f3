import { addAbortSignal, Readable } from 'node:stream'
import { exportedName } from '#server/clouds/exported-name.ts'
import type { Cloud, CloudItem } from '#server/clouds/provider.ts'
import type { Database } from '#server/db/open.ts'
import { copiedName } from '#server/rules/files/copied-names.ts'
import { Problem } from '#server/rules/problems.ts'
import type { ResumableUploads, Uploader } from '#server/uploads/resumable/resumable.ts'
import type { Uploads } from '#server/uploads/uploads.ts'
import { hashingFor } from './cloud-hash.ts'
import { changeItem, type CopyItemRow } from './copy-rows.ts'

type Deps = { database: Database; uploads: Pick<Uploads, 'receive'>; resumable: ResumableUploads }

/** Whose file it becomes, and what is copied of it. */
export type Wanted = {
  cloud: Cloud
  item: CloudItem
  row: CopyItemRow
  uploader: Uploader
  /** The folder of a room that it is for. */
  parentGuid: string | null
  exportAs: 'pdf' | 'office'
  signal: AbortSignal
}

/** A connection that says nothing for this long is given up; milliseconds. */
const idleTime = 60_000

/**
 * Copies the bytes of one file, through the same door as every upload, and returns the guid of the file. Called again
 * after it broke off, it goes on where it was, as long as the provider still has the same revision.
 */
export class CopiedFiles {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Throws what the provider throws; uploadBroken, if it is to be tried again; and what an upload throws: fileTooLarge
   * and quotaFull before a byte is read where the size is known, fileChecksumWrong where the bytes are not what the
   * provider says that they are.
   */
  async copy(wanted: Wanted): Promise<string> {
    const { item } = wanted
    if (item.exports.length > 0 || item.bytes === null) return this.#receive(wanted)
    return this.#goOn(wanted, item.bytes)
  }

  /** Removes what there is of a file that is given up. */
  async forget(uploader: Uploader, row: CopyItemRow): Promise<void> {
    if (row.upload_guid === null) return
    await this.#deps.resumable.cancel(uploader, row.upload_guid)
    await this.#change(row, { upload_guid: null, revision: null })
  }

  /** A document without bytes of its own: its size is not known before, and it comes whole or not at all. */
  async #receive({ cloud, item, row, uploader, exportAs, signal }: Wanted): Promise<string> {
    const as = item.exports.includes(exportAs) ? exportAs : item.exports[0]
    const { body } = await cloud.open(item, as ? { as } : {}, signal)
    const name = as ? exportedName(item, as) : item.name
    const { owner, limitBytes, roomGuid, broughtBy } = uploader
    const place = roomGuid === undefined ? {} : { roomGuid, broughtBy: broughtBy ?? '' }
    const stream = steady(body, signal)
    try {
      const wanted = { fileName: copiedName(name, 'file'), limitBytes, ...place }
      const guid = await this.#deps.uploads.receive(owner, stream, wanted)
      await this.#change(row, { revision: item.revision })
      return guid
    } finally {
      stream.destroy()
      body.destroy()
    }
  }

  async #goOn(wanted: Wanted, bytes: number): Promise<string> {
    const { resumable } = this.#deps
    const { cloud, item, row, uploader, signal } = wanted
    let { guid, offset } = await this.#upload(wanted, bytes)
    if (offset === bytes) return guid
    const before = offset
    const opened = await cloud.open(item, { from: offset }, signal)
    const stream = steady(opened.body, signal)
    try {
      if (opened.revision !== null && item.revision !== null && opened.revision !== item.revision) {
        await this.forget(uploader, row)
        throw new Problem('uploadBroken', { text: changedMeanwhile })
      }
      // What says that it is of another size is a page about what is wrong, and no file.
      if (opened.bytes !== null && opened.bytes !== bytes - opened.from) throw new Problem('cloudFailed')
      // Not every part that is asked for is given.
      if (opened.from !== offset) {
        await this.forget(uploader, row)
        if (opened.from !== 0) throw new Problem('uploadBroken')
        ;({ guid, offset } = await this.#upload(wanted, bytes))
      }
      const { hash } = item
      const whole = hash ? { whole: { hash: () => hashingFor(hash.kind), value: hash.value } } : {}
      const state = await resumable.append(uploader, guid, { offset, body: stream, length: null, ...whole })
      if (state.offset < bytes) throw new Problem('uploadBroken')
      return guid
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // What got on is not what breaks off again and again.
      if (error.problem === 'uploadBroken' && (await this.#isFurther(wanted, guid, before))) row.tries = 0
      if (error.problem === 'fileChecksumWrong') throw new Problem(error.problem, { text: notTheSame })
      if (error.problem !== 'uploadTooLong') throw error
      await this.forget(uploader, row)
      throw new Problem('fileChecksumWrong', { text: moreThanSaid })
    } finally {
      stream.destroy()
      opened.body.destroy()
    }
  }

  async #isFurther({ uploader }: Wanted, guid: string, offset: number): Promise<boolean> {
    const now = await this.#deps.resumable.find(uploader, guid).catch(ignoreGone)
    return now !== null && now.offset > offset
  }

  /** What was begun of the same revision, or a new upload. */
  async #upload(
    { item, row, uploader, parentGuid }: Wanted,
    size: number,
  ): Promise<{ guid: string; offset: number }> {
    const { resumable } = this.#deps
    if (row.upload_guid !== null) {
      if (row.revision === item.revision) {
        const begun = await resumable.find(uploader, row.upload_guid).catch(ignoreGone)
        if (begun?.size === size) return begun
      }
      await this.forget(uploader, row)
    }
    const place = parentGuid === null ? {} : { parentGuid }
    const wanted = { fileName: copiedName(item.name, 'file'), size, ...place }
    const { guid } = await resumable.create(uploader, wanted)
    await this.#change(row, { upload_guid: guid, revision: item.revision })
    return { guid, offset: 0 }
  }

  async #change(row: CopyItemRow, changes: Partial<CopyItemRow>): Promise<void> {
    Object.assign(row, changes)
    await changeItem(this.#deps.database.kysely, row, changes)
  }
}

const changedMeanwhile = 'The file was changed in the cloud storage while it was copied.'
const notTheSame = 'What arrived isn’t what the cloud storage says the file contains, so it wasn’t saved.'
const moreThanSaid = 'The cloud storage sent more than it says the file contains, so it wasn’t saved.'

function ignoreGone(error: unknown): null {
  if (error instanceof Problem && error.problem === 'notFound') return null
  throw error
}

/** The same bytes; a stream that stands still ends with an error. */
function steady(body: Readable, signal: AbortSignal): Readable {
  addAbortSignal(signal, body)
  return Readable.from(watched(body), { objectMode: false })
}

async function* watched(body: Readable): AsyncGenerator<Buffer> {
  const giveUp = (): void => {
    body.destroy(new Error('The connection stood still'))
  }
  let timer = setTimeout(giveUp, idleTime)
  try {
    for await (const chunk of body) {
      clearTimeout(timer)
      yield chunk as Buffer
      timer = setTimeout(giveUp, idleTime)
    }
  } finally {
    clearTimeout(timer)
  }
}
