import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ConfinementKind } from '#server/converting/confinement/confinement.ts'
import { ConversionFailed } from '#server/converting/conversion-failed.ts'
import { lockOf } from '#server/converting/packages/encrypted.ts'
import { filterOf, plainFormOf } from './office-formats.ts'
import { unlockingLinesOf } from './office-macro.ts'
import type { OfficeProcess } from './office-process.ts'
import type { OfficeFile } from './office-received.ts'

/** Excel locks what is only meant to be read with this one, and opens it without asking. */
export const standardPassword = 'VelvetSweatshop'

type Unlocking = { process: OfficeProcess; confinement: ConfinementKind; passwords: readonly string[] }

/**
 * The document without its password, as LibreOffice rewrites it; one without a password unchanged. Encrypted
 * content cannot be inspected beforehand, so the program opening it must be confined, and its output has to
 * pass the door like any other document, for another process. By then this one has ended: no one changes its
 * output any more. Throws ConversionFailed.
 */
export async function unlocked(
  document: OfficeFile,
  { process, confinement, passwords }: Unlocking,
): Promise<OfficeFile> {
  const lock = await lockOf(document.file)
  if (lock === null) return document
  const plain = plainFormOf(document.ending)
  if (lock === 'other' || !plain) throw new ConversionFailed('other password')
  if (confinement === 'none') throw new ConversionFailed('password not confined')
  const tried = plain.ending === 'ods' ? [...passwords, standardPassword] : passwords
  if (tried.length === 0) throw new ConversionFailed('password')
  const made = path.join(process.folder, `unlocked.${plain.ending}`)
  const opened = path.join(process.folder, 'opened')
  const lines = unlockingLinesOf(
    {
      source: pathToFileURL(document.file),
      made: pathToFileURL(made),
      findings: pathToFileURL(opened),
      filter: filterOf(document.ending)!,
      to: plain.filter,
    },
    tried,
  )
  await process.run(lines)
  await process.stop()
  if (!(await isFile(opened)))
    throw new ConversionFailed(passwords.length > 0 ? 'wrong password' : 'password')
  if (!(await isFile(made)))
    throw new ConversionFailed('corrupt', 'LibreOffice wrote nothing without a password')
  return { file: made, ending: plain.ending }
}

async function isFile(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => null)
  return found?.isFile() === true
}
