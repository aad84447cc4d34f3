import { deviceName } from '#server/accounts/sign-in/device-name.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { composeEmail, type Email } from '#server/mail/layout.ts'
import { productName } from '#server/rules/product/product.ts'

/** Contains the six digits with which someone signs in. */
export function signInCodeEmail(
  to: string,
  code: string,
  { userAgent }: Pick<Client, 'ip' | 'userAgent'>,
): Email {
  return composeEmail({
    to,
    subject: `${code} is your ${productName} sign-in code`,
    heading: `Your ${productName} sign-in code`,
    paragraphs: [
      'Enter it on the page where you requested it. It works once, for 15 minutes, and only in that browser.',
      `Requested from: ${deviceName(userAgent)}`,
    ],
    code,
    footer: 'If you didn’t request it, ignore this email: no one can sign in without it. Don’t share it.',
  })
}
