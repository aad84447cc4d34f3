import { Problem } from '#server/rules/problems.ts'

/** What the SDK and Node's sockets say about a failure. */
type Signs = { name: string; code?: string; $metadata?: { httpStatusCode?: number } }

/** An attempt that took too long. */
export class TookTooLong extends Error {
  constructor(milliseconds: number) {
    super(`The S3 store did not answer within ${milliseconds} ms`)
    this.name = 'TookTooLong'
  }
}

// Errors of the network, of a name that does not resolve just now, and of a connection cut in the middle.
const brokenConnections =
  /^(E(CONN(RESET|REFUSED|ABORTED)|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|(HOST|NET)(UNREACH|DOWN))|ERR_STREAM_PREMATURE_CLOSE|HPE_\w+)$/
const passingNames = new Set([
  'TookTooLong',
  'TimeoutError',
  'SlowDown',
  'RequestTimeout',
  'IncompleteBody',
  // Our clock has jumped: the SDK uses the store's for the next attempt.
  'RequestTimeTooSkewed',
])
const fullNames = new Set(['QuotaExceeded', 'XMinioStorageFull'])

/** The store's name for the failure: NoSuchKey, SlowDown …; for a connection, the system's. */
export function nameOf(error: unknown): string {
  const { name, code } = error as Signs
  return name === 'Error' || name === 'AggregateError' ? (code ?? name) : name
}

/** The status of the store's response, if there was one. */
export function statusOf(error: unknown): number | undefined {
  return (error as Signs).$metadata?.httpStatusCode
}

export function isMissing(error: unknown): boolean {
  return ['NoSuchKey', 'NotFound'].includes(nameOf(error))
}

/** Whether the same call may succeed a moment later. */
export function isPassing(error: unknown): boolean {
  const status = statusOf(error) ?? 0
  if (status === 507) return false
  return (
    status >= 500 ||
    status === 429 ||
    passingNames.has(nameOf(error)) ||
    brokenConnections.test((error as Signs).code ?? '')
  )
}

/** Whether the store can be reached but refuses us: its settings or ours have changed. */
function isShutOut(error: unknown): boolean {
  const status = statusOf(error)
  return status === 401 || status === 403 || status === 301 || nameOf(error) === 'NoSuchBucket'
}

/** The failure as a person sees it; what is neither full nor down stays what it is. */
export function asProblem(error: unknown): unknown {
  if (statusOf(error) === 507 || fullNames.has(nameOf(error))) return new Problem('storageFull')
  return isPassing(error) || isShutOut(error) ? new Problem('storageAway') : error
}
