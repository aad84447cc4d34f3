import { fileName } from '#server/rules/accounts/names.ts'
import { Problem } from '#server/rules/problems.ts'
import { maxFolderNameLength } from '#server/rules/rooms/folder-name.ts'

// What no name here can have, as `fileName` says: elsewhere names can have all of it.
const refused = /[\\/:*?"<>|\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
const maxNameBytes = 255

/**
 * The name under which a file or a folder from elsewhere is kept: what a name here cannot have becomes `_`, and what is
 * too long is shortened before its extension.
 */
export function copiedName(name: string, kind: 'file' | 'folder'): string {
  const plain = name.toWellFormed().normalize('NFC').replaceAll(refused, '_').trim().replace(/^\./, '_')
  const short = shortened(plain === '' ? 'Unnamed' : plain, kind)
  try {
    return fileName(short)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // A device of Windows.
    return fileName(shortened(`_${short}`, kind))
  }
}

function shortened(name: string, kind: 'file' | 'folder'): string {
  const ending = kind === 'file' ? (/.(\.[^.]{1,20})$/.exec(name)?.[1] ?? '') : ''
  let stem = Array.from(name.slice(0, name.length - ending.length))
  if (kind === 'folder') stem = stem.slice(0, maxFolderNameLength)
  // Much of what is far too long goes at once.
  stem = stem.slice(0, maxNameBytes)
  const bytes = new TextEncoder()
  while (bytes.encode(stem.join('') + ending).length > maxNameBytes) stem.pop()
  return stem.join('').trim() + ending
}
