import { stat, statfs } from 'node:fs/promises'
import path from 'node:path'

const mebibyte = 1024 * 1024

/**
 * What is kept free besides the reserve: uploads leave it alone, so that codes, sessions and emails have space first.
 */
const besideReserve = 10 * mebibyte
/** Below this the reserve is released. */
export const shortBelow = 2 * mebibyte

/** The file that reserves space on the disk of a data folder. */
export function reserveFileIn(dataDir: string): string {
  return path.join(dataDir, 'reserve')
}

/**
 * What uploads leave free, counting the reserve as free: the same while it is held as while it is released, so that
 * space freed by deletion goes to the reserve before it goes to the next upload.
 */
export function keptFree(reserveBytes: number): number {
  return reserveBytes === 0 ? 0 : reserveBytes + besideReserve
}

/** The bytes that files of people can still take on the disk of a data folder; none if that would be negative. */
export async function roomForFiles(dataDir: string, reserveBytes: number): Promise<number> {
  const [{ bavail, bsize }, reserve] = await Promise.all([
    statfs(dataDir),
    stat(reserveFileIn(dataDir)).catch(() => null),
  ])
  // Without one of its own an installation has nothing to keep, and a file of that name is someone's.
  const heldBytes = reserveBytes === 0 ? 0 : (reserve?.size ?? 0)
  return roomBeside({ freeBytes: bavail * bsize, heldBytes }, reserveBytes)
}

/** The same, of a disk that was looked at. */
export function roomBeside(disk: { freeBytes: number; heldBytes: number }, reserveBytes: number): number {
  return Math.max(0, disk.freeBytes + disk.heldBytes - keptFree(reserveBytes))
}
