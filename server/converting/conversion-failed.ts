export type ConversionFailure =
  /** It requires a password and none was given; `other password`: of a kind that nothing here opens. */
  | 'password'
  | 'wrong password'
  | 'other password'
  /** PowerPoint 95 or before it saved it: no program here reads that. */
  | 'older presentation'
  | 'corrupt'
  | 'too large'
  | 'timeout'
  | 'memory'
  | 'not confined'
  /** An encrypted document is opened only if the program that opens it is confined. */
  | 'password not confined'

/**
 * Why a document was not converted: it is at fault, or takes more than allowed, or nothing may be started on this
 * system.
 */
export class ConversionFailed extends Error {
  readonly reason: ConversionFailure

  constructor(reason: ConversionFailure, message: string = reason) {
    super(message)
    this.name = 'ConversionFailed'
    this.reason = reason
  }
}
