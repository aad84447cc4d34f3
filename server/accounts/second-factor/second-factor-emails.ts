import { composeEmail } from '#server/mail/layout.ts'
import type { Email } from '#server/mail/layout.ts'
import { utcMinute } from '#server/rules/text/format.ts'
import { productName } from '#server/rules/product/product.ts'
import type { EmailTo } from '#server/accounts/emails.ts'

/** The emails about an account's two-step verification. They contain no code. `at` in epoch milliseconds. */
type Told = EmailTo & { at: number }

export function secondFactorOnEmail({ to, publicUrl, at }: Told): Email {
  return composeEmail({
    to,
    subject: `Two-factor code switched on for ${productName}`,
    heading: 'Two-factor code is on',
    paragraphs: [
      `From now on signing in to your account at ${publicUrl.host} asks for a code of your app. It was switched on ${timeOf(at)}. Devices that were signed in stay signed in.`,
      'If it was not you, somebody else is signed in as you, and can keep you out. Switch it off in the settings if a device of yours is signed in, change your password, and tell the person who runs the server.',
    ],
    action: toSettings(publicUrl),
  })
}

export function secondFactorOffEmail({ to, publicUrl, at, isByOperator }: Told & { isByOperator: boolean }) {
  const who = isByOperator ? ' by the person who runs the server' : ''
  return composeEmail({
    to,
    subject: `Two-factor code switched off for ${productName}`,
    heading: 'Two-factor code is off',
    paragraphs: [
      `Signing in to your account at ${publicUrl.host} asks for no two-factor code any more. It was switched off${who} ${timeOf(at)}. The recovery codes are gone too.`,
      'If you did not want this, change your password and switch the two-factor code on again.',
    ],
    action: toSettings(publicUrl),
  })
}

export function recoveryCodesRenewedEmail({ to, publicUrl, at }: Told): Email {
  return composeEmail({
    to,
    subject: `New recovery codes for ${productName}`,
    heading: 'New recovery codes',
    paragraphs: [
      `The recovery codes of your account at ${publicUrl.host} were replaced ${timeOf(at)}. The older ones work no more.`,
      'If it was not you, change your password at once, sign out other devices, and make new recovery codes.',
    ],
    action: toSettings(publicUrl),
  })
}

export function recoveryCodeUsedEmail({ to, publicUrl, at, left }: Told & { left: number }): Email {
  const rest = left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`
  return composeEmail({
    to,
    subject: `A recovery code was used for ${productName}`,
    heading: 'A recovery code was used',
    paragraphs: [
      `Somebody signed in to your account at ${publicUrl.host} with a recovery code ${timeOf(at)}. It works no more. ${rest}`,
      'If it was not you, change your password at once, sign out other devices, and make new recovery codes.',
    ],
    action: toSettings(publicUrl),
  })
}

function timeOf(at: number): string {
  return `on ${utcMinute(at)}`
}

function toSettings(publicUrl: URL): { label: string; url: string } {
  return { label: 'Open the settings', url: new URL('/setting?tabActive=twofactor', publicUrl).href }
}
