import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from './postgres.mjs'
import { startS3 } from './s3.mjs'

const services = [
  { variable: 'TEST_DATABASE_URL', start: startPostgres },
  { variable: 'TEST_S3_ENDPOINT', start: startS3 },
]

/**
 * Starts the servers that tests talk to, as far as they are installed, but those that the environment names already.
 * Answers the variables to find them by, and how to stop them.
 */
export async function startServices() {
  const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-services-'))
  // A server that may not run as root comes in as someone else.
  chmodSync(folder, 0o711)
  const wanted = services.filter(({ variable }) => !process.env[variable])
  const started = await Promise.all(
    wanted.map(({ start }, number) => start(path.join(folder, String(number)))),
  )
  const running = started.filter(Boolean)
  return {
    env: Object.assign({}, ...running.map(({ env }) => env)),
    async stop() {
      await Promise.all(running.map(({ stop }) => stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
