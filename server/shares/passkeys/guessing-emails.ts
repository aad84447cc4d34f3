import { composeEmail, type Email } from '#server/mail/layout.ts'

type Guessing = { shareGuid: string; ip: string; publicUrl: URL }

/** Notifies a sender that someone is guessing at a passkey. It names neither the file nor the passkey. */
export function passkeyLockedEmail(to: string, { shareGuid, ip, publicUrl }: Guessing): Email {
  return composeEmail({
    to,
    subject: 'Wrong passkeys were entered for your file',
    heading: '10 wrong passkeys were entered for your file',
    paragraphs: [
      `Someone at the IP address ${ip} entered ten wrong passkeys within an hour for a file you shared. None of them opened it. Further attempts from there are blocked for the rest of the hour.`,
      'If it was your recipient, tell them the passkey again. If not, change the passkey or unshare the file.',
    ],
    action: { label: 'See what happened', url: new URL(`/s/${shareGuid}`, publicUrl).href },
    footer: 'You get this email at most once an hour per file.',
  })
}

/** The same about one or more people who guess from many networks. */
export function passkeyGuessedEmail(to: string, { shareGuid, publicUrl }: Guessing): Email {
  return composeEmail({
    to,
    subject: 'Wrong passkeys were entered for your file',
    heading: 'Many wrong passkeys were entered for your file',
    paragraphs: [
      'Many wrong passkeys were entered from several networks for a file you shared. None of them opened it. For a while, only a few attempts from each network are checked; anyone who opened the file before still can.',
      'If you don’t know why, change the passkey to four or more unrelated words, or unshare the file.',
    ],
    action: { label: 'See what happened', url: new URL(`/s/${shareGuid}`, publicUrl).href },
    footer: 'You get this email at most once an hour per file.',
  })
}
