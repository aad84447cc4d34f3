import { settingsUrl } from '#server/accounts/keeping/settings-url.ts'
import { composeEmail, type Email } from '#server/mail/layout.ts'
import { zonedTime } from '#server/rules/text/format.ts'
import { deviceName } from '#server/accounts/sign-in/device-name.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { productName } from '#server/rules/product/product.ts'

/** Contains the six digits that confirm an address, and who requested them; says nothing about the file. */
export function codeEmail(to: string, code: string, { userAgent }: Pick<Client, 'userAgent'>): Email {
  return composeEmail({
    to,
    subject: `${code} is your ${productName} code`,
    heading: `Your ${productName} code`,
    paragraphs: [
      'Enter it on the page where you requested it. It works once, for 15 minutes, and only in that browser.',
      `Requested from: ${deviceName(userAgent)}`,
    ],
    code,
    footer:
      'We ask for a code to make sure that only you can open what was shared with you. If you didn’t request it, ignore this email: no one can open anything without it.',
  })
}

/**
 * `who` is the recipient's address, or null on a link that opens for anyone; `saysToBe` an unverified address, entered
 * with the passkey; `sentAt` is when the share was created; `country` in words, '' if unknown.
 */
export type Opening = {
  who: string | null
  saysToBe: string | null
  sentAt: number
  shareGuid: string
  at: number
  country: string
}

/**
 * Tells the sender of a first opening. Which file it was is behind the link: email may be read by more than one person.
 */
export function openedEmail(
  { to, timeZone, publicUrl }: { to: string; timeZone: string; publicUrl: URL },
  { who, saysToBe, sentAt, shareGuid, at, country }: Opening,
): Email {
  const from = country === '' ? 'from an unknown place' : `from ${country}`
  const opened = `opened the file you shared on ${zonedTime(sentAt, timeZone)} for the first time, on ${zonedTime(at, timeZone)}, ${from}.`
  return composeEmail({
    to,
    subject: 'Your file was opened for the first time',
    heading: 'Your file was opened',
    paragraphs: [
      who !== null
        ? `${who} ${opened}`
        : saysToBe !== null
          ? `Someone with the passkey, who entered the address ${saysToBe}, ${opened} That address isn’t verified.`
          : `Someone with the link ${opened} Anyone with the link can open it, so we don’t know who it was.`,
      'On the file’s page you can see everything that is read from now on, and unshare the file.',
    ],
    action: { label: 'View activity', url: new URL(`/s/${shareGuid}`, publicUrl).href },
    footer:
      'You get one email per recipient, or one per public link. You can turn these emails off in Settings › Notifications.',
    switchOffAt: settingsUrl(publicUrl, 'notifications'),
  })
}

/** `what`: who sent it and when, or whose data room it is; never a name of a file or room. */
export type SharedLink = { what: string; url: string }

/** The links of what is shared with an address. */
export function linksEmail(to: string, links: readonly SharedLink[]): Email {
  return composeEmail({
    to,
    subject: `Your links from ${productName}`,
    heading: 'Files and data rooms shared with you',
    paragraphs: [
      `Here are the links to what is shared with ${to}. Open one and confirm this address with a code.`,
    ],
    actions: links.map(({ what, url }) => ({ label: what, url })),
    footer:
      'You’re receiving this because someone entered this address on the sign-in page. If it wasn’t you, ignore this email: no one can open anything without a code sent to you.',
  })
}

/**
 * Tells the sender that someone accepted the terms of a share; `who` is null on a link that opens for anyone.
 */
export function acceptedEmail(
  { to, timeZone, publicUrl }: { to: string; timeZone: string; publicUrl: URL },
  { who, shareGuid, at }: { who: string | null; shareGuid: string; at: number },
): Email {
  const page = new URL(`/s/${shareGuid}/terms`, publicUrl).href
  return composeEmail({
    to,
    subject: 'The terms of your file were accepted',
    heading: 'Your terms were accepted',
    paragraphs: [
      `${who ?? 'Someone with the link'} accepted the terms of a file you share, on ${zonedTime(at, timeZone)}.`,
      'The record, with the terms, the IP address and the browser, is on the file’s page.',
    ],
    action: { label: 'View acceptances', url: page },
    footer: 'You’re receiving this because you asked for it when you shared the file.',
    switchOffAt: `${page}#letters`,
  })
}

/** Tells an owner that someone is guessing at codes; names neither file nor room. */
export function codesGuessedEmail(to: string, { what, url }: { what: string; url: string }): Email {
  return composeEmail({
    to,
    subject: `Wrong codes were entered for your ${what}`,
    heading: 'Many wrong codes',
    paragraphs: [
      `Someone entered many wrong codes for a ${what} you share. None of them opened it. New codes are now limited to two attempts each; anyone who receives the code by email gets in as before.`,
      'You don’t need to do anything. If you don’t recognise an address in the activity, check who has access.',
    ],
    action: { label: 'See what happened', url },
    footer: `You get this email at most once a day per ${what}.`,
  })
}

/** Tells the sender about a recipient who could open nothing: view-only access to a download-only file. */
export function nothingToReadEmail(
  { to, timeZone, publicUrl }: { to: string; timeZone: string; publicUrl: URL },
  { shareGuid, recipientGuid, who, sentAt }: NothingToRead,
): Email {
  return composeEmail({
    to,
    subject: 'A recipient can’t open your file',
    heading: `${who} can’t open your file`,
    paragraphs: [
      `The file you shared on ${zonedTime(sentAt, timeZone)} can only be downloaded, but you only let ${who} read it.`,
      'Let them download it, or replace it with a PDF and keep the link.',
    ],
    action: {
      label: 'View options',
      url: new URL(`/s/${shareGuid}/people/${recipientGuid}`, publicUrl).href,
    },
    footer: 'You get this email at most once a week per recipient.',
  })
}

type NothingToRead = { shareGuid: string; recipientGuid: string; who: string; sentAt: number }
