import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packagedPath } from '#server/packaged.ts'
import { programOf } from '#tests/support/servers/program.ts'
import { maySmallDisk } from '#tests/support/servers/small-disk.ts'

type Need = { what: string; isMet: (env: NodeJS.ProcessEnv) => boolean }

const postgres: Need = {
  what: 'PostgreSQL (package postgresql)',
  isMet: (env) => Boolean(env['TEST_DATABASE_URL']),
}
const s3: Need = {
  what: 'an S3 server (packages ceph-mon, ceph-osd, radosgw)',
  isMet: (env) => Boolean(env['TEST_S3_ENDPOINT']),
}
const proxy = (name: string, what: string): Need => ({
  what,
  isMet: () => programOf(name) !== null && programOf('openssl') !== null,
})

const nginx = proxy('nginx', 'nginx (packages nginx-light, openssl)')
const caddy = proxy('caddy', 'Caddy (packages caddy, openssl)')

const libreOffice: Need = {
  what: 'LibreOffice (packages libreoffice-writer, -calc and -impress)',
  isMet: () => programOf('soffice') !== null,
}
const ffmpeg: Need = { what: 'ffmpeg (package ffmpeg)', isMet: () => programOf('ffmpeg') !== null }

const textBrowser = (name: string): Need => ({
  what: `${name} (packages ${name}, bsdutils)`,
  isMet: () => programOf(name) !== null && programOf('script') !== null,
})

const program = (name: string, inPackage = name): Need => ({
  what: `${name} (package ${inPackage})`,
  isMet: () => programOf(name) !== null,
})

/** What tests need besides Node: `x.postgres.test.ts` needs what is listed here under `postgres`. */
const deps: Record<string, Need[]> = {
  postgres: [postgres],
  s3: [s3],
  processes: [postgres, s3],
  nginx: [nginx],
  caddy: [caddy],
  'nginx.postgres': [nginx, postgres],
  'caddy.postgres': [caddy, postgres],
  unpackers: [program('unzip'), program('7z', 'p7zip-full'), program('python3')],
  curl: [program('curl')],
  downloaders: [program('curl'), program('wget'), program('aria2c', 'aria2')],
  lynx: [textBrowser('lynx')],
  elinks: [textBrowser('elinks')],
  links2: [textBrowser('links2')],
  ffmpeg: [ffmpeg],
  libreoffice: [libreOffice],
  namespaces: [
    libreOffice,
    ffmpeg,
    { what: 'namespaces (root, or user namespaces; package perl-base)', isMet: () => confines('namespaces') },
  ],
  landlock: [
    libreOffice,
    ffmpeg,
    { what: 'Landlock (Linux 5.13; package perl-base)', isMet: () => confines('landlock') },
  ],
  mounts: [{ what: 'a small disk of its own (root, or user namespaces)', isMet: maySmallDisk }],
}

/** Whether this machine can keep a program to a folder so. */
function confines(kind: string): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-confining-'))
  const reads = ['/usr', '/bin', '/lib', '/lib64']
  const words = [packagedPath('converting/confinement/confine.pl'), kind, folder, ...reads, '--', 'true']
  const { status } = spawnSync('perl', words, { stdio: 'ignore' })
  rmSync(folder, { recursive: true })
  return status === 0
}

/** Patterns of the tests that cannot run here. */
export function leftOutPatterns(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(deps)
    .filter(([, wanted]) => !wanted.every(({ isMet }) => isMet(env)))
    .map(([name]) => `**/*.${name}.test.ts`)
}

/** A line for each thing that is missing here and that tests need. */
export function leftOutLines(env: NodeJS.ProcessEnv): string[] {
  return [...new Set(Object.values(deps).flat())]
    .filter(({ isMet }) => !isMet(env))
    .map(({ what }) => `left out: the tests that need ${what}`)
}
