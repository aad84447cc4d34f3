import { notNotifiedText } from '#server/rules/sharing/telling.ts'
import { isOpenTo } from '#server/shares/people/ends.ts'
import { readableAs } from '#server/shares/sending/readable.ts'
import type { RecipientRow, ShareRow } from '#server/shares/rows.ts'

/** Which recipients have not been notified of a file, and when they will be; null if no one waits. */
export function untoldNote(share: ShareRow): string | null {
  const untold = Number(share.untold_count)
  if (untold === 0 || isOnItsWay(share)) return null
  return `${notNotifiedText({ untold, people: Number(share.recipient_count) })}. ${reasonOf(share, untold)}`
}

/** The same in a few words, for a list; '' if no one waits. */
export function untoldLabel(share: ShareRow): string {
  const untold = Number(share.untold_count)
  if (untold === 0 || isOnItsWay(share)) return ''
  const people = Number(share.recipient_count)
  return untold === people ? 'not notified yet' : `${untold} of ${people} not notified yet`
}

/** Why one person has not been notified; null if they have, or their email is on its way. */
export function untoldPerson(person: RecipientRow, share: ShareRow, now: number): string | null {
  if (person.held_at === null) return null
  if (person.revoked_at !== null) return ''
  const isViewOnly = person.is_view_only === 1
  if (readableAs(share, { isViewOnly }) === 'nothing' && readableAs(share) === 'download') return viewOnly(1)
  if (!isOpenTo({ share, person }, now)) return 'Gets an email if you share the file again.'
  const readable = readableAs(share, { isViewOnly })
  if (readable === 'later') return 'Gets an email when the pages are ready.'
  return readable === 'nothing' ? 'Gets an email once they can view or download the file.' : null
}

/** When people who are emailed now get the email, as the end of a sentence; '' if immediately. */
export function onceReadable(share: ShareRow): string {
  const readable = readableAs(share)
  if (readable === 'later') return ', as soon as its pages are ready'
  return readable === 'nothing' ? ', once they can view or download the file' : ''
}

/** Emails that can be written are written within a moment. */
function isOnItsWay(share: ShareRow): boolean {
  return share.status === 'Active' && readableAs(share) === 'shown'
}

function reasonOf(share: ShareRow, untold: number): string {
  const they = untold === 1 ? 'They get an email' : 'They get their emails'
  if (share.status === 'Killed') return `${they} if you share the file again.`
  const readable = readableAs(share)
  if (readable === 'later') return `${they} when the pages are ready.`
  return readable === 'download' ? viewOnly(untold) : `${they} once they can view or download the file.`
}

function viewOnly(people: number): string {
  const they = people === 1 ? 'This person has view-only access' : 'These people have view-only access'
  return `${they}, and the file can only be downloaded. Allow downloads, or replace the file with a PDF.`
}
