import { createHash } from 'node:crypto'
import path from 'node:path'

// How a LibreOffice that runs is asked for something by another one that was started with the same profile. Both
// sides stand in its sources: desktop/source/app/officeipcthread.cxx and desktop/unx/source/start.c.

export const greeting = 'InternalIPC::SendArguments\0'
export const done = 'InternalIPC::ProcessingDone\0'

/** Where it listens: by the number of its user and its profile's address. */
export function socketNames(profile: URL, user: number): string[] {
  const sum = createHash('md5').update(Buffer.from(profile.href, 'utf16le')).digest()
  // Each byte without its leading zero, as it is made there.
  const name = `OSL_PIPE_${user}_SingleOfficeIPC_${[...sum].map((byte) => byte.toString(16)).join('')}`
  return ['/tmp', '/var/tmp'].map((folder) => path.join(folder, name))
}

/** The message that hands arguments over; none of them may be relative to a folder. */
export function argumentsMessage(parts: readonly string[]): string {
  const escaped = parts.map((part) => `,${part.replaceAll('\\', '\\\\').replaceAll(',', '\\,')}`)
  return `InternalIPC::Arguments0${escaped.join('')}\0`
}
