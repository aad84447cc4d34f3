import { ConversionFailed } from '#server/converting/conversion-failed.ts'

/** A document that is not what it should be, or so that no one can tell what it names. */
export class Damaged extends ConversionFailed {
  constructor(message: string) {
    super('corrupt', message)
  }
}
