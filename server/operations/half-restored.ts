import { existsSync } from 'node:fs'
import path from 'node:path'
import { manifestName } from './manifest.ts'

/** During a restore, this folder is in the data folder, with the list of the backup once it has started. */
export const restoringName = 'restoring'

/** For the start of a server: an incomplete installation is not one. Throws an Error that says what to do. */
export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(path.join(dataDir, restoringName, manifestName))) return
  throw new Error(
    `A restore into ${dataDir} was interrupted. Run "strongroom restore" with the same backup again, or empty the folder and start over.`,
  )
}
