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
      `You created an account at ${publicUrl.host} with this address. Activate it to start. The link works for 7 days; only the latest link works.`,
      'If this wasn’t you, ignore this email; the account stays inactive.',
    ],
    action: { label: 'Activate account', url: new URL(`/access/activated/${token}`, publicUrl).href },
  })
}

export function alreadyRegisteredEmail({ to, publicUrl }: EmailTo): Email {
  return composeEmail({
    to,
    subject: `You already have a ${productName} account`,
    heading: 'You already have an account',
    paragraphs: [
      `Someone tried to create an account at ${publicUrl.host} with this address, but it already has one. Nothing was changed.`,
      'If this was you, sign in. If you’ve forgotten your password, you can reset it on the sign-in page.',
      'If this wasn’t you, ignore this email.',
    ],
    action: { label: 'Sign in', url: new URL('/access/login', publicUrl).href },
  })
}

export function resetEmail({ to, publicUrl, token }: EmailTo & { token: string }): Email {
  return composeEmail({
    to,
    subject: `Reset your ${productName} password`,
    heading: 'Choose a new password',
    paragraphs: [
      `We received a request to reset the password of your account at ${publicUrl.host}. The link works for one hour; only the latest link works.`,
      'If this wasn’t you, ignore this email; your password won’t change.',
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
      `An account was created for you at ${publicUrl.host}. Check your name and choose a password to start.`,
      'The link works once, for 7 days; only the latest link works. If it has expired, select “Forgotten your password?” on the sign-in page to get a new one.',
      'If you weren’t expecting this, ignore this email; no one can use the account without the link.',
    ],
    action: { label: 'Set up account', url: setupLink(publicUrl, token) },
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
      `The password of your account at ${publicUrl.host} was changed on ${zonedTime(at, timeZone)}. Your other browsers were signed out.`,
      'If this wasn’t you, reset your password now: until then, someone else can sign in as you.',
    ],
    action: { label: 'Choose a new password', url: new URL('/access/reset', publicUrl).href },
  })
}
