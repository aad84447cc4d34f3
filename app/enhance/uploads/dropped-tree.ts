import { foldersOnPath } from '#server/rules/rooms/folder-name.ts'
import { fileName } from '#server/rules/accounts/names.ts'
import { Problem } from '#server/rules/problems.ts'
import { maxDropped } from '#server/rules/sharing/options.ts'
import { deepestFolder } from '#server/rules/rooms/room-roles.ts'

/** A file and the folders in which it was, `Contracts/2024`; empty if it was in none. */
export type Dropped = { file: File; path: string }
/** What was left out, and why, in words. */
export type Left = { name: string; reason: string }
/** Paths of folders, each after the one that it is in. `isTooMany`: nothing was accepted, because it was too much. */
export type Gathered = { files: Dropped[]; folders: string[]; left: Left[]; isTooMany: boolean }

/** What this needs of the browser's `FileSystemEntry`. */
export type TreeEntry = {
  name: string
  isFile: boolean
  file?(found: (file: File) => void, failed: (error: unknown) => void): void
  createReader?(): {
    readEntries(found: (entries: TreeEntry[]) => void, failed: (error: unknown) => void): void
  }
}

/**
 * The dropped files and folders, level by level, so that a folder comes before what is in it. What cannot be read is
 * named, and the rest continues.
 */
export async function gatherTree(entries: readonly TreeEntry[]): Promise<Gathered> {
  const found: Gathered = { files: [], folders: [], left: [], isTooMany: false }
  const waiting: { entry: TreeEntry; path: string }[] = entries.map((entry) => ({ entry, path: '' }))
  for (let at = 0; at < waiting.length; at += 1) {
    // A loop of links, or a whole disk, ends when it becomes too much.
    if (waiting.length > maxDropped) return { files: [], folders: [], left: found.left, isTooMany: true }
    const { entry, path } = waiting[at]!
    const whole = path === '' ? entry.name : `${path}/${entry.name}`
    try {
      if (entry.isFile) {
        take(found, { file: await fileOf(entry), path })
        continue
      }
      foldersOnPath(whole)
      const inside = await entriesIn(entry)
      found.folders.push(whole)
      for (const one of inside) waiting.push({ entry: one, path: whole })
    } catch (error) {
      leave(found, whole, error)
    }
  }
  return found
}

/** The files of a selected folder: each says where it was. Of empty folders the browser does not tell. */
export function gatherChosen(files: readonly File[]): Gathered {
  const found: Gathered = { files: [], folders: [], left: [], isTooMany: files.length > maxDropped }
  if (found.isTooMany) return found
  const folders = new Set<string>()
  for (const file of files) {
    const names = file.webkitRelativePath.split('/').slice(0, -1)
    const path = names.join('/')
    try {
      foldersOnPath(path)
      take(found, { file, path })
      for (const index of names.keys()) folders.add(names.slice(0, index + 1).join('/'))
    } catch (error) {
      leave(found, file.webkitRelativePath, error)
    }
  }
  const depth = (path: string) => path.split('/').length
  found.files.sort((a, b) => depth(a.path) - depth(b.path))
  found.folders.push(...[...folders].sort((a, b) => depth(a) - depth(b)))
  return found
}

export const tooManyText = `That’s more than ${maxDropped.toLocaleString('en')} files and folders, so none were added. Add some of them first.`

function take({ files, left }: Gathered, dropped: Dropped): void {
  const { file, path } = dropped
  try {
    fileName(file.name)
    files.push(dropped)
  } catch {
    const reason = 'This file name isn’t allowed.'
    left.push({ name: path === '' ? file.name : `${path}/${file.name}`, reason })
  }
}

function leave({ left }: Gathered, name: string, error: unknown): void {
  left.push({ name, reason: reasonOf(error) })
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Problem)) return 'It couldn’t be read.'
  return error.problem === 'tooDeep'
    ? `It’s more than ${deepestFolder} folders deep.`
    : 'This folder name isn’t allowed.'
}

function fileOf(entry: TreeEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file!(resolve, reject))
}

/** Browsers return a folder in parts; the empty one is the last. */
async function entriesIn(entry: TreeEntry): Promise<TreeEntry[]> {
  const reader = entry.createReader!()
  const all: TreeEntry[] = []
  while (all.length <= maxDropped) {
    const part = await new Promise<TreeEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) break
    all.push(...part)
  }
  return all.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}
