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
    subject: `Your code for ${productName}`,
    heading: 'Confirm this address',
    paragraphs: [
      `Somebody wants to add this address to an account at ${publicUrl.host}. If it was you, type this code in the settings, where you added the address. It works once, for 15 minutes, and only the newest one works.`,
    ],
    code,
    footer:
      'If it was not you, do nothing. Nobody can add this address without the code, so give it to no one.',
  })
}

export function addressInUseEmail({ to, publicUrl }: EmailTo): Email {
  return composeEmail({
    to,
    subject: `This address is already in use at ${productName}`,
    heading: 'This address is already in use',
    paragraphs: [
      `Somebody tried to add this address to an account at ${publicUrl.host}. It belongs to your account there already, so nothing was changed.`,
      'If it was you, and you want it at another account, sign in to the one that has it and remove it there first.',
      'If it was not you, there is nothing to do.',
    ],
    action: { label: 'See your addresses', url: settingsUrl(publicUrl, 'addresses') },
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
      `${email} was added to your account at ${publicUrl.host} on ${zonedTime(at, timeZone)}. It can be used to sign in and to ask for a new password, and files sent to it open in this account.`,
      notYou,
    ],
    action: { label: 'See your addresses', url: settingsUrl(publicUrl, 'addresses') },
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
      `The primary address of your account at ${publicUrl.host} was changed from ${was} to ${email} on ${zonedTime(at, timeZone)}. Letters go to ${email} from now on, and others see it beside your name. ${was} stays with the account until you remove it.`,
      notYou,
    ],
    action: { label: 'See your addresses', url: settingsUrl(publicUrl, 'addresses') },
  })
}

export function addressRemovedEmail({ to, publicUrl, email, at, timeZone }: AddressChange): Email {
  return composeEmail({
    to,
    subject: `An address was removed from your ${productName} account`,
    heading: 'An address was removed',
    paragraphs: [
      `${email} was removed from your account at ${publicUrl.host} on ${zonedTime(at, timeZone)}. It no longer signs in, and files sent to it no longer open in the account.`,
      notYou,
    ],
    action: { label: 'See your addresses', url: settingsUrl(publicUrl, 'addresses') },
  })
}

const notYou =
  'If it was not you, choose a new password at once and look through your addresses: whoever did it can sign in as you until then.'
