export type ConversionFailure = 'password' | 'corrupt' | 'too large' | 'timeout' | 'memory'

/** Why nothing was made of a document: the document is at fault, or takes more than anybody may have. */
export class ConversionFailed extends Error {
  readonly reason: ConversionFailure

  constructor(reason: ConversionFailure, message: string = reason) {
    super(message)
    this.name = 'ConversionFailed'
    this.reason = reason
  }
}
