import type { EmailTo } from '#server/accounts/emails.ts'
import { composeEmail, type Email } from '#server/mail/layout.ts'
import { utcMinute } from '#server/rules/text/format.ts'

type Offer = EmailTo & { room: string; guid: string; from: string }

/** Asks the person at an address whether they accept ownership of a room. */
export function offerEmail({ to, publicUrl, room, guid, from, until }: Offer & { until: number }): Email {
  return composeEmail({
    to,
    subject: `${from} wants to give you a data room`,
    heading: `${from} wants to give you the data room ${room}`,
    paragraphs: [
      `You would own it with all its files and people: what it takes counts as your storage, and you decide who gets in. Nothing changes until you accept.`,
      `Open the link and sign in with the account of this address. The offer ends on ${utcMinute(until)}.`,
      'If you do not expect this, do nothing.',
    ],
    action: { label: 'Look at the offer', url: new URL(`/rooms/${guid}/offer`, publicUrl).href },
  })
}

type Given = EmailTo & { room: string; newOwner: string; role: string }

export function givenEmail({ to, room, newOwner, role }: Given): Email {
  return composeEmail({
    to,
    subject: `${newOwner} owns your data room now`,
    heading: `${newOwner} owns the data room ${room} now`,
    paragraphs: [
      `${newOwner} accepted the data room that you offered. Its files count as ${newOwner}’s storage and not as yours any more.`,
      `You are in it as ${role} from now on.`,
    ],
  })
}

export function takenEmail({ to, publicUrl, room, guid, from }: Offer): Email {
  return composeEmail({
    to,
    subject: 'A data room is yours now',
    heading: `The data room ${room} is yours`,
    paragraphs: [
      `You took it over from ${from}. You decide who gets in and what each person may do, and its files count as your storage.`,
    ],
    action: { label: 'Open the data room', url: new URL(`/dr/${guid}`, publicUrl).href },
  })
}
