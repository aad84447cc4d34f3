import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
/** Several times what a whole run keeps at once; containers mostly have 64 MB there. */
const enoughBytes = 6 * 1024 ** 3

/**
 * A folder for what tests write, in memory where there is plenty: no test is about what a disk does once it has the
 * bytes, and waiting for it is a good part of each commit. Otherwise a folder in the system's temporary folder.
 */
export function makeTestFolder() {
  const folder = mkdtempSync(path.join(hasRoom() ? memory : tmpdir(), 'strongroom-tests-'))
  // A server that may not run as root, such as PostgreSQL, has its own folder inside.
  chmodSync(folder, 0o711)
  return folder
}

function hasRoom() {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, freemem()) >= enoughBytes
  } catch {
    return false
  }
}
