import { spawn, type ChildProcess } from 'node:child_process'
import {
  systemPath,
  type Allowance,
  type Confining,
  type FileAccess,
} from '#server/converting/confinement/confinement.ts'

/** The limits, and `wall`: the milliseconds after which it is killed, whatever it does. */
export type MediaAllowance = Allowance & { wall: number }

export type Ended = {
  code: number | null
  signal: NodeJS.Signals | null
  isTimeOver: boolean
  /** Whether it was killed because the disk has no space for its output. */
  isRoomOver: boolean
  /** The end of its standard error. */
  output: string
}

const maxOutput = 4096
/** Milliseconds between looks at the disk. */
const lookInterval = 500
/** Nothing of the server's own, which contains its secrets. */
const environment: NodeJS.ProcessEnv = Object.assign(Object.create(null), { PATH: systemPath })

/**
 * Programs that process video and audio of strangers, each confined, in its own process group and without an
 * environment.
 */
export class MediaProcesses {
  readonly #confining: Confining
  readonly #running = new Set<ChildProcess>()
  #isClosed = false

  constructor(confining: Confining) {
    this.#confining = confining
  }

  /**
   * Runs in its own folder to its end, or until its limits or the disk space are exhausted. Throws if it could not be
   * started, or no longer, and ConversionFailed if it is not allowed.
   */
  async run(
    command: string[],
    {
      allowance,
      hasRoom = async () => true,
      ...fileAccess
    }: FileAccess & { allowance: MediaAllowance; hasRoom?: () => Promise<boolean> },
  ): Promise<Ended> {
    const confinement = await this.#confining.forProgram()
    if (this.#isClosed) throw new Error('Converting has ended')
    const [program, ...rest] = [...confinement.before(allowance, fileAccess), ...command]
    const child = spawn(program!, rest, {
      cwd: fileAccess.own,
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
      // The leader of a group: whatever it starts ends with it.
      detached: true,
    })
    this.#running.add(child)
    let isTimeOver = false
    const timer = setTimeout(() => {
      isTimeOver = true
      end(child)
    }, allowance.wall)
    let isRoomOver = false
    const look = async (): Promise<void> => {
      if (await hasRoom()) return
      isRoomOver = true
      end(child)
    }
    const looks = setInterval(() => void look(), lookInterval)
    try {
      const [ended] = await Promise.all([endOf(child), look()])
      return { ...ended, isTimeOver, isRoomOver }
    } finally {
      clearTimeout(timer)
      clearInterval(looks)
      this.#running.delete(child)
      end(child)
    }
  }

  /** Ends what runs, and starts no more. */
  close(): void {
    this.#isClosed = true
    for (const child of this.#running) end(child)
  }
}

/** Kills a process group, or what is left of it. */
function end({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it had already ended.
  }
}

type OwnEnd = Pick<Ended, 'code' | 'signal' | 'output'>

function endOf(child: ChildProcess): Promise<OwnEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<OwnEnd>()
  let output = ''
  child.stderr!.on('error', () => undefined)
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-maxOutput)))
  child.on('error', reject)
  child.on('close', (code, signal) => resolve({ code, signal, output }))
  return promise
}
