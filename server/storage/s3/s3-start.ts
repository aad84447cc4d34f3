import type { S3Config } from '#server/config.ts'
import { isPassing, nameOf, statusOf } from './s3-failures.ts'

/** Why the store cannot be used at startup, in words for the operator, with the variable to check. */
export function explain(error: unknown, { endpoint, bucket, region }: S3Config): string {
  const place = endpoint.origin
  switch (nameOf(error)) {
    case 'NoSuchBucket':
      return `The bucket "${bucket}" does not exist at ${place}. Create it, or correct S3_BUCKET.`
    case 'InvalidAccessKeyId':
      return `The S3 store at ${place} does not accept the access key. Check S3_ACCESS_KEY_ID.`
    case 'SignatureDoesNotMatch':
      return `The S3 store at ${place} refuses the signature. Check S3_SECRET_ACCESS_KEY, and S3_REGION ("${region}").`
    case 'RequestTimeTooSkewed':
      return `The S3 store at ${place} says that the clock of this machine is wrong. Set the clock.`
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
      return `The bucket "${bucket}" is in another region than "${region}". Correct S3_REGION or S3_ENDPOINT.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return (
        `The host name of the S3 store at ${place} cannot be resolved. Check S3_ENDPOINT; ` +
        'if the store has no host name for each bucket, set S3_FORCE_PATH_STYLE=on.'
      )
  }
  if (statusOf(error) === 403 || statusOf(error) === 401) {
    return (
      `The S3 store at ${place} refuses access to the bucket "${bucket}" (${nameOf(error)}). Check S3_BUCKET, ` +
      'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, and that the key may list the bucket.'
    )
  }
  if (isPassing(error)) {
    return (
      `The S3 store at ${place} does not answer (${statusOf(error) ?? nameOf(error)}). Check S3_ENDPOINT, ` +
      'and that the store runs.'
    )
  }
  const status = statusOf(error)
  return (
    `The S3 store at ${place} cannot be used (${nameOf(error)}${status ? `, status ${status}` : ''}). ` +
    'Check S3_ENDPOINT, S3_BUCKET and S3_FORCE_PATH_STYLE.'
  )
}
