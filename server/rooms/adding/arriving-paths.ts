import { foldersOnPath } from '#server/rules/rooms/folder-name.ts'
import { Problem } from '#server/rules/problems.ts'

/** Into which folders files go, by the ids of the files; and why others cannot go where they were meant to. */
export type ArrivingPaths = {
  folders: ReadonlyMap<string, string[]>
  refused: ReadonlyMap<string, string>
}

/** Reads the paths of a form: the id of a file, a slash, and folders, from the one that it is added to. */
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

/** What is said of files whose path is none. */
export function astrayFiles(
  arrived: readonly { guid: string; name: string }[],
  lost: readonly string[],
  refused: ReadonlyMap<string, string>,
): { name: string; reason: string }[] {
  const names = new Map(arrived.map(({ guid, name }) => [guid, name]))
  return lost.map((guid) => ({ name: names.get(guid) ?? 'A file', reason: refused.get(guid)! }))
}

/** A file with its folders before it, as the page says how it went. No name has a slash in it. */
export function pathOf(folders: readonly string[], name: string): string {
  return [...folders, name].join('/')
}

/** The folders of what `pathOf` wrote. */
export function foldersBefore(path: string): string[] {
  return path.split('/').slice(0, -1)
}
