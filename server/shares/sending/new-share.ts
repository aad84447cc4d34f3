import type { User } from '#server/accounts/accounts.ts'
import { contradictionsIn } from '#server/rules/sharing/contradictions.ts'
import { carriedBy, contradictionWith, type SentFile } from '#server/rules/sharing/file-contradictions.ts'
import { isShown, type FileKind } from '#server/rules/files/files.ts'
import { maxMessageLength, type Protections } from '#server/rules/sharing/options.ts'
import { Findings } from '#server/rules/findings.ts'
import { passkeyFileProblem } from '#server/rules/sharing/passkeys.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { termsText } from '#server/rules/sharing/terms.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import { noWishes, type Wishes } from '#server/shares/protections.ts'
import { readRecipients, type NewRecipient } from '#server/shares/people/recipients.ts'

/** What is the same for all files that are shared at once. */
export type NewShares = {
  protections: Protections
  wishes?: Wishes
  /** As entered or pasted: addresses with or without names. */
  recipients: string
  message: string
  /** Of shares that open with one, as it was entered. */
  passkey?: string
  /** The passwords that the files themselves may require. */
  documentPassword?: string
}

export type NewShare = NewShares & {
  fileGuid: string
  /** The sample of the tour; its owner reads it as its recipient. */
  isTour?: boolean
  /** Options in calls that mean nothing to us; they are stored and ignored. */
  otherOptions?: readonly string[]
}

/** The validated request: nothing in it will be refused, except the file. */
export type ReadyShares = {
  protections: Protections
  wishes: Wishes
  recipients: NewRecipient[]
  message: string
  passkey: string | null
  documentPassword: string
}

/**
 * Validates everything that is sent with a file. Throws recipientsMissing, recipientsOverPlan or
 * recipientsOverSubmission, textRefused, and badForm on the fields where options contradict each other: all at once.
 */
export function validate(
  sender: User,
  wanted: NewShares,
  { words, plans }: { words: { blockedWords?: WordFilter }; plans: Plans },
): ReadyShares {
  const { protections, wishes = noWishes, documentPassword = '' } = wanted
  const passkey = protections.visibility === 'passkey' ? (wanted.passkey ?? '') : null
  const findings = new Findings()
  if (passkey === '')
    findings.add(new Problem('passkeyRefused', { field: 'passkey', text: 'Choose a passkey.' }))
  findings.check(() => requireNoContradiction(protections), null)
  const recipients = findings.check(
    () => readRecipients(wanted.recipients, plans.of(sender.tierCode).maxRecipients, protections.visibility),
    [],
  )
  const rule = { field: 'message', maxLength: maxMessageLength, ...words }
  const message = findings.check(() => plainText(wanted.message, rule), '')
  if (protections.terms === 'team' && sender.teamGuid === null)
    findings.add(refusedOn('terms', noTeamMessage))
  const isOwnText = protections.terms === 'custom'
  const ownText = isOwnText ? findings.check(() => termsText(wishes.termsText, 'termsText'), '') : ''
  findings.throwAny()
  const ownWishes = { ...wishes, termsText: ownText }
  return { protections, wishes: ownWishes, recipients, message, passkey, documentPassword }
}

const noTeamMessage = 'You don’t belong to an organisation here. Write your own terms, or turn terms off.'

/** Throws badForm on the fields where options contradict each other. */
export function requireNoContradiction(protections: Protections): void {
  const findings = new Findings()
  for (const { field, text } of contradictionsIn(protections)) findings.add(refusedOn(field, text))
  findings.throwAny()
}

/** Whether this installation can show files of a kind at all. */
export type CanShow = (kind: FileKind) => boolean

type StoredFile = { name: string; kind: FileKind; render_error: string | null }

/** Throws badForm on the field where these files cannot be protected this way. */
export function requireFit(files: readonly StoredFile[], protections: Protections, canShow: CanShow): void {
  requireNone(
    files.map((file) => sentFile(file, canShow)),
    () => protections,
  )
}

/** Like `requireFit`, for files that are shared: each with as many of the protections as it can have. */
export function requireSendable(files: readonly StoredFile[], protections: Protections, canShow: CanShow) {
  requireNone(
    files.map((file) => sentFile(file, canShow)),
    (file) => carriedBy(file, protections),
  )
}

/** Throws passkeyFileRefused if a file cannot be protected with a passkey. */
export function requirePasskeyFile({ media_type, size }: { media_type: string; size: number }): void {
  const text = passkeyFileProblem({ mediaType: media_type, size })
  if (text) throw new Problem('passkeyFileRefused', { field: 'visibility', text })
}

/** The protections that a shared file can have. Throws what `requireSendable` throws. */
export function fitted(file: StoredFile, protections: Protections, canShow: CanShow): Protections {
  requireSendable([file], protections, canShow)
  return carriedBy(sentFile(file, canShow), protections)
}

function requireNone(files: readonly SentFile[], protectionsOf: (file: SentFile) => Protections): void {
  const contradiction = contradictionWith(files, protectionsOf)
  if (contradiction) throw refusedOn(contradiction.field, contradiction.text)
}

export function sentFile(file: StoredFile, canShow: CanShow): SentFile {
  const { name, kind } = file
  return { name, kind, isShown: isShownHere(file, canShow) }
}

export function isShownHere({ kind, render_error }: Omit<StoredFile, 'name'>, canShow: CanShow): boolean {
  return canShow(kind) && isShown(kind, render_error)
}

export function refusedOn(field: string, text: string): Problem {
  return new Problem('badForm', { field, text })
}
