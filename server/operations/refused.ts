/** A running process has locked what the operation needs. */
export class InstallationHeld extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'InstallationHeld'
  }
}

/** An operation that was not started, or not finished, for a reason that the operator can do something about. */
export class OperationRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OperationRefused'
  }
}
