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
      value: client.isProxied
        ? 'A proxy in front of the server passes your request on, and is believed.'
        : 'None that the server believes.',
    },
    {
      label: 'Encrypted (https)',
      value: url.protocol === 'https:' ? 'Yes' : 'No',
      note: isExpected
        ? ''
        : `But this server is set up for ${publicUrl.origin}: tell the person who runs it.`,
    },
    { label: 'Cookies', ...cookieState(context) },
    { label: 'Browser', value: client.userAgent || 'It does not say.' },
    { label: 'Kind', value: version ? `${label} ${version}` : label },
    { label: 'Languages', value: request.headers.get('accept-language') ?? 'It does not say.' },
    {
      label: 'Time zone',
      value: 'Unknown: browsers do not tell it. Times are shown in the zone of your account.',
    },
    { label: 'Server time', value: utcMinute(now) },
    { label: 'Reference', value: reference },
  ]
}

/** A cookie set by one response can come back with the next request at the earliest. */
function cookieState({ visitor, url, posted }: RequestContext): { value: string; note?: string } {
  if (!visitor.isNewBrowser) return { value: 'Work' }
  return posted || url.searchParams.has('again')
    ? { value: 'Do not work', note: 'Allow cookies for this site, or nobody can sign in here.' }
    : { value: 'Not known yet', note: 'Press "Try a form".' }
}
