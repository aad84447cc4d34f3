import { composeEmail, type Email } from '#server/mail/layout.ts'

type Guessing = { shareGuid: string; ip: string; publicUrl: URL }

/** Notifies a sender that someone is guessing at a passkey. It names neither the file nor the passkey. */
export function passkeyLockedEmail(to: string, { shareGuid, ip, publicUrl }: Guessing): Email {
  return composeEmail({
    to,
    subject: 'Wrong passkeys were typed for a file of yours',
    heading: 'Ten wrong passkeys',
    paragraphs: [
      `Within an hour somebody at the network address ${ip} typed ten wrong passkeys for a file that you shared. None of them opened it. From there no passkey is taken until the hour is over.`,
      'If it was a reader of yours, tell the passkey again. If not, you can change the passkey or unshare the file on its page.',
    ],
    action: { label: 'See what happened', url: new URL(`/s/${shareGuid}`, publicUrl).href },
    footer: 'For each file this letter comes once an hour at most.',
  })
}

/** The same about one or more people who guess from many networks. */
export function passkeyGuessedEmail(to: string, { shareGuid, publicUrl }: Guessing): Email {
  return composeEmail({
    to,
    subject: 'Wrong passkeys were typed for a file of yours',
    heading: 'Many wrong passkeys',
    paragraphs: [
      'Many wrong passkeys were entered for a file that you shared, from several networks. None of them opened it. For a while nobody new can try; whoever opened the file before still can.',
      'If you do not know why, change the passkey or unshare the file on its page.',
    ],
    action: { label: 'See what happened', url: new URL(`/s/${shareGuid}`, publicUrl).href },
    footer: 'For each file this letter comes once an hour at most.',
  })
}
