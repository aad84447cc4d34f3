import { accessSync, constants } from 'node:fs'
import path from 'node:path'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * An optional program: where its variable says, or else the first of these on the PATH; `off` disables it. Throws an
 * Error that names the variable.
 */
export function readProgram(env: Variables, name: string, names: readonly string[]): string | null {
  const text = env[name]
  if (!text) return findProgram(names, env['PATH'] ?? '')
  if (text === 'off') return null
  if (path.isAbsolute(text) && mayRun(text)) return text
  throw new Error(`${name} must be "off" or the full path of a program; it is "${text}".`)
}

/** The first of these programs that is in one of the folders of a PATH, or null. */
function findProgram(names: readonly string[], searchPath: string): string | null {
  const folders = searchPath.split(path.delimiter).filter(Boolean)
  const places = names.flatMap((name) => folders.map((folder) => path.resolve(folder, name)))
  return places.find(mayRun) ?? null
}

/** Whether there is an executable file. */
export function mayRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
