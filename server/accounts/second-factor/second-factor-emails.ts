import { composeEmail } from '#server/mail/layout.ts'
import type { Email } from '#server/mail/layout.ts'
import { utcMinute } from '#server/rules/text/format.ts'
import { productName } from '#server/rules/product/product.ts'
import type { EmailTo } from '#server/accounts/emails.ts'

/** The emails about an account's two-step verification. They contain no code. `at` in epoch milliseconds. */
type SecondFactorChange = EmailTo & { at: number }

export function secondFactorOnEmail({ to, publicUrl, at }: SecondFactorChange): Email {
  return composeEmail({
    to,
    subject: `Two-step verification is on for ${productName}`,
    heading: 'Two-step verification is on',
    paragraphs: [
      `From now on, signing in to your account at ${publicUrl.host} asks for a code from your app. It was turned on ${timeOf(at)}. Devices that were signed in stay signed in.`,
      'If this wasn’t you, someone else is signed in as you and can lock you out. If you’re still signed in on a device, turn it off in Settings and change your password; then contact your administrator.',
    ],
    action: toSettings(publicUrl),
  })
}

export function secondFactorOffEmail({
  to,
  publicUrl,
  at,
  isByOperator,
}: SecondFactorChange & { isByOperator: boolean }) {
  const who = isByOperator ? ' by your administrator' : ''
  return composeEmail({
    to,
    subject: `Two-step verification is off for ${productName}`,
    heading: 'Two-step verification is off',
    paragraphs: [
      `Signing in to your account at ${publicUrl.host} no longer asks for a verification code. It was turned off${who} ${timeOf(at)}. Your recovery codes no longer work.`,
      'If you didn’t want this, change your password and turn two-step verification back on.',
    ],
    action: toSettings(publicUrl),
  })
}

export function recoveryCodesRenewedEmail({ to, publicUrl, at }: SecondFactorChange): Email {
  return composeEmail({
    to,
    subject: `New recovery codes for ${productName}`,
    heading: 'New recovery codes',
    paragraphs: [
      `The recovery codes of your account at ${publicUrl.host} were replaced ${timeOf(at)}. The old ones no longer work.`,
      'If this wasn’t you, change your password now, sign out your other devices and create new recovery codes.',
    ],
    action: toSettings(publicUrl),
  })
}

export function recoveryCodeUsedEmail({
  to,
  publicUrl,
  at,
  left,
}: SecondFactorChange & { left: number }): Email {
  const rest = left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`
  return composeEmail({
    to,
    subject: `A recovery code was used for ${productName}`,
    heading: 'A recovery code was used',
    paragraphs: [
      `Someone signed in to your account at ${publicUrl.host} with a recovery code ${timeOf(at)}. That code no longer works. ${rest}`,
      'If this wasn’t you, change your password now, sign out your other devices and create new recovery codes.',
    ],
    action: toSettings(publicUrl),
  })
}

function timeOf(at: number): string {
  return `on ${utcMinute(at)}`
}

function toSettings(publicUrl: URL): { label: string; url: string } {
  return { label: 'Open settings', url: new URL('/setting?tabActive=twofactor', publicUrl).href }
}
