import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packagedPath } from '#server/packaged.ts'
import { ConversionFailed } from '#server/converting/conversion-failed.ts'

/** Resource limits of an external program; undefined if the system cannot enforce them. */
export type Allowance = {
  /** Bytes of its address space. */
  memory: number
  cpuSeconds: number
  /** Bytes of the largest file that it can write. */
  fileBytes: number
}

/** What a program can see of the file system, besides the system's own programs, libraries and fonts. */
export type FileAccess = {
  /** The one folder that it can change. */
  own: string
  /** What else it can read: for example where its program is. */
  reads: readonly string[]
}

/**
 * What keeps a program to its own folder: separate namespaces, or the kernel's Landlock where those cannot be created,
 * as in containers. `none`: it can read whatever the server can.
 */
export type ConfinementKind = 'namespaces' | 'landlock' | 'none'

/** How this system can confine a process: found out once, by a trial. */
export type Confinement = Readonly<{
  kind: ConfinementKind
  /** The words before a command line. */
  before(allowance: Allowance, fileAccess: FileAccess): string[]
}>

/** Where the system's own programs are: a confined process needs nothing else on its PATH. */
export const systemPath = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin'

/** Programs, libraries, fonts, and their configuration. Nothing that belongs to anyone. */
const systemPlaces = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/libreoffice',
  '/etc/localtime',
  '/var/cache/fontconfig',
  '/var/lib/libreoffice',
  '/var/spool/libreoffice',
]
const launcher = packagedPath('converting/confinement/confine.pl')
// When the server dies, so does what it started; the launcher ensures that itself.
const together = ['setpriv', '--pdeathsig', 'KILL', '--']
const tryPatience = 60_000

/** Tries what this system has; a test may name less. Throws if that could not be tried, which is not an answer. */
export async function findConfinement(
  kinds: readonly ConfinementKind[] = ['namespaces', 'landlock'],
): Promise<Confinement> {
  const hasLimits = await runs(['prlimit', '--core=0', 'true'])
  const limits = ({ memory, cpuSeconds, fileBytes }: Allowance): string[] =>
    hasLimits
      ? [
          'prlimit',
          `--as=${memory}`,
          `--cpu=${cpuSeconds}:${cpuSeconds + 5}`,
          `--fsize=${fileBytes}`,
          '--core=0',
        ]
      : []
  for (const kind of kinds) {
    if (kind === 'none' || !(await confines(kind))) continue
    return { kind, before: (allowance, fileAccess) => [...launching(kind, fileAccess), ...limits(allowance)] }
  }
  const diesWithServer = await runs([...together, 'true'])
  return {
    kind: 'none',
    before: (allowance) => [...(diesWithServer ? together : []), ...limits(allowance)],
  }
}

/** How an installation confines the programs that process documents of strangers: found out on first use. */
export class Confining {
  /** Whether none may be started if nothing confines it. */
  readonly isRequired: boolean
  readonly #find: () => Promise<Confinement>
  #found: Promise<Confinement> | null = null

  constructor({ isRequired = false, find = () => findConfinement() } = {}) {
    this.isRequired = isRequired
    this.#find = find
  }

  /** The mode in force, or `unknown` while the trial fails. */
  kind(): Promise<ConfinementKind | 'unknown'> {
    return this.#inForce().then(
      ({ kind }) => kind,
      () => 'unknown',
    )
  }

  /**
   * For callers that start a program. Throws ConversionFailed if confinement is required but unavailable, and other
   * errors if a retry may help.
   */
  async forProgram(): Promise<Confinement> {
    const found = await this.#inForce()
    if (this.isRequired && found.kind === 'none') throw new ConversionFailed('not confined')
    return found
  }

  #inForce(): Promise<Confinement> {
    this.#found ??= this.#find().catch((error: unknown) => {
      this.#found = null
      throw error
    })
    return this.#found
  }
}

function launching(kind: ConfinementKind, { own, reads }: FileAccess): string[] {
  const others = reads.filter((place) => !systemPlaces.some((known) => isInside(place, known)))
  return ['perl', launcher, kind, own, ...systemPlaces, ...others, '--']
}

function isInside(place: string, folder: string): boolean {
  return place === folder || place.startsWith(`${folder}/`)
}

/** Whether a program can be started this way, reads its own files, and cannot read those beside them. */
async function confines(kind: ConfinementKind): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-trying-'))
  try {
    const [own, beside] = [path.join(folder, 'own'), path.join(folder, 'beside')]
    await mkdir(own)
    await Promise.all([own, folder].map((place) => writeFile(path.join(place, 'beside'), 'secret')))
    const before = launching(kind, { own, reads: [] })
    return (await runs([...before, 'cat', 'beside'])) && !(await runs([...before, 'cat', beside]))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether it exists and exits normally. Throws if it was not started for another reason, or was killed. */
function runs([program, ...rest]: string[]): Promise<boolean> {
  const env = { PATH: systemPath } as Record<string, string> as NodeJS.ProcessEnv
  const child = spawn(program!, rest, { stdio: 'ignore', env, timeout: tryPatience, killSignal: 'SIGKILL' })
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve(false)
      else reject(error)
    })
    child.once('exit', (code, signal) => {
      if (signal) reject(new Error(`${program} was ended by ${signal}`))
      else resolve(code === 0)
    })
  })
}
