/** A running process has what the operation needs for itself. */
export class InstallationHeld extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'InstallationHeld'
  }
}

/** An operation that was not begun, or not finished, for a reason that the operator can do something about. */
export class OperationRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OperationRefused'
  }
}
