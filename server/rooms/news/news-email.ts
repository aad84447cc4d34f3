import { composeEmail, type Email } from '#server/mail/layout.ts'
import { counted } from '#server/rules/text/format.ts'

type NewsContent = {
  room: string
  owner: string
  /** Only what this member can see; null for one who has to accept terms before any name is shown. */
  names: readonly string[] | null
  count: number
  url: string
  switchOffAt: string
}

/** No one reads more than this in an email. */
const maxNamed = 50

/**
 * Tells a member about new files in a room. No subject contains its name: email may be read by more than one person.
 */
export function newsEmail(to: string, { room, owner, names, count, url, switchOffAt }: NewsContent): Email {
  const what = counted(count, 'new file')
  const named = names?.slice(0, maxNamed) ?? []
  const more = names && names.length > maxNamed ? [`and ${names.length - maxNamed} more`] : []
  return composeEmail({
    to,
    subject: `${what} in a data room`,
    heading: `${what} in ${room}`,
    paragraphs: [
      `${owner} owns this data room. You can open ${count === 1 ? 'the file' : 'the files'} there.`,
      ...(named.length > 0 ? [[...named, ...more].join('\n')] : []),
    ],
    action: { label: 'Open data room', url },
    footer: 'You’re receiving this because you’re a member of this data room.',
    switchOffAt,
  })
}
