import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  type RmOptions,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
// Containers have 64 MB there, which is too little for a document, its pages and temporary files.
const enoughBytes = 1024 ** 3
const prefix = 'strongroom-converting'
/** Tells this process from an earlier one with the same number, as the first process of each container has. */
const since = Math.round(performance.timeOrigin)

/** 128 bits as part of a path: no one finds it who was not told where it is. */
export function hiddenName(): string {
  return randomBytes(16).toString('base64url')
}

/**
 * A new folder that only this user can enter, in memory if there is enough, otherwise in the system's temporary folder.
 * Its contents can be reached by name but not listed. The caller removes it with `removePrivateFolder`.
 */
export function makePrivateFolder(): string {
  const folder = path.join(parent(), `${prefix}-${process.pid}-${since}-${hiddenName()}`)
  mkdirSync(folder, { mode: 0o300 })
  return folder
}

/** Removes it with everything in it, if it still exists. */
export function removePrivateFolder(folder: string): void {
  if (!lstatSync(folder, { throwIfNoEntry: false })) return
  chmodSync(folder, 0o700)
  rmSync(folder, gone)
}

const gone: RmOptions = { recursive: true, force: true, maxRetries: 3 }

/** Removes what a killed process left here, and returns which folders were in it. */
export function removeLeftFolders(): string[] {
  const inside: string[] = []
  for (const folder of new Set([memory, tmpdir()])) {
    for (const name of namesIn(folder)) {
      const place = path.join(folder, name)
      if (!isLeft(name) || !isOurs(place)) continue
      chmodSync(place, 0o700)
      inside.push(...namesIn(place).map((each) => path.join(place, each)))
      removePrivateFolder(place)
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
