import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { hiddenName } from './private-folder.ts'

/** Nothing works in one for longer: an older one was left by a dead process. */
const maxUse = 3_600_000

/**
 * Runs work in a new folder under `parent` that no one else can look into or name, and removes it with everything in
 * it. For what is too large for memory.
 */
export async function inWorkFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await removeLeft(parent)
  const folder = path.join(parent, `work-${hiddenName()}`)
  await mkdir(folder, { mode: 0o700 })
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
    if (found && found.mtimeMs < Date.now() - maxUse) await rm(folder, { recursive: true, force: true })
  }
}
