import { foldersOnPath } from '#server/rules/rooms/folder-name.ts'
import { fileName } from '#server/rules/accounts/names.ts'
import { maxFilesInFolders } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { deepestFolder } from '#server/rules/rooms/room-roles.ts'

/** A file and the folders in which it was, `Contracts/2024`; empty if it was in none. */
export type Dropped = { file: File; path: string }
/** What was left out, and why, in words. */
export type Left = { name: string; reason: string }
/** `isTooMany`: nothing was accepted, because it was more than can be added at once. */
export type Gathered = { files: Dropped[]; left: Left[]; isTooMany: boolean }

/** What this needs of the browser's `FileSystemEntry`. */
export type TreeEntry = {
  name: string
  isFile: boolean
  file?(found: (file: File) => void, failed: (error: unknown) => void): void
  createReader?(): {
    readEntries(found: (entries: TreeEntry[]) => void, failed: (error: unknown) => void): void
  }
}

/** The dropped files, with their folders. What cannot be read is named, and the rest continues. */
export async function gatherTree(entries: readonly TreeEntry[]): Promise<Gathered> {
  const found: Gathered = { files: [], left: [], isTooMany: false }
  // A loop of links, or a whole disk, ends when it becomes too much.
  const isEnough = () => found.files.length > maxFilesInFolders || found.left.length > maxFilesInFolders
  async function walk(entry: TreeEntry, above: string[]): Promise<void> {
    if (isEnough()) return
    const path = above.join('/')
    try {
      if (entry.isFile) return take(found, { file: await fileOf(entry), path })
      foldersOnPath([...above, entry.name].join('/'))
      for (const inside of await entriesIn(entry)) await walk(inside, [...above, entry.name])
    } catch (error) {
      leave(found, [...above, entry.name].join('/'), error)
    }
  }
  for (const entry of entries) await walk(entry, [])
  return isEnough() ? { ...found, files: [], isTooMany: true } : found
}

/** What was dropped; `hasFolder`: whether a folder was among it. */
export async function gatherDropped({ items }: DataTransfer): Promise<Gathered & { hasFolder: boolean }> {
  // Afterwards the browser has forgotten what was dropped.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const hasFolder = entries.some(({ isFile }) => !isFile)
  return { ...(await gatherTree(entries)), hasFolder }
}

/** The files of a selected folder: each says where it was. */
export function gatherChosen(files: readonly File[]): Gathered {
  const found: Gathered = { files: [], left: [], isTooMany: false }
  if (files.length > maxFilesInFolders) return { ...found, isTooMany: true }
  for (const file of files) {
    const path = file.webkitRelativePath.split('/').slice(0, -1).join('/')
    try {
      foldersOnPath(path)
      take(found, { file, path })
    } catch (error) {
      leave(found, file.webkitRelativePath, error)
    }
  }
  return found
}

export const tooManyWords = `That’s more than ${maxFilesInFolders} files, so none were added. Add some of them first.`

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
  while (all.length <= maxFilesInFolders) {
    const part = await new Promise<TreeEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) break
    all.push(...part)
  }
  return all
}
