import { fileName } from '#server/rules/accounts/names.ts'
import { Problem } from '#server/rules/problems.ts'
import { deepestFolder } from './room-roles.ts'

export const maxFolderNameLength = 200

/** The name of a folder as it is stored. Throws fileNameRefused on the field `name`. */
export function folderName(typed: string): string {
  try {
    const name = fileName(typed)
    if ([...name].length > maxFolderNameLength) throw new Problem('fileNameRefused')
    return name
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Problem(error.problem, { field: 'name', text: refusal })
  }
}

const refusal = `This folder name can’t be used. Use 1 to ${maxFolderNameLength} characters, none of \\ / : * ? " < > |, no dot at the start, and no device name like con or prn.`

/**
 * The names of the folders in a path like `Contracts/2024`, relative to the folder that a file is added to; none for an
 * empty one. Throws tooDeep, and fileNameRefused, also for a path that is absolute, goes up or has an empty step.
 */
export function foldersOnPath(path: string): string[] {
  if (path === '') return []
  const names = path.split('/')
  if (names.length > deepestFolder) throw new Problem('tooDeep')
  return names.map(folderName)
}
