import { composeEmail } from '#server/mail/layout.ts'
import type { Email } from '#server/mail/layout.ts'
import { tokenScopeLabels, type TokenScope } from '#server/rules/accounts/tokens/token-scopes.ts'
import { productName } from '#server/rules/product/product.ts'
import { zonedTime } from '#server/rules/text/format.ts'
import type { EmailTo } from '#server/accounts/emails.ts'
import { settingsUrl } from '#server/accounts/keeping/settings-url.ts'

type Named = EmailTo & { timeZone: string; name: string }
type Made = Named & {
  scopes: readonly TokenScope[]
  endsAt: number | null
  ip: string
  place: string
  at: number
}

export function accessTokenMadeEmail({ to, publicUrl, timeZone, name, ...made }: Made): Email {
  const { scopes, endsAt, ip, place, at } = made
  const from = place === '' ? `the IP address ${ip}` : `${place}, the IP address ${ip}`
  const end = endsAt === null ? 'It has no end.' : `It ends on ${zonedTime(endsAt, timeZone)}.`
  return composeEmail({
    to,
    subject: `New access token for your ${productName} account`,
    heading: 'An access token was created',
    paragraphs: [
      `The access token “${name}” was created for your account at ${publicUrl.host}. Anyone who has it can use your account through programs. ${end}`,
      `When: ${zonedTime(at, timeZone)}\nFor: ${scopes.map((scope) => tokenScopeLabels[scope]).join(', ')}\nFrom: ${from}`,
      'If this was you, you don’t need to do anything. If not, end the token in Settings and change your password now.',
    ],
    action: { label: 'View your access tokens', url: settingsUrl(publicUrl, 'tokens') },
  })
}

export function accessTokenEndingEmail({
  to,
  publicUrl,
  timeZone,
  name,
  endsAt,
}: Named & { endsAt: number }): Email {
  return composeEmail({
    to,
    subject: `Your access token “${name}” ends soon`,
    heading: 'An access token ends soon',
    paragraphs: [
      `The access token “${name}” of your account at ${publicUrl.host} ends on ${zonedTime(endsAt, timeZone)}. From then on, programs that use it are blocked.`,
      'If you still need it, create a new one and give it to the program.',
    ],
    action: { label: 'View your access tokens', url: settingsUrl(publicUrl, 'tokens') },
  })
}
