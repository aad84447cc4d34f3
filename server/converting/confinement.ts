import { spawnSync } from 'node:child_process'

/** What a program of somebody else's making may take; undefined where the system cannot hold it to it. */
export type Allowance = {
  /** Bytes of its address space. */
  memory: number
  cpuSeconds: number
  /** Bytes of the largest file that it may write. */
  fileBytes: number
}

/** How this system can hold a process: found out once, by trying. */
export type Confinement = Readonly<{
  /** Whether a process has no network at all. */
  hasNoNetwork: boolean
  /** Whether its memory, time and files are limited. */
  hasLimits: boolean
  /** The words before a command line. */
  before(allowance: Allowance): string[]
}>

const apart = ['unshare', '--map-root-user', '--net', '--']
// After unshare, which would take the wish back: when the server dies, so does what it started.
const together = ['setpriv', '--pdeathsig', 'KILL', '--']

/** Tries what this system has; a test may do without the first of them. */
export function findConfinement({ mayBeApart = true } = {}): Confinement {
  const hasNoNetwork = mayBeApart && runs([...apart, 'true'])
  const diesWithServer = runs([...together, 'true'])
  const hasLimits = runs(['prlimit', '--core=0', 'true'])
  return Object.freeze({
    hasNoNetwork,
    hasLimits,
    before: ({ memory, cpuSeconds, fileBytes }: Allowance) => [
      ...(hasNoNetwork ? apart : []),
      ...(diesWithServer ? together : []),
      ...(hasLimits
        ? [
            'prlimit',
            `--as=${memory}`,
            `--cpu=${cpuSeconds}:${cpuSeconds + 5}`,
            `--fsize=${fileBytes}`,
            '--core=0',
          ]
        : []),
    ],
  })
}

function runs([program, ...rest]: string[]): boolean {
  const env = { PATH: systemPath } as Record<string, string> as NodeJS.ProcessEnv
  return (
    spawnSync(program!, rest, {
      stdio: 'ignore',
      env,
      timeout: 5_000,
    }).status === 0
  )
}

/** Where the system's own programs are: nothing else is wanted of the PATH of a confined process. */
export const systemPath = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin'
