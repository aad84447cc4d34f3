import { createHash } from 'node:crypto'
import path from 'node:path'

// Each LibreOffice listens for others that are started with the same profile (desktop/source/app/officeipcthread.cxx).

/** Where it may listen: by its profile's address, and by its user where it can see who that is. */
export function socketNames(profile: URL, folders = ['/tmp', '/var/tmp']): string[] {
  const sum = createHash('md5').update(Buffer.from(profile.href, 'utf16le')).digest()
  // Each byte without its leading zero, as it is made there.
  const name = `SingleOfficeIPC_${[...sum].map((byte) => byte.toString(16)).join('')}`
  const names = [`OSL_PIPE_${process.getuid?.() ?? 0}_${name}`, `OSL_PIPE_${name}`]
  return folders.flatMap((folder) => names.map((one) => path.join(folder, one)))
}
