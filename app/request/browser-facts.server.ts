import { utcMinute } from '#server/rules/text/format.ts'
import { clientKindOf } from '#server/rules/product/client-kinds.ts'
import type { Fact } from '#app/ui/tables/facts.tsx'
import type { RequestContext } from './loader.server.ts'

/** What the server sees of a browser and its connection, for its user and anyone helping them. */
export function browserFacts(context: RequestContext): Fact[] {
  const { request, url, client, services, now, reference } = context
  const { label, version } = clientKindOf(client.userAgent, services.config.clientKeys)
  const { publicUrl } = services.config
  const isExpected = url.protocol === publicUrl.protocol
  return [
    { label: 'Your network address', value: client.ip || 'Unknown' },
    {
      label: 'Proxy',
      value: client.isProxied ? 'Your request came through a trusted proxy.' : 'None that the server trusts.',
    },
    {
      label: 'Encrypted (https)',
      value: url.protocol === 'https:' ? 'Yes' : 'No',
      note: isExpected
        ? ''
        : `But this server is set up for ${publicUrl.origin}: contact your administrator.`,
    },
    { label: 'Cookies', ...cookieState(context) },
    { label: 'Browser', value: client.userAgent || 'Not given.' },
    { label: 'Kind', value: version ? `${label} ${version}` : label },
    { label: 'Languages', value: request.headers.get('accept-language') ?? 'Not given.' },
    {
      label: 'Time zone',
      value: 'Unknown: browsers don’t send it. Times are shown in your account’s time zone.',
    },
    { label: 'Server time', value: utcMinute(now) },
    { label: 'Reference', value: reference },
  ]
}

/** A cookie set by one response can come back with the next request at the earliest. */
function cookieState({ visitor, url, posted }: RequestContext): { value: string; note?: string } {
  if (!visitor.isNewBrowser) return { value: 'Working' }
  return posted || url.searchParams.has('again')
    ? { value: 'Not working', note: 'Allow cookies for this site. You can’t sign in without them.' }
    : { value: 'Not known yet', note: 'Press "Try a form".' }
}
