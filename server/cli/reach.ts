import { InstallationHeld } from '#server/operations/refused.ts'
import { Unreachable, errorText } from './answer.ts'

/** What a running process has locked is, for a command, unreachable. */
export async function heldIsUnreachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof InstallationHeld)) throw error
    throw new Unreachable(error.message, { cause: error })
  }
}

/** A database or a store that a command is to write to. Throws Unreachable. */
export async function openTarget<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    throw new Unreachable(errorText(error), { cause: error })
  }
}
