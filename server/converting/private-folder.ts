import { accessSync, constants, lstatSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
// Containers have 64 MB there, which is too little for a document, its pages and what is put down between.
const enoughBytes = 1024 ** 3
const prefix = 'strongroom-converting'
/** Tells this process from an earlier one of the same number, as the first process of each container is. */
const since = Math.round(performance.timeOrigin)

/**
 * A new folder that only this user may enter, in memory where there is enough, else where the system keeps temporary
 * files. Whoever makes it removes it.
 */
export function makePrivateFolder(): string {
  return mkdtempSync(path.join(parent(), `${prefix}-${process.pid}-${since}-`))
}

/** Removes what a process left here that was killed, and answers which folders were in it. */
export function removeLeftFolders(): string[] {
  const inside: string[] = []
  for (const folder of new Set([memory, tmpdir()])) {
    for (const name of namesIn(folder)) {
      const place = path.join(folder, name)
      if (!isLeft(name) || !isOurs(place)) continue
      inside.push(...namesIn(place).map((each) => path.join(place, each)))
      rmSync(place, { recursive: true, force: true })
    }
  }
  return inside
}

function parent(): string {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= enoughBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isLeft(name: string): boolean {
  const [, id, start] = new RegExp(`^${prefix}-(\\d+)-(\\d+)-`).exec(name) ?? []
  if (!id) return false
  if (Number(id) === process.pid) return Number(start) !== since
  return !isAlive(Number(id))
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isOurs(place: string): boolean {
  const found = lstatSync(place, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === process.getuid?.()
}
