export type ConversionFailure =
  /** It asks for a password and none was given; `other password`: of a kind that nothing here opens. */
  | 'password'
  | 'wrong password'
  | 'other password'
  | 'corrupt'
  | 'too large'
  | 'timeout'
  | 'memory'
  | 'not confined'
  /** What has a password is opened only where the program that opens it is confined. */
  | 'password not confined'

/**
 * Why nothing was made of a document: it is at fault, or takes more than anyone may have, or nothing may be
 * started here as this system is.
 */
export class ConversionFailed extends Error {
  readonly reason: ConversionFailure

  constructor(reason: ConversionFailure, message: string = reason) {
    super(message)
    this.name = 'ConversionFailed'
    this.reason = reason
  }
}
