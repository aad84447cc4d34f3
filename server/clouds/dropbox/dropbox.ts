import { Problem } from '#server/rules/problems.ts'
import type { CloudConfig } from '#server/settings/clouds.ts'
import { hostsOf, type CloudProvider } from '#server/clouds/cloud-provider.ts'
import type { Refusal } from '#server/clouds/requests.ts'
import { CursorEnded } from '#server/clouds/reading.ts'
import { DropboxCloud, dropboxPerson } from './dropbox-cloud.ts'

const hosts = {
  site: 'https://www.dropbox.com',
  api: 'https://api.dropboxapi.com',
  content: 'https://content.dropboxapi.com',
}
const scope = 'account_info.read files.metadata.read files.content.read'

/** Dropbox, as docs/clouds.md says. */
export function dropboxProvider(config: CloudConfig): CloudProvider {
  const { site, api, content } = hostsOf(config, hosts)
  return {
    authorization: { address: `${site}/oauth2/authorize`, query: { token_access_type: 'offline', scope } },
    tokenAddress: `${api}/oauth2/token`,
    hasVerifier: true,
    requiredScope: null,
    // Together with the refresh token that it came from.
    revocation: ({ access }) => ({
      address: `${api}/2/auth/token/revoke`,
      headers: { Authorization: `Bearer ${access}` },
    }),
    requests: { problemOf },
    person: (requests, signal) => dropboxPerson(requests, api, signal),
    cloud: (requests) => new DropboxCloud(requests, { api, content }),
  }
}

type ErrorBody = { error?: { '.tag'?: string } } | null

const gone = new Set(['path', 'not_found', 'unsupported_file', 'non_exportable', 'invalid_export_format'])

/** Every refusal of a call is a 409, whose `.tag` names the reason; its summary is for people. */
function problemOf({ status, body }: Refusal): Problem | null {
  if (status === 403 || status === 422) return new Problem('cloudGone')
  if (status !== 409) return null
  const reason = (body as ErrorBody)?.error?.['.tag'] ?? ''
  if (gone.has(reason)) return new Problem('cloudGone')
  if (reason === 'reset') return new CursorEnded()
  // The document is still being exported: `retry_error` asks for another try.
  return null
}
