import { foldersOnPath } from '#server/rules/rooms/folder-name.ts'
import { Problem } from '#server/rules/problems.ts'

/** The folders for files, by the IDs of the files; and why others cannot go where they were meant to. */
export type ArrivingPaths = {
  folders: ReadonlyMap<string, string[]>
  refused: ReadonlyMap<string, string>
}

/** Parses the paths of a form: the ID of a file, a slash, and folders below the one that it is added to. */
export function readPaths(paths: readonly string[]): ArrivingPaths {
  const folders = new Map<string, string[]>()
  const refused = new Map<string, string>()
  for (const text of paths) {
    const [file = '', ...names] = text.split('/')
    try {
      folders.set(file, foldersOnPath(names.join('/')))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refused.set(file, error.text)
    }
  }
  return { folders, refused }
}

/** The message for files with an invalid path. */
export function astrayFiles(
  arrived: readonly { guid: string; name: string }[],
  lost: readonly string[],
  refused: ReadonlyMap<string, string>,
): { name: string; reason: string }[] {
  const names = new Map(arrived.map(({ guid, name }) => [guid, name]))
  return lost.map((guid) => ({ name: names.get(guid) ?? 'A file', reason: refused.get(guid)! }))
}

/** A file with its folders before it, as the page reports the outcome. No name contains a slash. */
export function pathOf(folders: readonly string[], name: string): string {
  return [...folders, name].join('/')
}

/** The folders in what `pathOf` wrote. */
export function foldersBefore(path: string): string[] {
  return path.split('/').slice(0, -1)
}
