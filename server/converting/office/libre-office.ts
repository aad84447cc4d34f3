import { constants, createReadStream, realpathSync, rmSync } from 'node:fs'
import { cp, lstat, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pLimit from 'p-limit'
import type { Log } from '#server/log.ts'
import { packagedPath } from '#server/packaged.ts'
import { mayRun } from '#server/programs.ts'
import { Confining, type Confinement } from '#server/converting/confinement/confinement.ts'
import { ConversionFailed } from '#server/converting/conversion-failed.ts'
import type { OfficeTarget } from './office-formats.ts'
import { findingsIn, linesOf, type Findings } from './office-macro.ts'
import { OfficeProcess } from './office-process.ts'
import { filterFor, receivedIn, type OfficeFile } from './office-received.ts'
import { unlocked } from './office-unlocking.ts'
import { writeProfile } from './office-profile.ts'
import { socketNames } from './office-sockets.ts'
import {
  hiddenName,
  makePrivateFolder,
  removeLeftFolders,
  removePrivateFolder,
} from '#server/converting/confinement/private-folder.ts'
import { dropReferences } from '#server/converting/references/drop-references.ts'

export type { OfficeTarget } from './office-formats.ts'

export type OfficeDocument = {
  input: AsyncIterable<Uint8Array>
  /** Its extension, without the dot: what it is read as. */
  ending: string
  to: OfficeTarget
  /** Maximum size of the output in bytes, up to `maxBytes`. */
  limit?: number
  /** Whether tracked changes are shown as such: otherwise as if all were accepted. */
  showsChanges?: boolean
  /** What may open it if it requires a password: tried one after the other. */
  passwords?: readonly string[]
}

/** What was converted from a document; it is deleted when the caller is done with it. */
export type Converted = {
  size: number
  findings: Findings
  /** Whether a password was needed. */
  wasLocked: boolean
  read(): AsyncIterable<Buffer>
}

type Options = {
  /** soffice, or null if there is none. */
  program: string | null
  log: Log
  /** How long a document can take, in milliseconds of a processor's time. */
  patience?: number
  /** How much address space a document can take, in bytes. */
  memory?: number
  /** How long a process waits for a document before it exits, in milliseconds. */
  idle?: number
  /** What confines its processes. */
  confining?: Confining
}

/** Bytes of the largest input, output or temporary file. */
export const maxBytes = 300 * 1024 * 1024
const standards = { patience: 60_000, idle: 300_000, memory: 2_000_000_000 }
/** Our own fonts, for documents that do not embed theirs. */
const fonts = packagedPath('rendering/fonts')
const maxConcurrent = 2
const maxWords = 16 * 1024

/**
 * Office documents to PDF, and spreadsheets to flat XML, by LibreOffice: a process for each document, started
 * beforehand if possible, confined to its own folder, without the server's environment, with limits.
 */
export class LibreOffice {
  readonly isHere: boolean
  readonly #options: Options & typeof standards & { confining: Confining }
  readonly #limit = pLimit(maxConcurrent)
  readonly #processes = new Set<OfficeProcess>()
  #place: Promise<Place> | null = null
  #waiting: { process: OfficeProcess; timer: NodeJS.Timeout } | null = null
  #folder: string | null = null
  #isStarting = false
  #isClosed = false

  constructor(options: Options) {
    this.#options = { ...standards, confining: new Confining(), ...options }
    this.isHere = options.program !== null
    if (this.isHere) removeLeft()
  }

  /** Starts a process that waits for a document, if none waits. Returns immediately. */
  warm(): void {
    if (!this.isHere || this.#waiting || this.#isStarting || this.#isClosed) return
    this.#isStarting = true
    this.#start()
      .catch((error: unknown) => {
        // A start that was refused is reported to the caller that needs it.
        if (this.#isClosed || error instanceof ConversionFailed) return
        this.#options.log.warn({ err: error }, 'LibreOffice did not start')
      })
      .finally(() => (this.#isStarting = false))
  }

  /**
   * Converts a document and passes the result to `use`, whose answer it answers. Throws ConversionFailed if the
   * document is at fault or takes too much, what `use` throws, and other errors if a retry may help.
   */
  async convert<T>(document: OfficeDocument, use: (made: Converted) => Promise<T>): Promise<T> {
    if (!this.isHere) throw new Error('LibreOffice is not installed')
    return this.#limit(async () => {
      const processes = [await this.#take()]
      try {
        const received = await receivedIn(processes[0]!.folder, document, maxBytes)
        const plain = await this.#unlocked(processes[0]!, received, document)
        // The process that opened an encrypted document has exited; another one converts what it wrote.
        if (plain !== received) processes.unshift(await this.#take())
        const made = await this.#made(processes[0]!, plain, document)
        return await use({ ...made, wasLocked: plain !== received })
      } finally {
        await Promise.all(processes.map((process) => this.#end(process)))
        // The next document finds one that has started.
        this.warm()
      }
    })
  }

  /** Ends what runs; conversions in progress fail. Nothing is left behind. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#waiting) clearTimeout(this.#waiting.timer)
    await Promise.all([...this.#processes].map((process) => this.#end(process)))
    await this.#place?.catch(() => undefined)
    this.#removeFolder()
  }

  async #unlocked(
    process: OfficeProcess,
    received: OfficeFile,
    { passwords = [] }: OfficeDocument,
  ): Promise<OfficeFile> {
    const { confinement } = await this.#place!
    return unlocked(received, { process, confinement: confinement.kind, passwords })
  }

  async #made(
    process: OfficeProcess,
    { file, ending }: OfficeFile,
    { to, limit = maxBytes, showsChanges = false }: OfficeDocument,
  ): Promise<Omit<Converted, 'wasLocked'>> {
    const source = path.join(process.folder, `document.${ending}`)
    const made = path.join(process.folder, `made.${to}`)
    const findings = path.join(process.folder, 'findings.txt')
    await dropReferences({ from: file, to: source, ending }, { time: this.#options.patience })
    const filter = await filterFor({ file, ending })
    await rm(file)
    const places = {
      source: pathToFileURL(source),
      made: pathToFileURL(made),
      findings: pathToFileURL(findings),
    }
    await process.run(linesOf({ ...places, filter, to, showsChanges }))
    const found = await lstat(made).catch(() => null)
    if (!found?.isFile()) {
      const reason = process.hasUsedMemory ? 'memory' : 'corrupt'
      throw new ConversionFailed(reason, 'LibreOffice made nothing of it')
    }
    if (found.size > limit) throw new ConversionFailed('too large', `${found.size} bytes came out`)
    const words = await beginningOf(findings)
    return { size: found.size, findings: findingsIn(words), read: () => createReadStream(made) }
  }

  /** The waiting one, or a new one. */
  async #take(): Promise<OfficeProcess> {
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting) clearTimeout(waiting.timer)
    if (!waiting) return this.#run()
    if (!waiting.process.hasEnded) return waiting.process
    await this.#end(waiting.process)
    return this.#run()
  }

  async #start(): Promise<void> {
    const process = await this.#run()
    if (this.#waiting || this.#isClosed) return this.#end(process)
    const timer = setTimeout(() => {
      this.#waiting = null
      this.#end(process).catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'LibreOffice did not end')
      })
    }, this.#options.idle).unref()
    this.#waiting = { process, timer }
  }

  async #run(): Promise<OfficeProcess> {
    this.#place ??= this.#prepare()
    const place = await this.#place.catch((error: unknown) => {
      this.#place = null
      throw error
    })
    const folder = path.join(place.folder, hiddenName())
    try {
      await cp(place.profile, path.join(folder, 'profile'), { recursive: true })
      return this.#spawn(folder, place)
    } catch (error) {
      // Closed in the meantime, so that what was just copied came too late to be removed.
      if (this.#isClosed) this.#removeFolder()
      throw error
    }
  }

  #removeFolder(): void {
    if (this.#folder) removePrivateFolder(this.#folder)
  }

  /** The folder of documents being converted, and a profile that has been used once: the first use is slow. */
  async #prepare(): Promise<Place> {
    const confinement = await this.#options.confining.forProgram()
    const folder = (this.#folder ??= makePrivateFolder())
    const place = { folder, confinement, profile: path.join(folder, hiddenName()) }
    const first = path.join(folder, hiddenName())
    await writeProfile(path.join(first, 'profile'))
    for (let tries = 0; tries < 3; tries++) {
      // After its first start it may end and want to be started again.
      const process = this.#spawn(first, place)
      const isReady = await process.isReady()
      await process.stop()
      this.#processes.delete(process)
      if (!isReady) continue
      await rename(path.join(first, 'profile'), place.profile)
      await rm(path.join(place.profile, '.lock'), { force: true })
      return place
    }
    throw new Error('LibreOffice does not start')
  }

  #spawn(folder: string, { confinement }: Place): OfficeProcess {
    if (this.#isClosed) throw new Error('LibreOffice was closed')
    const { program, patience, memory } = this.#options
    // Its time is up first; this is for when nothing looks any more.
    const cpuSeconds = Math.ceil((2 * patience) / 1000)
    const allowance = { memory, cpuSeconds, fileBytes: maxBytes }
    const inner = innerProgram(program!)
    const reads = [path.dirname(path.dirname(inner)), fonts]
    const process = new OfficeProcess({ program: inner, folder, reads, confinement, allowance, patience })
    this.#processes.add(process)
    return process
  }

  async #end(process: OfficeProcess): Promise<void> {
    await process.end()
    this.#processes.delete(process)
  }
}

type Place = { folder: string; profile: string; confinement: Confinement }

/** Removes what a killed process left here: folders, and the sockets of the LibreOffices in them. */
function removeLeft(): void {
  for (const folder of removeLeftFolders()) {
    const profile = pathToFileURL(path.join(folder, 'profile'))
    for (const socket of socketNames(profile)) rmSync(socket, { force: true })
  }
}

/** The first words of a file, which is not a link or a pipe. */
async function beginningOf(file: string): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxWords), 0, maxWords, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The program that soffice, a script, finally starts: without the processes in between. */
function innerProgram(program: string): string {
  const inner = path.join(path.dirname(realpathSync(program)), 'soffice.bin')
  return mayRun(inner) ? inner : program
}
