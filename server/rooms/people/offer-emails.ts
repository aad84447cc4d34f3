import type { EmailTo } from '#server/accounts/emails.ts'
import { composeEmail, type Email } from '#server/mail/layout.ts'
import { utcMinute } from '#server/rules/text/format.ts'

type Offer = EmailTo & { room: string; guid: string; from: string }

/** Asks the person at an address whether they accept ownership of a room. */
export function offerEmail({ to, publicUrl, room, guid, from, until }: Offer & { until: number }): Email {
  return composeEmail({
    to,
    subject: `${from} offers you a data room`,
    heading: `${from} offers you the data room ${room}`,
    paragraphs: [
      `You’d own it with all its files and members: its files count towards your storage, and you decide who has access. Nothing changes until you accept.`,
      `Open the link and sign in with the account for this address. The offer ends on ${utcMinute(until)}.`,
      'If you weren’t expecting this, ignore this email.',
    ],
    action: { label: 'View offer', url: new URL(`/rooms/${guid}/offer`, publicUrl).href },
  })
}

type Given = EmailTo & { room: string; newOwner: string; role: string }

export function givenEmail({ to, room, newOwner, role }: Given): Email {
  return composeEmail({
    to,
    subject: `${newOwner} now owns your data room`,
    heading: `${newOwner} now owns the data room ${room}`,
    paragraphs: [
      `${newOwner} accepted your offer. Its files no longer count towards your storage.`,
      `Your role is now ${role}.`,
    ],
  })
}

export function takenEmail({ to, publicUrl, room, guid, from }: Offer): Email {
  return composeEmail({
    to,
    subject: 'You now own a data room',
    heading: `You now own the data room ${room}`,
    paragraphs: [
      `${from} transferred it to you. You decide who has access and what they can do, and its files count towards your storage.`,
    ],
    action: { label: 'Open data room', url: new URL(`/dr/${guid}`, publicUrl).href },
  })
}
