import { execFile, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#tests/support/servers/ports.ts'

const run = promisify(execFile)

/**
 * Starts a PostgreSQL server of its own in a new folder, on a free port of the loopback, for tests: what it holds is
 * not meant to survive a power cut. Answers null where the programs are not installed.
 */
export async function startPostgres(folder) {
  const programs = findPrograms()
  if (!programs) return null
  const user = otherUser()
  const data = path.join(folder, 'data')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: folder }
  await run(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'tests', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    options,
  )
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 300,
    // A worker that cleans up counts as a user of the template, which then cannot be copied.
    autovacuum: 'off',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(path.join(programs, 'postgres'), ['-D', data, ...flags], {
    ...options,
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const ready = () =>
    run(path.join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', port]).then(
      () => true,
      () => false,
    )
  while (server.exitCode === null && !(await ready())) await new Promise((resolve) => setTimeout(resolve, 50))
  if (server.exitCode !== null) throw new Error(`PostgreSQL ended with code ${server.exitCode}`)
  return {
    env: { TEST_DATABASE_URL: `postgres://tests@127.0.0.1:${port}/postgres` },
    async stop() {
      // Immediate: nothing of it is needed any more.
      server.kill('SIGQUIT')
      await ended
    },
  }
}

/** The folder of the newest installed version's programs. */
function findPrograms() {
  const folders = ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/usr/local/pgsql/bin', '/usr/bin']
  return folders
    .flatMap((pattern) => globSync(pattern).toSorted().toReversed())
    .find((folder) => ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))))
}

/** PostgreSQL refuses to run as root: then as its own user. */
function otherUser() {
  if (process.getuid?.() !== 0) return null
  const id = (flag, name) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u', 'postgres'), gid: id('-g', 'postgres') }
}
