import { composeEmail } from '#server/mail/layout.ts'
import type { Email } from '#server/mail/layout.ts'
import { zonedTime } from '#server/rules/text/format.ts'
import { productName } from '#server/rules/product/product.ts'

/**
 * The emails about an account. Links are built from the configured public address, never from a request. An email to an
 * address that is not confirmed yet contains nothing that the person who registered entered.
 */
export type EmailTo = { to: string; publicUrl: URL }

export function activationEmail({ to, publicUrl, token }: EmailTo & { token: string }): Email {
  return composeEmail({
    to,
    subject: `Activate your ${productName} account`,
    heading: 'Activate your account',
    paragraphs: [
      `Somebody registered at ${publicUrl.host} with this address. If it was you, open the link and press the button there. The link works for 7 days, and only the newest one works.`,
      'If it was not you, do nothing: without the link the account stays inactive.',
    ],
    action: { label: 'Activate the account', url: new URL(`/access/activated/${token}`, publicUrl).href },
  })
}

export function alreadyRegisteredEmail({ to, publicUrl }: EmailTo): Email {
  return composeEmail({
    to,
    subject: `You already have a ${productName} account`,
    heading: 'You already have an account',
    paragraphs: [
      `Somebody tried to register at ${publicUrl.host} with this address, which has an account already. Nothing was changed.`,
      'If it was you, sign in. If you have forgotten the password, ask for a new one on the sign-in page.',
      'If it was not you, there is nothing to do.',
    ],
    action: { label: 'Sign in', url: new URL('/access/login', publicUrl).href },
  })
}

export function resetEmail({ to, publicUrl, token }: EmailTo & { token: string }): Email {
  return composeEmail({
    to,
    subject: `Choose a new password for ${productName}`,
    heading: 'Choose a new password',
    paragraphs: [
      `Somebody asked for a new password for your account at ${publicUrl.host}. If it was you, open the link and choose one. The link works for one hour, and only the newest one works.`,
      'If it was not you, do nothing: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url: resetLink(publicUrl, token) },
  })
}

/** For an account that someone else created. */
export function setupEmail({ to, publicUrl, token }: EmailTo & { token: string }): Email {
  return composeEmail({
    to,
    subject: `Your ${productName} account`,
    heading: 'Set up your account',
    paragraphs: [
      `An account was made for this address at ${publicUrl.host}. Open the link, check your name and choose a password.`,
      'The link works for 7 days, once, and only the newest one works. If it is too late, ask for a new one on the sign-in page: "Forgotten your password?".',
      'If you expected no account, do nothing: without the link nobody can use it.',
    ],
    action: { label: 'Set up the account', url: setupLink(publicUrl, token) },
  })
}

/** Where an account is set up, once. */
export function setupLink(publicUrl: URL, token: string): string {
  return new URL(`/access/setup/${token}`, publicUrl).href
}

/** Where a new password is chosen, once. */
export function resetLink(publicUrl: URL, token: string): string {
  const url = new URL('/access/reset', publicUrl)
  url.searchParams.set('token', token)
  return url.href
}

export function passwordChangedEmail({
  to,
  publicUrl,
  at,
  timeZone,
}: EmailTo & { at: number; timeZone: string }): Email {
  return composeEmail({
    to,
    subject: `Your ${productName} password was changed`,
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your account at ${publicUrl.host} was changed on ${zonedTime(at, timeZone)}. Other browsers that were signed in have been signed out.`,
      'If it was not you, choose a new password at once: whoever did it can sign in as you until then.',
    ],
    action: { label: 'Choose a new password', url: new URL('/access/reset', publicUrl).href },
  })
}
