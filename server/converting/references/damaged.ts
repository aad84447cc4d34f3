import { ConversionFailed } from '#server/converting/conversion-failed.ts'

/** A document that is not what it should be, or for which no one can tell what it refers to. */
export class Damaged extends ConversionFailed {
  constructor(message: string) {
    super('corrupt', message)
  }
}
