import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Nothing works in one for longer: what is older was left by a process that died. */
const longestUse = 3_600_000

/**
 * Runs work in a new folder under `parent` that nobody else can look into, and removes it with all that is in it. For
 * what is too large for memory.
 */
export async function inWorkFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await removeLeft(parent)
  const folder = await mkdtemp(path.join(parent, 'work-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function removeLeft(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = path.join(parent, name)
    const found = await stat(folder).catch(() => null)
    // By the clock that dates files, whatever clock the application has.
    if (found && found.mtimeMs < Date.now() - longestUse) await rm(folder, { recursive: true, force: true })
  }
}
