import { Readable } from 'node:stream'
import type { User } from '#server/accounts/accounts.ts'
import type { Onboarding } from '#server/accounts/registering/onboarding.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import type { Email, Mailer } from '#server/mail/mailer.ts'
import type { Rendering } from '#server/rendering/rendering.ts'
import { day } from '#server/rules/sharing/expiry.ts'
import { hasPages } from '#server/rules/files/files.ts'
import { maxFilesPerForm, type Protections } from '#server/rules/sharing/options.ts'
import { Findings } from '#server/rules/findings.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import type { WordFilter } from '#server/rules/text/text.ts'
import type { Events } from '#server/events/events.ts'
import type { Uploads } from '#server/uploads/uploads.ts'
import { asSentBefore } from './as-sent-before.ts'
import { tellOfFailure } from '#server/shares/versions/failed-file.ts'
import { previewedEmail } from './invitation-emails.ts'
import type { Invitations } from './invitations.ts'
import {
  validate,
  fitted,
  requirePasskeyFile,
  requireSendable,
  type CanShow,
  type NewShare,
  type NewShares,
  type ReadyShares,
} from './new-share.ts'
import { noteType, readNote, type Note } from './note.ts'
import type { Passkeys } from '#server/shares/passkeys/passkeys.ts'
import * as rows from './sending-rows.ts'
import { writeShare, type Written } from './writing.ts'

type Ready = Parameters<typeof writeShare>[3]

type Deps = {
  database: Database
  uploads: Uploads
  passkeys: Passkeys
  rendering: Pick<Rendering, 'takePassword'>
  events: Events
  onboarding: Onboarding
  jobs: Jobs
  mailer: Mailer
  invitations: Invitations
  publicUrl: URL
  /** Who our emails come from. */
  mailFrom: string
  /** Words that a message must not have; empty if the operator turned the list off. */
  plans: Plans
  words: { blockedWords?: WordFilter }
  canShow: CanShow
  clock: () => number
  log: Log
}

/** After how many milliseconds the emails of a sending are written even if its request never finished. */
const maxSending = 2 * 60_000
/** How long the record of a sending is kept, in milliseconds. */
const sendingKept = 30 * day

/** Sharing files with protections: one, or several at once. */
export class Sending {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle('sending-letters', ({ sending = '' }) => this.#close(sending))
  }

  /** What would be sent to whom. Nothing is sent. Throws what `create` throws, except about the file. */
  validate(actor: User, wanted: NewShares): ReadyShares {
    return validate(actor, wanted, this.#deps)
  }

  /** The email that `ready` would send first, and from whom; see `previewedEmail`. */
  async email(
    actor: User,
    ready: ReadyShares,
    downloads: readonly boolean[],
  ): Promise<(Email & { from: string }) | null> {
    const { database, publicUrl, mailFrom } = this.#deps
    const email = await previewedEmail(database.kysely, actor, ready, { publicUrl, downloads })
    return email && { ...email, from: mailFrom }
  }

  /**
   * Throws what sharing these uploaded files would throw because of what they are: badForm on the field to change,
   * passkeyFileRefused, tooManyFiles.
   */
  async requireSendable(
    actor: User,
    fileGuids: readonly string[],
    { protections }: NewShares,
  ): Promise<void> {
    const { uploads, canShow } = this.#deps
    const waiting = await uploads.waiting(actor, fileGuids)
    const findings = new Findings()
    if (waiting.length > maxFilesPerForm) findings.add(new Problem('tooManyFiles', { field: 'file' }))
    findings.check(() => requireSendable(waiting, protections, canShow), null)
    if (protections.visibility === 'passkey')
      for (const file of waiting) findings.check(() => requirePasskeyFile(file), null)
    findings.throwAny()
  }

  /**
   * Shares an uploaded file and has the link emailed to each recipient, as soon as the file can be read. Answers the
   * share's guid. Throws uploadGone, and what `validate` and `requireSendable` throw.
   */
  async create(actor: User, wanted: NewShare): Promise<string> {
    const { isTour = false, otherOptions = [] } = wanted
    const ready = { ...this.validate(actor, wanted), isTour, otherOptions }
    return this.#sharing(actor, wanted.fileGuid, ready, async (tx, { guid, recipients }) => {
      await this.#deps.invitations.post(tx, invitationsTo(guid, recipients))
      return guid
    })
  }

  /**
   * The file name that a note would have. Throws textRefused, fileNameRefused and badForm, each on its field, and
   * passkeyFileRefused.
   */
  noteName(note: Note, { protections }: NewShares): string {
    return this.#readNote(note, protections).fileName
  }

  #readNote(note: Note, { visibility }: Protections): { fileName: string; bytes: Buffer } {
    const { fileName, text } = readNote(note, this.#deps.words)
    const bytes = Buffer.from(text)
    if (visibility === 'passkey') requirePasskeyFile({ media_type: noteType, size: bytes.length })
    return { fileName, bytes }
  }

  /**
   * Stores a note as a text document that can be shared like any other file; returns its guid. Everything else that
   * will be sent with it is validated first, so that no note is left behind. Throws textRefused, fileNameRefused,
   * badForm.
   */
  async note(actor: User, note: Note, wanted: NewShares): Promise<string> {
    this.validate(actor, wanted)
    const { fileName, bytes } = this.#readNote(note, wanted.protections)
    return this.#deps.uploads.receive(actor, Readable.from([bytes]), { fileName, limitBytes: bytes.length })
  }

  /**
   * Shares each of several files separately and sends one email with all links to each recipient. Returns the guid of
   * the record of the outcome. A file that cannot be shared does not stop the others; `notTaken` did not even arrive.
   * Throws tooManyFiles, what `validate` and `requireSendable` throw, and, if no file at all could be shared, why
   * not.
   */
  async createAll(
    actor: User,
    wanted: NewShares & { fileGuids: readonly string[]; notTaken: readonly rows.FileNotTaken[] },
  ): Promise<string> {
    const ready = this.validate(actor, wanted)
    const fileGuids = [...new Set(wanted.fileGuids)]
    if (fileGuids.length > maxFilesPerForm) throw new Problem('tooManyFiles', { field: 'file' })
    const waiting = await this.#deps.uploads.waiting(actor, fileGuids)
    requireSendable(waiting, ready.protections, this.#deps.canShow)
    const names = new Map(waiting.map(({ guid, name }) => [guid, name]))
    const files = fileGuids.map((guid) => ({ guid, name: names.get(guid) ?? 'A file' }))
    const sending = await this.#begin(actor, files, wanted.notTaken)
    let [shared, firstProblem]: [number, Problem | null] = [0, null]
    for (const [index, { guid }] of files.entries()) {
      const problem = await this.#shareOne(actor, { sending, number: index + 1, fileGuid: guid }, ready)
      if (problem) firstProblem ??= problem
      else shared++
    }
    if (shared === 0) {
      await rows.forget(this.#deps.database, sending)
      throw firstProblem ?? new Problem('fileMissing', { field: 'file' })
    }
    await this.#close(sending)
    return sending
  }

  /** The outcome of sharing several files. Throws notFound for anyone else's. */
  async find(actor: User, sendingGuid: string): Promise<rows.FoundSending> {
    return rows.find(this.#deps.database.kysely, actor.guid, sendingGuid)
  }

  /** Whether all files of a sending were shared. Throws notFound for anyone else's. */
  async isWhole(actor: User, sendingGuid: string): Promise<boolean> {
    const { files } = await this.find(actor, sendingGuid)
    return files.every(({ shareGuid }) => shareGuid !== null)
  }

  /** What the files of a sending were sent with, for those that were not. Throws notFound. */
  async again(actor: User, sendingGuid: string): ReturnType<typeof asSentBefore> {
    const { kysely } = this.#deps.database
    const { files } = await rows.find(kysely, actor.guid, sendingGuid)
    const shared = files.filter(({ shareGuid }) => shareGuid !== null)
    // A file with pages has all protections that were selected.
    const whole = shared.find(({ share }) => share !== null && hasPages(share.file_kind)) ?? shared[0]
    return asSentBefore(kysely, actor.guid, whole?.shareGuid ?? '')
  }

  /** Removes records of sendings that no one needs any more; called every ten minutes. Returns how many. */
  sweep(): Promise<number> {
    const { database, clock } = this.#deps
    return rows.forgetOlder(database, clock() - sendingKept)
  }

  async #begin(
    actor: User,
    files: readonly { name: string }[],
    notTaken: readonly rows.FileNotTaken[],
  ): Promise<string> {
    const { database, jobs, clock } = this.#deps
    return database.transaction(async (tx) => {
      const guid = await rows.insert(tx, actor.guid, { files, notTaken, now: clock() })
      // If this process ends in between, the emails for what was shared until then are not lost.
      await jobs.add(tx, 'sending-letters', { sending: guid }, { runAt: clock() + maxSending })
      return guid
    })
  }

  /** Why this one file was not shared, or null. */
  async #shareOne(
    actor: User,
    place: rows.Place & { fileGuid: string },
    ready: ReadyShares,
  ): Promise<Problem | null> {
    const { database, log } = this.#deps
    try {
      await this.#sharing(actor, place.fileGuid, ready, async (tx, { guid, recipients }) => {
        await rows.lockOpen(tx, place.sending)
        await rows.noteShared(tx, place, guid)
        const batch = { batch: place.sending, place: place.number }
        await this.#deps.invitations.hold(tx, batch, invitationsTo(guid, recipients))
      })
      return null
    } catch (error) {
      if (!(error instanceof Problem)) log.error({ err: error }, 'One of several files was not shared')
      const problem = error instanceof Problem ? error : new Problem('unexpected', { field: 'file' })
      await rows.noteRefused(database, place, problem.text)
      return problem
    }
  }

  /** Shares one file, locked first if a passkey was set, and does what follows in the same transaction. */
  #sharing<Result>(
    actor: User,
    fileGuid: string,
    ready: Ready,
    follow: (tx: Transaction, written: Written) => Promise<Result>,
  ): Promise<Result> {
    const { database, uploads, passkeys, events, onboarding, canShow, clock } = this.#deps
    return passkeys.locking(actor, { fileGuid, passkey: ready.passkey }, (lock) =>
      database.transaction(async (tx) => {
        const file = await uploads.take(tx, actor, fileGuid)
        const protections = fitted(file, ready.protections, canShow)
        if (!ready.isTour) await onboarding.reach(actor.guid, 'firstShare', tx)
        const written = await writeShare({ tx, events, now: clock() }, actor, file, {
          ...ready,
          protections,
        })
        const isTriedAgain = await this.#takePassword(tx, file.guid, ready.documentPassword)
        await lock?.keep(tx, written.guid)
        const result = await follow(tx, written)
        // By now it is known who waits for an email.
        if (file.render_status === 'Error' && !isTriedAgain) await tellOfFailure(this.#deps, tx, file.guid)
        return result
      }),
    )
  }

  async #takePassword(tx: Transaction, fileGuid: string, password: string): Promise<boolean> {
    return password !== '' && this.#deps.rendering.takePassword(tx, fileGuid, password)
  }

  /** Releases the emails of a sending exactly once: by its request, or by the standby job. */
  async #close(sendingGuid: string): Promise<void> {
    const { database, invitations, clock } = this.#deps
    await database.transaction(async (tx) => {
      if (await rows.close(tx, sendingGuid, clock())) await invitations.release(tx, sendingGuid)
    })
  }
}

function invitationsTo(shareGuid: string, recipients: Written['recipients']) {
  return recipients.map(({ guid: recipientGuid }) => ({ recipientGuid, shareGuid, kind: 'share' as const }))
}
