import { createHash } from 'node:crypto'
import path from 'node:path'

// How a LibreOffice that runs is asked for something by another one that was started with the same profile. Both
// sides stand in its sources: desktop/source/app/officeipcthread.cxx and desktop/unx/source/start.c.

export const greeting = 'InternalIPC::SendArguments\0'
export const done = 'InternalIPC::ProcessingDone\0'

/** Where it may listen: by its profile's address, and by its user where it can see who that is. */
export function socketNames(profile: URL, folders = ['/tmp', '/var/tmp']): string[] {
  const sum = createHash('md5').update(Buffer.from(profile.href, 'utf16le')).digest()
  // Each byte without its leading zero, as it is made there.
  const name = `SingleOfficeIPC_${[...sum].map((byte) => byte.toString(16)).join('')}`
  const names = [`OSL_PIPE_${process.getuid?.() ?? 0}_${name}`, `OSL_PIPE_${name}`]
  return folders.flatMap((folder) => names.map((one) => path.join(folder, one)))
}

/** The message that hands arguments over; none of them may be relative to a folder. */
export function argumentsMessage(parts: readonly string[]): string {
  const escaped = parts.map((part) => `,${part.replaceAll('\\', '\\\\').replaceAll(',', '\\,')}`)
  return `InternalIPC::Arguments0${escaped.join('')}\0`
}
