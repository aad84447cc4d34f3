import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { z } from 'zod'
import { answering, errorText, WrongUsage } from '#server/cli/answer.ts'
import { withProgress, type Progress } from '#server/cli/progress.ts'
import { Connection, Refused, shown } from './connection.ts'
import { itemsIn, named, roomAt, type Item, type Room } from './rooms-there.ts'
import { parsed, readOwn, writeOwn } from './remembered.ts'
import { noteOf, uploadFile } from './upload-file.ts'

type Outcome = { File: string; Outcome: 'added' | 'same' | 'failed'; ShareGuid?: string; Error?: string }

/** `upload`: files and folders into a data room. */
export function addUploadCommand(remote: Command): void {
  const upload = remote
    .command('upload')
    .description('add a file, or with -r a folder, to a data room')
    .argument('<from>', 'a file or a folder on this computer')
    .argument('<room>', 'ROOM or ROOM/PATH: a data room by name or ID, and a folder in it')
    .option('-r, --recursive', 'a folder with all that is in it')
    .addHelpText(
      'after',
      `
Folders are created where they are missing. A file that is there already with the same content is skipped; one with other
content gets a new version. After a lost connection, run the same command again: it continues where it stopped. Links are not
followed.

Example:
  strongroom remote upload -r ./contracts "Project Atlas/Legal"`,
    )
  answering(upload, async (from: string, typed: string, { recursive }: { recursive?: true }) => {
    const found = await lstat(from).catch(() => null)
    if (!found) throw new WrongUsage(`There is no file or folder ${from}.`)
    if (found.isDirectory() && !recursive) throw new WrongUsage(`${from} is a folder. Add -r to upload it.`)
    const connection = await Connection.open()
    const { room, names } = await roomAt(connection, typed)
    const outcomes = await withProgress(async (progress) => {
      const adding = new Adding(connection, room, progress)
      const folder = await adding.folderAt(names)
      if (found.isDirectory()) await adding.folder(from, folder)
      else await adding.file(from, folder)
      return adding.outcomes
    })
    const count = (what: Outcome['Outcome']) => outcomes.filter(({ Outcome }) => Outcome === what).length
    const failed = outcomes.filter(({ Outcome }) => Outcome === 'failed')
    return {
      lines: [
        ...failed.map(({ File, Error }) => `${File}: ${Error}`),
        `${count('added')} added, ${count('same')} there already, ${failed.length} failed.`,
      ],
      data: { RootGuid: room.ShareGuid, Files: outcomes },
      hasFailed: failed.length > 0,
    }
  })
}

/** Adds to one room, folder by folder. */
class Adding {
  readonly outcomes: Outcome[] = []
  readonly #connection: Connection
  readonly #room: Room
  readonly #progress: Progress
  readonly #listed = new Map<string, Item[]>()

  constructor(connection: Connection, room: Room, progress: Progress) {
    this.#connection = connection
    this.#room = room
    this.#progress = progress
  }

  /** The folder behind these names, made where it is missing; returns its ID. */
  async folderAt(names: readonly string[]): Promise<string> {
    let here = this.#room.ShareGuid
    for (const name of names) here = await this.#folderIn(here, name)
    return here
  }

  async #folderIn(parent: string, name: string): Promise<string> {
    const items = await this.#itemsIn(parent)
    const found = named(items, name)
    if (found?.IsFolder) return found.ShareGuid
    if (found) throw new Refused(20409, `${shown(name)} is a file there, not a folder.`)
    const answer = await this.#connection.post(`/v${this.#room.Version}/folder/create/sub`, {
      ParentGuid: parent,
      DocumentPath: name,
    })
    const guid = String(answer['ShareGuid'])
    items.push({
      ShareGuid: guid,
      DocumentPath: name,
      IsFolder: true,
      Size: null,
      Sha256: null,
      ShareTime: '',
      DocumentVersion: null,
    })
    this.#listed.set(guid, [])
    return guid
  }

  async #itemsIn(folder: string): Promise<Item[]> {
    const known = this.#listed.get(folder)
    if (known) return known
    const items = await itemsIn(this.#connection, { room: this.#room, guid: folder })
    this.#listed.set(folder, items)
    return items
  }

  /** All below a folder of this computer, with its structure. */
  async folder(from: string, into: string): Promise<void> {
    const entries = await readdir(from, { withFileTypes: true })
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const inside = path.join(from, entry.name)
      if (entry.isDirectory()) await this.folder(inside, await this.#folderIn(into, entry.name))
      else if (entry.isFile()) await this.file(inside, into)
    }
  }

  /** One file; what only it is refused for, stops no other. */
  async file(from: string, into: string): Promise<void> {
    try {
      this.outcomes.push(await this.#add(from, into))
    } catch (error) {
      if (!(error instanceof Refused) || error.code === 10001 || error.code === 10016) throw error
      this.outcomes.push({ File: from, Outcome: 'failed', Error: errorText(error) })
    }
  }

  async #add(from: string, into: string): Promise<Outcome> {
    const name = path.basename(from).normalize('NFC')
    const there = named(await this.#itemsIn(into), name)
    const place = { room: this.#room.ShareGuid, folder: into }
    const note = await noteOf(this.#connection, from, place)
    if (there && !there.IsFolder && ((await isOfNote(note, there)) || (await isSame(from, there))))
      return { File: from, Outcome: 'same', ShareGuid: there.ShareGuid }
    const { guid } = await uploadFile(this.#connection, from, { place, name, progress: this.#progress })
    const answer = await this.#connection.post(`/v${this.#room.Version}/folder/add/file`, {
      ParentGuid: into,
      Source: 'upload',
      DocumentUrl: guid,
    })
    const added = { item: String(answer['ShareGuid']), version: Number(answer['DocumentVersion']) }
    await writeOwn(note, JSON.stringify(added))
    return { File: from, Outcome: 'added', ShareGuid: added.item }
  }
}

const noteForm = z.object({ item: z.string(), version: z.number() })

/** Whether this is what was added from here, and neither side was changed since: the server may not have read it yet. */
async function isOfNote(note: string, { ShareGuid, DocumentVersion }: Item): Promise<boolean> {
  const text = await readOwn(note)
  const read = noteForm.safeParse(text === null ? null : parsed(text))
  return read.success && read.data.item === ShareGuid && read.data.version === DocumentVersion
}

/** Whether the server has these bytes already, as far as it tells. */
async function isSame(file: string, { Size, Sha256 }: Item): Promise<boolean> {
  if (Sha256 === null || Size !== (await lstat(file)).size) return false
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex') === Sha256
}
