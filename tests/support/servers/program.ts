import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * Where a program of the system is, or null. Looks where servers are kept too, which is not everyone's PATH.
 */
export function programOf(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null
}
