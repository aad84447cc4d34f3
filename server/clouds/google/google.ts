import { Problem } from '#server/rules/problems.ts'
import type { CloudConfig } from '#server/settings/clouds.ts'
import { hostsOf, type CloudProvider } from '#server/clouds/cloud-provider.ts'
import { CursorEnded } from '#server/clouds/reading.ts'
import { busy, type Refusal } from '#server/clouds/requests.ts'
import { GoogleCloud, googlePerson } from './google-cloud.ts'

const hosts = {
  accounts: 'https://accounts.google.com',
  tokens: 'https://oauth2.googleapis.com',
  api: 'https://www.googleapis.com',
}
const scope = 'https://www.googleapis.com/auth/drive.readonly'

/** Google Drive, as docs/clouds.md says. A refresh token comes only with a consent, so that is asked for each time. */
export function googleProvider(config: CloudConfig): CloudProvider {
  const { accounts, tokens, api } = hostsOf(config, hosts)
  return {
    authorization: {
      address: `${accounts}/o/oauth2/v2/auth`,
      query: { scope, access_type: 'offline', prompt: 'consent select_account' },
    },
    tokenAddress: `${tokens}/token`,
    hasVerifier: true,
    requiredScope: scope,
    revocation: ({ access, refresh }) => ({
      address: `${tokens}/revoke`,
      form: { token: refresh ?? access },
    }),
    requests: { problemOf },
    person: (requests, signal) => googlePerson(requests, api, signal),
    cloud: (requests) => new GoogleCloud(requests, api),
  }
}

type ErrorBody = { error?: { errors?: { reason?: string }[] } } | null

const tooMany = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded'])

/**
 * A 403 can be a limit on requests, a document that is too large, a missing scope, or someone without access. A list
 * begins again whatever a 400 says: a token of a page can be refused for any reason.
 */
function problemOf({ status, headers, body }: Refusal): Problem | null {
  const { reason = '' } = (body as ErrorBody)?.error?.errors?.[0] ?? {}
  if (status === 400) return new CursorEnded()
  if (status !== 403) return null
  if (tooMany.has(reason)) return busy(headers)
  // Of one file, which too many have downloaded: the others can go on. Or the operator has yet to turn the API on.
  if (reason === 'downloadQuotaExceeded' || reason === 'accessNotConfigured')
    return new Problem('cloudFailed')
  if (reason === 'exportSizeLimitExceeded') return new Problem('cloudTooLarge')
  if (reason === 'insufficientPermissions') return new Problem('cloudDisconnected')
  return new Problem('cloudGone')
}
