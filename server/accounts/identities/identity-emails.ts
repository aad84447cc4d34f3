import { composeEmail } from '#server/mail/layout.ts'
import type { Email } from '#server/mail/layout.ts'
import { utcMinute } from '#server/rules/text/format.ts'
import { productName } from '#server/rules/product/product.ts'
import type { EmailTo } from '#server/accounts/emails.ts'

/** `label` is the provider's name; `email` the address that it gave, which may differ from the account's. */
type About = EmailTo & { label: string; email: string | null; at: number }

export function accountMadeEmail(about: About): Email {
  const { to, publicUrl, label, at } = about
  return composeEmail({
    to,
    subject: `Your ${productName} account`,
    heading: 'You have an account',
    paragraphs: [
      `On ${utcMinute(at)} somebody who signed in with ${label} made an account for this address at ${publicUrl.host}. ${label} said that the address is theirs.`,
      `If it was you, sign in with ${label} from now on; in the settings you can choose a password too.`,
      'If it was not you, ask for a new password on the sign-in page. That gives you the account; then remove the connected sign-in in its settings.',
    ],
    action: { label: 'Choose a password', url: new URL('/access/reset', publicUrl).href },
  })
}

export function connectedEmail(about: About): Email {
  const { to, publicUrl, label, at } = about
  return composeEmail({
    to,
    subject: `${label} now opens your ${productName} account`,
    heading: 'A sign-in was connected',
    paragraphs: [
      `On ${utcMinute(at)} signing in with ${named(about)} was connected to your account at ${publicUrl.host}. Whoever signs in there gets into your account from now on.`,
      'If it was not you, remove it in the settings, and choose a new password at once.',
    ],
    action: { label: 'See connected sign-ins', url: settings(publicUrl) },
  })
}

export function disconnectedEmail(about: About): Email {
  const { to, publicUrl, at } = about
  return composeEmail({
    to,
    subject: `A sign-in was removed from your ${productName} account`,
    heading: 'A sign-in was removed',
    paragraphs: [
      `On ${utcMinute(at)} signing in with ${named(about)} was removed from your account at ${publicUrl.host}. It does not open the account any more.`,
      'If it was not you, choose a new password at once: whoever did it can sign in as you until then.',
    ],
    action: { label: 'See connected sign-ins', url: settings(publicUrl) },
  })
}

function named({ label, email }: About): string {
  return email === null ? label : `${label} as ${email}`
}

function settings(publicUrl: URL): string {
  const url = new URL('/setting', publicUrl)
  url.searchParams.set('tabActive', 'connected')
  return url.href
}
