import { composeEmail } from '#server/mail/layout.ts'
import type { Email } from '#server/mail/layout.ts'
import { zonedTime } from '#server/rules/text/format.ts'
import { productName } from '#server/rules/product/product.ts'
import type { EmailTo } from '#server/accounts/emails.ts'
import { settingsUrl } from '#server/accounts/keeping/settings-url.ts'

/**
 * The emails about the addresses of an account. One to an address that is not confirmed, or that is another account's,
 * does not say who requested it.
 */
export function addressCodeEmail({ to, publicUrl, code }: EmailTo & { code: string }): Email {
  return composeEmail({
    to,
    subject: `${code} is your ${productName} code`,
    heading: 'Confirm this address',
    paragraphs: [
      `You asked to add this address to your account at ${publicUrl.host}. Enter this code in Settings, where you added it. It works once, for 15 minutes; only the latest code works.`,
    ],
    code,
    footer:
      'If this wasn’t you, ignore this email. No one can add this address without the code, so don’t share it.',
  })
}

export function addressInUseEmail({ to, publicUrl }: EmailTo): Email {
  return composeEmail({
    to,
    subject: `This address is already in use at ${productName}`,
    heading: 'This address is already in use',
    paragraphs: [
      `Someone tried to add this address to an account at ${publicUrl.host}. It already belongs to your account there, so nothing was changed.`,
      'If this was you and you want to move it, sign in to the account that has it and remove it there first.',
      'If this wasn’t you, ignore this email.',
    ],
    action: { label: 'View your addresses', url: settingsUrl(publicUrl, 'addresses') },
  })
}

/** What happened to an address, for the person whose account it is. */
export type AddressChange = EmailTo & { email: string; at: number; timeZone: string }

export function addressAddedEmail({ to, publicUrl, email, at, timeZone }: AddressChange): Email {
  return composeEmail({
    to,
    subject: `An address was added to your ${productName} account`,
    heading: 'An address was added',
    paragraphs: [
      `${email} was added to your account at ${publicUrl.host} on ${zonedTime(at, timeZone)}. You can use it to sign in and to reset your password, and files sent to it open in your account.`,
      notYou,
    ],
    action: { label: 'View your addresses', url: settingsUrl(publicUrl, 'addresses') },
  })
}

export function primaryChangedEmail({
  to,
  publicUrl,
  email,
  was,
  at,
  timeZone,
}: AddressChange & { was: string }): Email {
  return composeEmail({
    to,
    subject: `The primary address of your ${productName} account was changed`,
    heading: 'Your primary address was changed',
    paragraphs: [
      `The primary address of your account at ${publicUrl.host} was changed from ${was} to ${email} on ${zonedTime(at, timeZone)}. We’ll email ${email} from now on, and others see it next to your name. ${was} stays with your account until you remove it.`,
      notYou,
    ],
    action: { label: 'View your addresses', url: settingsUrl(publicUrl, 'addresses') },
  })
}

export function addressRemovedEmail({ to, publicUrl, email, at, timeZone }: AddressChange): Email {
  return composeEmail({
    to,
    subject: `An address was removed from your ${productName} account`,
    heading: 'An address was removed',
    paragraphs: [
      `${email} was removed from your account at ${publicUrl.host} on ${zonedTime(at, timeZone)}. You can’t sign in with it any more, and files sent to it no longer open in your account.`,
      notYou,
    ],
    action: { label: 'View your addresses', url: settingsUrl(publicUrl, 'addresses') },
  })
}

const notYou =
  'If this wasn’t you, change your password now and check your addresses: until then, someone else can sign in as you.'
