import { readdirSync, readlinkSync } from 'node:fs'

/** What this process has open of a folder, as paths under which it can be read: other tests may share the process. */
export function openFilesOf(folder: string): string[] {
  return readdirSync('/proc/self/fd')
    .map((number) => `/proc/self/fd/${number}`)
    .filter((file) => nameOf(file).startsWith(folder))
}

function nameOf(file: string): string {
  try {
    return readlinkSync(file)
  } catch {
    // Closed since the list was read.
    return ''
  }
}
