import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { programOf } from './program.ts'

const unshare = programOf('unshare')
const separate = [unshare ?? 'unshare', '--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]

/** Mounts a file system of so many bytes at a folder, then becomes the command that follows. */
function mounting(folder: string, bytes: number): string[] {
  const script = 'mount -t tmpfs -o size="$1",mode=700 tmpfs "$0" && shift && exec "$@"'
  return ['sh', '-c', script, folder, String(bytes)]
}

/**
 * What to put before a command so that it finds a small disk of its own at a folder, which no one else sees
 * and which goes with it.
 */
export function withSmallDisk(folder: string, bytes: number): string[] {
  return [...separate, ...mounting(folder, bytes)]
}

/** Whether this machine lets its users have mounts of their own. */
export function maySmallDisk(): boolean {
  if (!unshare) return false
  const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-mount-'))
  const [program = '', ...options] = [...withSmallDisk(folder, 4096 * 16), 'true']
  const { status } = spawnSync(program, options, { stdio: 'ignore' })
  rmdirSync(folder)
  return status === 0
}
