import { constants } from 'node:fs'
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Unreachable, WrongUsage } from '#server/cli/answer.ts'
import type { Progress } from '#server/cli/progress.ts'
import { Refused, shown, type Connection } from './connection.ts'
import { localName } from './local-names.ts'
import { readOwn } from './remembered.ts'

export type Saved = { file: string; size: number; resumedAt: number }
export type Wanted = {
  /** Asks for a link and says how the server calls the file. */
  link: () => Promise<{ url: string; name: unknown }>
  folder: string
  /** The identity of what is downloaded: a part that was left belongs to the same. */
  guid: string
  mayReplace: boolean
  progress: Progress
}

const attempts = 5

/**
 * Saves a file in a folder. What arrived stays beside it as a hidden part, and the next attempt goes on there if the
 * server still has the same bytes. The name is made from what the server says and is never a path. Throws WrongUsage,
 * Unreachable, Refused.
 */
export async function downloadTo(connection: Connection, wanted: Wanted): Promise<Saved> {
  const { folder, guid, mayReplace } = wanted
  await mkdir(folder, { recursive: true })
  const first = await wanted.link()
  const name = localName(first.name)
  const target = path.join(folder, name)
  if (!mayReplace && (await isThere(target)))
    throw new WrongUsage(`${target} exists already. Move it away, or add --force to replace it.`)
  const part = path.join(folder, `.${name}.${guid.slice(0, 8)}.part`)
  let url = first.url
  let resumedAt: number | null = null
  for (let attempt = 1; ; attempt++) {
    const { began, isWhole } = await attemptOf(connection, { url, part, name, progress: wanted.progress })
    resumedAt ??= began
    if (isWhole) break
    if (attempt === attempts)
      throw new Unreachable('The connection broke off. Run the same command to go on.')
    url = (await wanted.link()).url
  }
  const { size } = await lstat(part)
  await rename(part, target)
  await rm(`${part}.tag`, { force: true })
  return { file: target, size, resumedAt }
}

type Attempt = { url: string; part: string; name: string; progress: Progress }

/** One request: from where the part ends, or from the beginning. */
async function attemptOf(
  connection: Connection,
  { url, part, name, progress }: Attempt,
): Promise<{ began: number; isWhole: boolean }> {
  const tag = await readOwn(`${part}.tag`)
  // No link is followed: someone else may have put one where the part belongs.
  const flags = constants.O_CREAT | constants.O_RDWR | constants.O_NOFOLLOW
  const handle = await open(part, flags, 0o600)
  try {
    const has = tag === null ? 0 : (await handle.stat()).size
    const range: Record<string, string> = has > 0 && tag ? { range: `bytes=${has}-`, 'if-range': tag } : {}
    const response = await connection.send(pathOf(url), { method: 'GET', headers: range, isOpen: true })
    const isRest = response.status === 206 && beginsAt(response, has)
    // The part was whole already.
    if (response.status === 416 && has > 0) {
      const [, size] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
      await response.body?.cancel()
      if (Number(size) === has) return { began: has, isWhole: true }
      await rm(`${part}.tag`, { force: true })
      return { began: 0, isWhole: false }
    }
    if (!response.ok || !response.body) throw await refusalOf(response)
    const etag = response.headers.get('etag')
    if (!isRest) {
      await handle.truncate(0)
      // A weak tag proves nothing about bytes.
      if (etag?.startsWith('"')) await writeOwnBeside(`${part}.tag`, etag)
      else await rm(`${part}.tag`, { force: true })
    }
    const began = isRest ? has : 0
    const length = Number(response.headers.get('content-length') ?? Number.NaN)
    const total = Number.isNaN(length) || response.headers.has('content-encoding') ? null : began + length
    const size = await writeAll(handle, response.body, began, (done) => progress.bytes(name, done, total))
    return { began, isWhole: size !== null && (total === null || size === total) }
  } finally {
    await handle.close()
  }
}

type Handle = Awaited<ReturnType<typeof open>>

/** Returns how long the file is by now; null if the connection broke off. */
async function writeAll(
  handle: Handle,
  body: ReadableStream<Uint8Array>,
  from: number,
  onProgress: (done: number) => void,
): Promise<number | null> {
  const reader = body.getReader()
  for (let at = from; ;) {
    const next = await reader.read().catch(() => null)
    if (next === null) return null
    if (next.done) return at
    await handle.write(next.value, 0, next.value.length, at)
    at += next.value.length
    onProgress(at)
  }
}

function beginsAt(response: Response, at: number): boolean {
  return response.headers.get('content-range')?.startsWith(`bytes ${at}-`) === true
}

/** Only the path: whatever host a link names, it is fetched from the server that is used, and shows it no token. */
function pathOf(url: string): string {
  const { pathname } = new URL(url, 'http://localhost')
  if (!pathname.startsWith('/v1/download/')) throw new Refused(0, 'The server named no download link.')
  return pathname
}

async function refusalOf(response: Response): Promise<Error> {
  const answer = (await response.json().catch(() => ({}))) as { StatusMessage?: string; StatusCode?: number }
  const words = shown(answer.StatusMessage ?? `The server answered ${response.status}.`)
  return response.status >= 500 ? new Unreachable(words) : new Refused(answer.StatusCode ?? 0, words)
}

/** Beside a download, not in the own folder. */
async function writeOwnBeside(name: string, text: string): Promise<void> {
  await rm(name, { force: true })
  const handle = await open(name, 'wx', 0o600)
  await handle.writeFile(text).finally(() => handle.close())
}

function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  )
}
