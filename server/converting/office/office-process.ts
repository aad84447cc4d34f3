import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { systemPath, type Allowance, type Confinement } from '#server/converting/confinement/confinement.ts'
import { ConversionFailed } from '#server/converting/conversion-failed.ts'
import { MemoryWatch } from '#server/converting/confinement/memory-watch.ts'
import { Patience } from '#server/converting/confinement/patience.ts'
import { wire } from './office-basic.ts'
import { serveAddress } from './office-macro.ts'
import { socketNames } from './office-sockets.ts'

type Options = {
  program: string
  /** Its own folder, with its profile in it; removed with it. */
  folder: string
  /** What else it can read. */
  reads: readonly string[]
  confinement: Confinement
  allowance: Allowance
  /** How long it can take to start, and then for its document, in milliseconds of a processor's time. */
  patience: number
}

/** Milliseconds between checks whether it is waiting yet, and whether it is done. */
const betweenLooks = 10
/** The share of its memory from which on it counts as used up: its next allocation may be large. */
const nearly = 0.85
const keptOfComplaints = 4096

/** One LibreOffice, which takes one document and then ends. */
export class OfficeProcess {
  readonly folder: string
  readonly #child: ChildProcess
  /** It listens there for other instances, and leaves the socket behind when it is killed. */
  readonly #sockets: string[]
  readonly #exited: Promise<void>
  /** Resolves when it waits for its document; to false if it exited before. */
  readonly #ready: Promise<boolean>
  readonly #patience: number
  readonly #memory: number
  #complaints = ''
  #peak = 0
  #isGivenUp = false
  #isStopped = false

  constructor({ program, folder, reads, confinement, allowance, patience }: Options) {
    this.folder = folder
    this.#patience = patience
    this.#memory = allowance.memory
    const profile = pathToFileURL(path.join(folder, 'profile'))
    // In namespaces it takes its own folder for the system's.
    const ownTemporary = [path.join(folder, 'temporary')]
    this.#sockets =
      confinement.kind === 'namespaces' ? socketNames(profile, ownTemporary) : socketNames(profile)
    const [command, ...rest] = [
      ...confinement.before(allowance, { own: folder, reads }),
      program,
      `-env:UserInstallation=${profile.href}`,
      '--headless',
      '--norestore',
      '--nologo',
      '--nodefault',
      '--nolockcheck',
      serveAddress(folder),
    ]
    this.#child = spawn(command!, rest, {
      // Its own process group, so that whatever it starts ends with it.
      detached: true,
      // Without confinement, its folder could be found by its process number: /proc/123/cwd.
      cwd: '/',
      env: environment(folder, program),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child.stderr!.setEncoding('utf8')
    this.#child.stderr!.on('error', () => undefined)
    this.#child.stderr!.on('data', (text: string) => {
      this.#complaints = (this.#complaints + text).slice(-keptOfComplaints)
    })
    this.#exited = new Promise((resolve) => {
      // In namespaces the last one that had its error channel is gone a moment after the first.
      this.#child.once(confinement.kind === 'namespaces' ? 'close' : 'exit', () => resolve())
      this.#child.once('error', () => resolve())
    })
    this.#ready = this.#timed(this.#begin())
    this.#ready.catch(() => undefined)
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined
  }

  /** Whether it came near its memory limit, or said so: then that is why it failed. */
  get hasUsedMemory(): boolean {
    return this.#peak > nearly * this.#memory || /bad_alloc|out of memory/i.test(this.#complaints)
  }

  /** Waits until it is ready. False: it exited instead. */
  isReady(): Promise<boolean> {
    return this.#ready
  }

  /** Gives it its instructions and waits until they are done, or it exited. Throws ConversionFailed. */
  async run(lines: readonly string[]): Promise<void> {
    if (!(await this.#ready)) throw new Error(`LibreOffice did not start: ${this.#complaints.trim()}`)
    const watch = new MemoryWatch(this.#child.pid!)
    // Complete once it is visible.
    const unfinished = path.join(this.folder, `${wire.request}.part`)
    await writeFile(unfinished, lines.join('\n'), { mode: 0o600 })
    await rename(unfinished, path.join(this.folder, wire.request))
    await this.#timed(this.#seen(wire.done))
    this.#peak = await watch.end()
    this.#requireSound()
  }

  #timed<T>(work: Promise<T>): Promise<T> {
    const patience = new Patience(this.#child.pid ?? 0, this.#patience, () => this.#giveUp())
    return work.finally(() => patience.end())
  }

  #giveUp(): void {
    this.#isGivenUp = true
    this.#kill()
  }

  /** Ends it with everything that it started. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#kill()
    await this.#exited
    await this.#ready.catch(() => undefined)
    await Promise.all(this.#sockets.map((place) => rm(place, { force: true })))
  }

  /** Ends it, and removes its folder. */
  async end(): Promise<void> {
    await this.stop()
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 })
  }

  #kill(): void {
    if (this.#child.pid === undefined) return
    try {
      process.kill(-this.#child.pid, 'SIGKILL')
    } catch {
      // It has ended already, and so has its group.
    }
  }

  /** Throws if it was killed by a limit, or ended itself for lack of memory. */
  #requireSound(): void {
    if (this.#isGivenUp) throw new ConversionFailed('timeout', 'LibreOffice took too long')
    const signal = this.#child.signalCode
    if (this.#isStopped) throw new Error('LibreOffice was ended')
    if (signal && this.hasUsedMemory) throw new ConversionFailed('memory')
    // Not by us: by the system, which ran out of memory.
    if (signal === 'SIGKILL') throw new ConversionFailed('memory', 'LibreOffice was killed')
    if (signal) throw new ConversionFailed('corrupt', `LibreOffice ended by ${signal}`)
  }

  async #begin(): Promise<boolean> {
    await mkdir(path.join(this.folder, 'temporary'), { recursive: true, mode: 0o700 })
    return this.#seen(wire.ready)
  }

  /** Waits for a file in its folder. False: it exited instead. */
  async #seen(name: string): Promise<boolean> {
    const place = path.join(this.folder, name)
    while (!existsSync(place)) {
      if (this.hasEnded) return false
      await pause(betweenLooks)
    }
    return true
  }
}

/** All that it knows about the machine: nothing of the server's own environment, which contains its secrets. */
function environment(folder: string, program: string): NodeJS.ProcessEnv {
  const known: Record<string, string> = {
    PATH: systemPath,
    // Where its libraries are: without /proc the loader cannot see where the program is.
    LD_ORIGIN_PATH: path.dirname(program),
    HOME: folder,
    TMPDIR: path.join(folder, 'temporary'),
    LANG: 'C.UTF-8',
    SAL_USE_VCLPLUGIN: 'svp',
    SAL_DISABLE_OPENCL: '1',
  }
  return known as NodeJS.ProcessEnv
}
