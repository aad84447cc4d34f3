import type { EmailTo } from '#server/accounts/emails.ts'
import { composeEmail, type Email } from '#server/mail/layout.ts'
import { productName } from '#server/rules/product/product.ts'
import { counted, utcMinute } from '#server/rules/text/format.ts'

type Person = { name: string; email: string }
type Invitation = EmailTo & {
  team: string
  inviter: Person
  role: string
  message: string
  /** Of the place, and the secret that only this email has. */
  guid: string
  secret: string
  until: number
}

/** The address that an invitation leads to; opening it changes nothing. */
export function invitationUrl(publicUrl: URL, guid: string, secret: string): string {
  return new URL(`/team/accept/${guid}?t=${secret}`, publicUrl).href
}

/** Invites someone to a team. */
export function teamInvitationEmail({ to, publicUrl, team, inviter, ...more }: Invitation): Email {
  const who = inviter.name || inviter.email
  return composeEmail({
    to,
    subject: `${who} invited you to the team ${team}`,
    heading: `${who} invited you to the team ${team}`,
    sender: inviter,
    message: more.message,
    paragraphs: [
      `You’d be ${more.role} of the team ${team} on ${productName} at ${publicUrl.host}.`,
      `The link works until ${utcMinute(more.until)}, once, for this address (${to}). You can accept or reject it there; opening it changes nothing.`,
    ],
    action: { label: 'View invitation', url: invitationUrl(publicUrl, more.guid, more.secret) },
    footer: 'If you don’t recognise who invited you, ignore this email.',
  })
}

/** Tells a team's administrators that someone wants to join. */
export function joinAskedEmail({
  to,
  publicUrl,
  team,
  person,
}: EmailTo & { team: string; person: Person }): Email {
  const who = person.name || person.email
  return composeEmail({
    to,
    subject: `${who} wants to join ${team}`,
    heading: `${who} wants to join the team ${team}`,
    paragraphs: [
      `${who} (${person.email}) asks to join the team. You or another administrator can approve or reject this in the list of people.`,
    ],
    action: {
      label: 'View request',
      url: new URL('/team/admin?tabActive=people&state=asked', publicUrl).href,
    },
    footer: `You’re receiving this because you’re an administrator of the team ${team}.`,
  })
}

type Decided = EmailTo & { team: string; isAdmitted: boolean }

/** Tells someone who asked to join what was decided. */
export function joinDecidedEmail({ to, publicUrl, team, isAdmitted }: Decided): Email {
  if (!isAdmitted) {
    return composeEmail({
      to,
      subject: `Your request to join ${team} was rejected`,
      heading: `Your request to join the team ${team} was rejected`,
      paragraphs: [
        'Nothing else was changed. If you think this is a mistake, contact the team’s administrators.',
      ],
    })
  }
  return composeEmail({
    to,
    subject: `You’re now in the team ${team}`,
    heading: `You’re now in the team ${team}`,
    paragraphs: [
      'An administrator approved your request. The team’s sign-in rules apply to your account from now on.',
    ],
    action: { label: 'Sign in', url: new URL('/access/login', publicUrl).href },
  })
}

/** Tells someone who was removed; `heir` is who gets what they shared and own, if anyone does. */
export function teamRemovedEmail({
  to,
  publicUrl,
  team,
  heir,
}: EmailTo & { team: string; heir: string | null }): Email {
  return composeEmail({
    to,
    subject: `You’re no longer in the team ${team}`,
    heading: `You’re no longer in the team ${team}`,
    paragraphs: [
      `An administrator removed your account at ${publicUrl.host} from the team. Your account stays. If your sign-in no longer works, contact the team’s administrators.`,
      ...(heir === null
        ? []
        : [`The files you shared and the data rooms you owned were transferred to ${heir}.`]),
    ],
  })
}

type Work = EmailTo & { team: string; person: string; shares: number; rooms: number }

/** Tells who got what someone shared and owned who left the team. */
export function workHandedOverEmail({ to, publicUrl, team, person, shares, rooms }: Work): Email {
  return composeEmail({
    to,
    subject: `You now own what ${person} shared`,
    heading: `You now own what ${person} shared`,
    paragraphs: [
      `An administrator of the team ${team} removed ${person} and transferred to you: ${counted(shares, 'shared file')} and ${counted(rooms, 'data room')}. Links keep working, and recipients weren’t notified. The files count towards your storage.`,
      'Check who has access, and unshare what isn’t needed any more.',
    ],
    action: { label: 'Open sent files', url: new URL('/s', publicUrl).href },
  })
}

/** Tells the members of a team that it was closed. */
export function teamClosedEmail({ to, publicUrl, team }: EmailTo & { team: string }): Email {
  return composeEmail({
    to,
    subject: `The team ${team} was closed`,
    heading: `The team ${team} was closed`,
    paragraphs: [
      `Its owner closed the team at ${publicUrl.host}. Your account stays, with everything you shared and own. The team’s sign-in rules no longer apply, and its single sign-on no longer works; without a password you can choose one on the sign-in page.`,
    ],
    action: { label: 'Sign in', url: new URL('/access/login', publicUrl).href },
  })
}

/** Tells a member without a second factor that the team requires it, or will. */
export function teamSecondFactorEmail({
  to,
  publicUrl,
  team,
  from,
}: EmailTo & { team: string; from: number | null }): Email {
  const when = from === null ? 'now' : `from ${utcMinute(from)}`
  return composeEmail({
    to,
    subject: `${team} requires two-step verification ${when}`,
    heading: `The team ${team} requires two-step verification ${when}`,
    paragraphs: [
      `Your account at ${publicUrl.host} doesn’t have it yet. You need an authenticator app on your phone or computer; setting it up takes a few minutes.`,
      from === null
        ? 'Until it’s set up, only your settings open.'
        : 'Until then, nothing changes. After that, only your settings open until it’s set up.',
    ],
    action: {
      label: 'Set up two-step verification',
      url: new URL('/setting?tabActive=twofactor', publicUrl).href,
    },
    footer: `You’re receiving this because you’re a member of the team ${team}.`,
  })
}
