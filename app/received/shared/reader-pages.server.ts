import { hasFlag } from '#server/rules/problems.ts'
import { expiryText } from '#server/rules/sharing/expiry.ts'
import type { ReaderFile } from '#server/viewing/records/reader-files.ts'
import { href, routes } from '#app/routes.ts'

/** A file that is shared with a reader, ready to display. */
export function listedFile({ shareGuid, name, sender, refusal, may, policyFacts }: ReaderFile, now: number) {
  const rights = [
    may.see ? 'view' : '',
    may.download ? 'download' : '',
    may.print ? 'print' : '',
    may.comment ? 'comment' : '',
  ].filter(Boolean)
  return {
    key: shareGuid,
    name: name ?? 'A file',
    sender: `${sender.name} (${sender.email})`,
    until: expiryText(policyFacts, now),
    may: rights.length > 0 ? `You can: ${rights.join(', ')}.` : firstThing(refusal),
    to: href(routes.reading.entry, { ShareGuid: shareGuid }),
    mayDownload: may.download,
    receipt: href(routes.received.receipt, { ShareGuid: shareGuid }),
  }
}

/** The step before the file, or why it is not shown, unless the time that is left says so. */
function firstThing(refusal: ReaderFile['refusal']): string {
  if (refusal && hasFlag(refusal, 'closes')) return ''
  switch (refusal) {
    case 'termsNeeded':
      return 'Accept the terms first.'
    case 'passkeyNeeded':
      return 'Enter the passkey first.'
    case 'nameNeeded':
      return 'Enter your name first.'
    case 'processing':
      return 'Being prepared.'
    case 'renderError':
      return 'Can’t be displayed.'
    default:
      return 'Closed.'
  }
}
