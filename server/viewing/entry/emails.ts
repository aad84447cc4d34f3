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
    subject: `Your code for ${productName}`,
    heading: 'Your code',
    paragraphs: [
      'Type this code on the page where you asked for it. It works once, for 15 minutes, and only in that browser.',
      `Asked for with: ${deviceName(userAgent)}`,
    ],
    code,
    footer: 'If you did not ask for a code, do nothing. Nobody can open the file without it.',
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
  const opened = `opened the file that you sent on ${zonedTime(sentAt, timeZone)} for the first time, on ${zonedTime(at, timeZone)}, ${from}.`
  return composeEmail({
    to,
    subject: 'A file of yours was opened for the first time',
    heading: 'Your file was opened',
    paragraphs: [
      who !== null
        ? `${who} ${opened}`
        : saysToBe !== null
          ? `Somebody who has the passkey and says to be ${saysToBe} ${opened} Nobody verified that address.`
          : `Somebody who has the link ${opened} Anyone who has the link can open it, so nobody knows who it was.`,
      'Everything that is read from now on stands on the page of the file. There you can also take the file back.',
    ],
    action: { label: 'See what was read', url: new URL(`/s/${shareGuid}`, publicUrl).href },
    footer:
      'You get this letter because your notifications say so: one for each recipient, one for a public link.',
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
    heading: 'What is shared with you',
    paragraphs: [
      `Somebody asked for the links to what is shared with ${to}. Open one and confirm this address with a code.`,
    ],
    actions: links.map(({ what, url }) => ({ label: what, url })),
    footer:
      'If you did not ask for them, do nothing. Nobody can open anything of it without a code sent to you.',
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
    subject: 'The terms of a file of yours were accepted',
    heading: 'Your terms were accepted',
    paragraphs: [
      `${who ?? 'A visitor of the link'} accepted the terms of a file that you share, on ${zonedTime(at, timeZone)}.`,
      'The record with the text, the network address and the browser stands on the page of the file.',
    ],
    action: { label: 'See who accepted what', url: page },
    footer: 'You get this letter because you asked for it when you shared the file.',
    switchOffAt: `${page}#letters`,
  })
}

/** Tells an owner that someone is guessing at codes; names neither file nor room. */
export function codesGuessedEmail(to: string, { what, url }: { what: string; url: string }): Email {
  return composeEmail({
    to,
    subject: `Wrong codes were entered for a ${what} of yours`,
    heading: 'Many wrong codes',
    paragraphs: [
      `Someone entered many wrong codes for a ${what} that you share. None of them opened it. New codes are now limited, and each takes two attempts; whoever reads the email with the code gets in as before.`,
      'Nothing has to be done. Check the list of people if you do not recognise an address in the activity.',
    ],
    action: { label: 'See what happened', url },
    footer: `For each ${what} you get this email at most once a day.`,
  })
}

/** Tells the sender of a recipient who came and got nothing: they can only read what can only be downloaded. */
export function nothingToReadEmail(
  { to, timeZone, publicUrl }: { to: string; timeZone: string; publicUrl: URL },
  { shareGuid, recipientGuid, who, sentAt }: NothingToRead,
): Email {
  return composeEmail({
    to,
    subject: 'A recipient cannot open a file of yours',
    heading: `${who} cannot open your file`,
    paragraphs: [
      `The file that you sent on ${zonedTime(sentAt, timeZone)} can only be downloaded, and you let ${who} only read it. So they get nothing of it.`,
      'Let them download it, or put a PDF in its place under the same link.',
    ],
    action: {
      label: 'See what can be done',
      url: new URL(`/s/${shareGuid}/people/${recipientGuid}`, publicUrl).href,
    },
    footer: 'You get this email at most once a week for each recipient.',
  })
}

type NothingToRead = { shareGuid: string; recipientGuid: string; who: string; sentAt: number }
