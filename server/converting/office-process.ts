import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, existsSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { systemPath, type Allowance, type Confinement } from './confinement.ts'
import { ConversionFailed } from './conversion-failed.ts'
import { MemoryWatch } from './memory-watch.ts'
import { argumentsMessage, done, greeting, socketNames } from './office-wire.ts'

type Options = {
  program: string
  /** Its own folder, with its profile in it; goes with it. */
  folder: string
  /** What it may read besides. */
  reads: readonly string[]
  confinement: Confinement
  allowance: Allowance
  /** Milliseconds that it may take to start, and then for its document. */
  patience: number
}

/** Milliseconds between looks whether it listens yet. */
const betweenLooks = 10
/** The part of its memory by which it has used all of it: the next piece that it asks for may be large. */
const nearly = 0.85
const keptOfComplaints = 4096

/** One LibreOffice, which takes one document and then ends. */
export class OfficeProcess {
  readonly folder: string
  readonly #child: ChildProcess
  readonly #sockets: string[]
  readonly #exited: Promise<void>
  /** Resolves when it waits for its document; null is answered when it ended before. */
  readonly #ready: Promise<Socket | null>
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
    ]
    this.#child = spawn(command!, rest, {
      // A group of its own, so that whatever it starts ends with it.
      detached: true,
      // Where nothing confines it, its folder would be found by its number: /proc/123/cwd.
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
    this.#ready = this.#timed(this.#listen())
    this.#ready.catch(() => undefined)
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined
  }

  /** Whether it came near the end of its memory, or said so: what failed then failed by that. */
  get hasUsedMemory(): boolean {
    return this.#peak > nearly * this.#memory || /bad_alloc|out of memory/i.test(this.#complaints)
  }

  /** Waits until it is ready. False: it ended instead. */
  async isReady(): Promise<boolean> {
    return (await this.#ready) !== null
  }

  /** Hands arguments over and waits until they are done, or it ended. Throws ConversionFailed. */
  async run(parts: readonly string[]): Promise<void> {
    const socket = await this.#ready
    if (!socket) throw new Error(`LibreOffice did not start: ${this.#complaints.trim()}`)
    const answered = heard(socket, done)
    const watch = new MemoryWatch(this.#child.pid!)
    socket.write(argumentsMessage(parts))
    // Where its line ends first, it is about to end too: how it does says why.
    await this.#timed(answered.then((isDone) => (isDone ? undefined : this.#exited)))
    this.#peak = await watch.end()
    this.#requireSound()
  }

  async #timed<T>(work: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#giveUp(), this.#patience)
    return work.finally(() => clearTimeout(timer))
  }

  #giveUp(): void {
    this.#isGivenUp = true
    this.#kill()
  }

  /** Ends it with all that it started. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#kill()
    await this.#exited
    const socket = await this.#ready.catch(() => null)
    socket?.destroy()
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

  /** Throws where it was ended by a limit, or by itself in need. */
  #requireSound(): void {
    if (this.#isGivenUp) throw new ConversionFailed('timeout', 'LibreOffice took too long')
    const signal = this.#child.signalCode
    if (this.#isStopped) throw new Error('LibreOffice was ended')
    if (signal && this.hasUsedMemory) throw new ConversionFailed('memory')
    // Not by us: by the system, which ran out of memory.
    if (signal === 'SIGKILL') throw new ConversionFailed('memory', 'LibreOffice was killed')
    if (signal) throw new ConversionFailed('corrupt', `LibreOffice ended by ${signal}`)
  }

  async #listen(): Promise<Socket | null> {
    await mkdir(path.join(this.folder, 'temporary'), { recursive: true, mode: 0o700 })
    while (!this.hasEnded) {
      const place = this.#sockets.find((name) => existsSync(name))
      const socket = place ? await connected(place) : null
      if (socket) {
        if (await Promise.race([heard(socket, greeting), this.#exited.then(() => false)])) return socket
        socket.destroy()
      }
      await pause(betweenLooks)
    }
    return null
  }
}

/** All that it knows of the machine: nothing of the server's own environment, which has its secrets. */
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

async function connected(place: string): Promise<Socket | null> {
  const folder = await open(path.dirname(place), constants.O_RDONLY | constants.O_DIRECTORY)
  // The address of a socket has 107 bytes, and folders may have longer names.
  const socket = connect(`/proc/self/fd/${folder.fd}/${path.basename(place)}`)
  try {
    await once(socket, 'connect')
    socket.on('error', () => undefined)
    return socket
  } catch {
    socket.destroy()
    return null
  } finally {
    await folder.close()
  }
}

/** Whether these words come before the line ends. */
function heard(socket: Socket, words: string): Promise<boolean> {
  return new Promise((resolve) => {
    let text = ''
    const listen = (chunk: Buffer): void => {
      text = (text + chunk.toString('latin1')).slice(-words.length)
      if (text === words) finish(true)
    }
    const leave = (): void => finish(false)
    const finish = (answer: boolean): void => {
      socket.off('data', listen).off('close', leave)
      resolve(answer)
    }
    socket.on('data', listen).on('close', leave)
    if (socket.destroyed) leave()
  })
}
