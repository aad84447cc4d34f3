import { Problem } from '#server/rules/problems.ts'
import type { CloudConfig } from '#server/settings/clouds.ts'
import { hostsOf, type CloudProvider } from '#server/clouds/cloud-provider.ts'
import { waitOf, type Refusal } from '#server/clouds/requests.ts'
import { BoxCloud, boxPerson } from './box-cloud.ts'

const hosts = { account: 'https://account.box.com', api: 'https://api.box.com' }

/** Box, as docs/clouds.md says. It knows no verifier; its application can be allowed to read only. */
export function boxProvider(config: CloudConfig): CloudProvider {
  const { account, api } = hostsOf(config, hosts)
  return {
    authorization: { address: `${account}/api/oauth2/authorize`, query: { scope: 'root_readonly' } },
    tokenAddress: `${api}/oauth2/token`,
    hasVerifier: false,
    requiredScope: null,
    revocation: ({ access, refresh }, { clientId, clientSecret }) => ({
      address: `${api}/oauth2/revoke`,
      form: { client_id: clientId, client_secret: clientSecret, token: refresh ?? access },
    }),
    requests: { problemOf, mayLeadTo: (address) => isOfBox(address, api) },
    person: (requests, signal) => boxPerson(requests, api, signal),
    cloud: (requests) => new BoxCloud(requests, api),
  }
}

/** Files are at hosts like dl.boxcloud.com and public.boxcloud.com. */
function isOfBox({ protocol, hostname, origin }: URL, api: string): boolean {
  return origin === api || (protocol === 'https:' && /(^|\.)(boxcloud|box)\.com$/.test(hostname))
}

const notReady = 'Box hasn’t finished receiving this file itself. Try again in a few minutes.'

function problemOf({ status, headers }: Refusal): Problem | null {
  // A file that was uploaded a moment ago; the others can go on.
  if (status === 202) return new Problem('cloudFailed', { wait: waitOf(headers) ?? 0, text: notReady })
  if (status === 403 || status === 405) return new Problem('cloudGone')
  return null
}
