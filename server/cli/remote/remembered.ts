import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { WrongUsage } from '#server/cli/answer.ts'
import { remoteEnvironment } from './environment.ts'

const stored = z.object({ server: z.url(), token: z.string().min(1) })

/** Which server is used, and with which token. */
export type Remembered = z.output<typeof stored>

/** The folder for what is kept between commands; only its owner can read it. */
export function ownFolder(): string {
  const base = remoteEnvironment().configHome ?? ''
  return path.join(path.isAbsolute(base) ? base : path.join(homedir(), '.config'), 'strongroom')
}

function file(): string {
  return path.join(ownFolder(), 'remote.json')
}

export async function remember(what: Remembered): Promise<void> {
  await writeOwn(file(), JSON.stringify(what))
}

/** Returns whether there was something to forget. */
export async function forget(): Promise<boolean> {
  const had = (await readOwn(file())) !== null
  await rm(file(), { force: true })
  return had
}

/** The server and the token of `login`; a token in STRONGROOM_TOKEN goes before. Throws WrongUsage. */
export async function remembered(): Promise<Remembered> {
  const text = await readOwn(file())
  const read = text === null ? null : stored.safeParse(parsed(text))
  const { token, server: named } = remoteEnvironment()
  const server = named ?? read?.data?.server
  if (token && server) return { server: originOf(server), token }
  if (read?.success) return read.data
  throw new WrongUsage('You’re not signed in. Run "strongroom remote login SERVER" first.')
}

/** `https://rooms.example.org` of what was entered. Throws WrongUsage. */
export function originOf(typed: string): string {
  const text = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.username !== '' || url.hostname === '')
    throw new WrongUsage(
      `"${typed}" isn’t the address of a server. Enter one like https://rooms.example.org.`,
    )
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !isHere)
    throw new WrongUsage('Without https, anyone on the way could read your token. Use the https address.')
  return url.origin
}

/** What a file has; null if there is none. */
export async function readOwn(name: string): Promise<string | null> {
  return readFile(name, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/** Writes a whole file or nothing of it, readable for its owner only. */
export async function writeOwn(name: string, text: string): Promise<void> {
  const folder = path.dirname(name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(ownFolder(), 0o700)
  const fresh = `${name}.${process.pid}.new`
  await rm(fresh, { force: true })
  const handle = await open(fresh, 'wx', 0o600)
  try {
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
  await rename(fresh, name)
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
