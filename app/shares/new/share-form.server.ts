import type { User } from '#server/accounts/accounts.ts'
import type { NamedAddress } from '#server/rules/accounts/email.ts'
import { day, localDate, oneTimerWarning } from '#server/rules/sharing/expiry.ts'
import { carriedBy, carriedNote, type SentFile } from '#server/rules/sharing/file-contradictions.ts'
import { duration, fileSize, shownTime } from '#server/rules/text/format.ts'
import type { Protections } from '#server/rules/sharing/options.ts'
import { securityLabel, shownAs, type SecurityLabel } from '#server/rules/sharing/security.ts'
import { formValuesOf, type FormValues } from '#server/shares/sending/form-values.ts'
import type { ShareForm } from '#server/shares/sending/forms.ts'
import { sentFile, type NewShares, type ReadyShares } from '#server/shares/sending/new-share.ts'
import { noteType } from '#server/shares/sending/note.ts'
import { initialsOf } from '#server/rules/text/initials.ts'
import type { KeptFile } from './file-line.tsx'
import type { Suggestion } from './people-line.tsx'
import { recipientPreview, type RecipientPreview } from './recipient-preview.server.ts'
import { previewButton } from './recipient-preview.tsx'
import { copiedForm } from './kept-for-cloud.server.ts'
import { noteIn } from './shareable.server.ts'
import { pillsShown, type PresetPill } from './preset-fields.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'
import { offeredClouds } from '#app/view-models/clouds/offered-clouds.server.ts'
import { leftForShare } from '#app/view-models/left-uploads.server.ts'
import { shownKinds } from '#app/view-models/shown-kinds.server.ts'

/** What a share would be, ready to display. */
export type CheckedShare = SecurityLabel & {
  files: string[]
  people: string[]
  preview: RecipientPreview
  /** Whether it was the preview that was asked for. */
  isPreviewed: boolean
  /** Secrets that were entered, and have to be entered again, since no page sends them back. */
  toTypeAgain: string[]
}
/** What a form shows beside its fields if it came back without an error. */
export type ShownBeside = {
  checked?: CheckedShare
  savedPreset?: string
  /** The choices that replace those that were sent, of the preset of this name; null for the strictest. */
  preset?: { name: string | null; choices: FormValues }
}

/** Everything that the share form needs, ready to display. */
export async function shareFormPage(context: RequestContext, user: User) {
  const { services, now, url } = context
  const plan = services.config.plans.of(user.tierCode)
  const copied = await copiedForm(context, user)
  const kept = await keptFiles(context, user, copied?.fileGuids ?? [])
  return {
    ...(await offeredClouds(context, user, null)),
    largest: fileSize(plan.maxUploadBytes),
    recipientLimit: plan.maxRecipients,
    timeZone: user.timeZone,
    tomorrow: localDate(now + day, user.timeZone),
    isNote: url.searchParams.get('write') === 'note',
    hasTeamTerms: (await services.teams.terms.latest(user)) !== null,
    kept,
    left: await leftForShare(context, user, kept),
    kinds: shownKinds(context),
    // A form that came back has what was entered.
    filled: context.posted ? null : (copied?.values ?? (await filledValues(context, user))),
    presets: presetPills(await services.shares.presets.list(user), url),
    suggestions: (await services.shares.sent.recentPeople(user)).map(suggestionOf),
  }
}

/** The files of the form that was just sent, or that the address names: they have arrived and are kept. */
async function keptFiles(
  { services, posted, url }: RequestContext,
  user: User,
  copied: readonly string[],
): Promise<KeptFile[]> {
  const sent = (posted?.fields ?? []).filter(([name]) => name === 'file').map(([, value]) => value)
  const guids = posted ? sent : [...url.searchParams.getAll('uploaded'), ...copied]
  const waiting = await services.files.uploads.waiting(user, guids.slice(0, 100))
  return waiting.map((file) => ({
    guid: file.guid,
    name: file.name,
    note: carriedNote(sentFile(file, (kind) => services.files.rendering.canShow(kind))),
  }))
}

/** What the form starts with: a preset, or what was sent with other files; nothing for the strictest choices. */
async function filledValues({ services, url }: RequestContext, user: User): Promise<FormValues | null> {
  const [preset, again] = [url.searchParams.get('preset'), url.searchParams.get('again')]
  if (again !== null) {
    const { protections, wishes, recipients, message } = await services.shares.sending.again(user, again)
    return { ...formValuesOf(protections, wishes, user.timeZone), recipients, message }
  }
  return preset === 'none' ? null : services.shares.presets.choices(user, preset)
}

/** The one that the form starts with comes first, so that it is always among those shown. */
function presetPills(
  presets: { guid: string; name: string; isStandard: boolean }[],
  { searchParams }: URL,
): PresetPill[] {
  const preset = searchParams.get('preset')
  return presets
    .map(({ guid, name, isStandard }) => ({ name, isChosen: preset === null ? isStandard : guid === preset }))
    .toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen))
    .slice(0, pillsShown)
}

function suggestionOf({ name, email }: NamedAddress): Suggestion {
  const plain = name.replace(/["<>\s]+/g, ' ').trim()
  return {
    name: name || email,
    initials: initialsOf(plain || email),
    email,
    value: plain ? `"${plain}" <${email}>` : email,
  }
}

/** The choices of the preset that was pressed, or null if none was. Throws notFound. */
export async function pressedPreset(
  { services }: RequestContext,
  user: User,
  { preset, noPreset }: ShareForm,
): Promise<ShownBeside['preset'] | null> {
  if (noPreset !== undefined) return { name: null, choices: { destructAmount: '10' } }
  if (preset === undefined) return null
  return { name: preset, choices: (await services.shares.presets.choicesOf(user, preset)) ?? {} }
}

/** What would be shared with whom, of a form in which nothing is refused. */
export async function checkedShare(
  context: RequestContext,
  user: User,
  form: ShareForm,
  wanted: NewShares,
): Promise<CheckedShare> {
  const { services } = context
  const ready = services.shares.sending.validate(user, wanted)
  const isNote = form.source === 'note'
  const waiting = isNote ? [] : await services.files.uploads.waiting(user, form.file)
  const sent = isNote
    ? [noteAsSent(services.shares.sending.noteName(noteIn(form), wanted))]
    : waiting.map((file) => sentFile(file, (kind) => services.files.rendering.canShow(kind)))
  const ways = sent.map(({ kind, isShown }) => shownAs(kind, isShown))
  // With several files each gets the protections it can have; the label says how each is shared.
  const shared = sent.length === 1 ? carriedBy(sent[0]!, ready.protections) : ready.protections
  const { level, note, reasons } = securityLabel(shared, ways)
  const files = sent.map((file, at) => ({
    ...file,
    guid: waiting[at]?.guid,
    mediaType: waiting[at]?.media_type ?? noteType,
    size: waiting[at]?.size ?? Buffer.byteLength(form.noteText ?? ''),
  }))
  return {
    level,
    note,
    reasons: [...reasons, ...endOf(ready.protections, user.timeZone)],
    files: sent.map((file) => [file.name, carriedNote(file)].filter(Boolean).join(': ')),
    people: peopleOf(ready),
    preview: await recipientPreview(context, user, ready, files),
    isPreviewed: form.check === previewButton,
    toTypeAgain: [
      ...(form.documentPassword ? ['the file password'] : []),
      ...(wanted.passkey === undefined ? [] : ['the passkey']),
    ],
  }
}

function noteAsSent(name: string): SentFile {
  return { name, kind: 'text', isShown: true }
}

function peopleOf({ recipients }: ReadyShares): string[] {
  return recipients.map(({ name, email }) => (name ? `${name} (${email})` : email))
}

function endOf({ visibility, destructSeconds, expiresAt }: Protections, timeZone: string): string[] {
  if (expiresAt !== null) return [`It can be opened until ${shownTime(expiresAt, timeZone).text}.`]
  if (destructSeconds <= 0) return ['No end date.']
  const after = `It self-destructs ${duration(destructSeconds * 1000)} after opening.`
  return visibility === 'people' ? [`${after} Each person has their own timer.`] : [after, oneTimerWarning]
}
