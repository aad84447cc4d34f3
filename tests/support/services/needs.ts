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

/** What tests need besides Node: `x.postgres.test.ts` needs what stands here under `postgres`. */
const needs: Record<string, Need[]> = {
  postgres: [postgres],
  s3: [s3],
  processes: [postgres, s3],
  nginx: [proxy('nginx', 'nginx (packages nginx-light, openssl)')],
  caddy: [proxy('caddy', 'Caddy (packages caddy, openssl)')],
  ffmpeg: [{ what: 'ffmpeg (package ffmpeg)', isMet: () => programOf('ffmpeg') !== null }],
  libreoffice: [
    {
      what: 'LibreOffice (packages libreoffice-writer, -calc and -impress)',
      isMet: () => programOf('soffice') !== null,
    },
  ],
  mounts: [{ what: 'a small disk of its own (root, or user namespaces)', isMet: maySmallDisk }],
}

/** Patterns of the tests that cannot run here. */
export function leftOutPatterns(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(needs)
    .filter(([, wanted]) => !wanted.every(({ isMet }) => isMet(env)))
    .map(([name]) => `**/*.${name}.test.ts`)
}

/** A line for each thing that is missing here and that tests need. */
export function leftOutLines(env: NodeJS.ProcessEnv): string[] {
  return [...new Set(Object.values(needs).flat())]
    .filter(({ isMet }) => !isMet(env))
    .map(({ what }) => `left out: the tests that need ${what}`)
}
