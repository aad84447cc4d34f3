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
      `An account was created for this address at ${publicUrl.host} on ${utcMinute(at)} by signing in with ${label}, which confirmed the address.`,
      `If this was you, sign in with ${label} from now on. You can also set a password in Settings.`,
      'If this wasn’t you, reset the password on the sign-in page to take over the account, then remove the connected sign-in in Settings.',
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
      `${named(about)} was connected to your account at ${publicUrl.host} on ${utcMinute(at)}. Anyone who signs in there can now open your account.`,
      'If this wasn’t you, remove it in Settings and change your password now.',
    ],
    action: { label: 'View connected sign-ins', url: settings(publicUrl) },
  })
}

export function disconnectedEmail(about: About): Email {
  const { to, publicUrl, at } = about
  return composeEmail({
    to,
    subject: `A sign-in was removed from your ${productName} account`,
    heading: 'A sign-in was removed',
    paragraphs: [
      `${named(about)} was removed from your account at ${publicUrl.host} on ${utcMinute(at)}. It no longer opens your account.`,
      'If this wasn’t you, reset your password now: until then, someone else can sign in as you.',
    ],
    action: { label: 'View connected sign-ins', url: settings(publicUrl) },
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
