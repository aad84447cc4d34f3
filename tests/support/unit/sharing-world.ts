import { Readable } from 'node:stream'
import { Onboarding } from '#server/accounts/registering/onboarding.ts'
import type { User } from '#server/accounts/users.ts'
import { standardProtections, type Protections } from '#server/rules/sharing/options.ts'
import { BlockedWords } from '#server/rules/text/text.ts'
import type { Transaction } from '#server/db/open.ts'
import { Resending } from '#server/shares/sending/resending.ts'
import { Trash } from '#server/shares/trash/trash.ts'
import { Invitations } from '#server/shares/sending/invitations.ts'
import type { Passkeys } from '#server/shares/passkeys/passkeys.ts'
import { noWishes } from '#server/shares/protections.ts'
import { Sending } from '#server/shares/sending/sending.ts'
import { Shares } from '#server/shares/shares.ts'
import { Tracking } from '#server/tracking/tracking.ts'
import { Uploads } from '#server/uploads/uploads.ts'
import { Usage } from '#server/uploads/usage.ts'
import { addPageImage } from './files.ts'
import { openPlace, StoredWorld } from './stored-world.ts'
import { goesWithTest, type Wrap } from './world.ts'

type Wanted = { name?: string; to?: string; protections?: Partial<Protections>; openings?: number }

/** Here no file needs a password. */
const rendering = { takePassword: async () => false }

/** Here no one chooses a passkey. */
const passkeys = {
  locking: (_actor: unknown, _file: unknown, make: (lock: null) => Promise<unknown>) => make(null),
} as unknown as Passkeys

/** An installation in which people share files. */
export class SharingWorld extends StoredWorld {
  readonly quota = null
  readonly rendering = rendering
  readonly passkeys = passkeys
  readonly mailFrom = 'Strongroom <no-reply@example.com>'
  readonly words = { blockedWords: new BlockedWords(['zonk']) }
  readonly tracking = new Tracking(this)
  readonly onboarding = new Onboarding(this)
  readonly usage = new Usage(this)
  readonly invitations = new Invitations(this)
  /** Here nothing draws: whatever arrives counts as drawn, unless a test says otherwise. */
  arrivesRendered = true
  readonly onReceived = async (tx: Transaction, { guid }: { guid: string }): Promise<void> => {
    if (!this.arrivesRendered) return
    const rendered = { render_status: 'Rendered' } as const
    await tx.updateTable('file').set(rendered).where('guid', '=', guid).execute()
  }

  readonly uploads = new Uploads(this)
  readonly shares = new Shares(this)
  readonly sending = new Sending(this)
  readonly trash = new Trash(this)
  readonly resending = new Resending(this)

  canShow(): boolean {
    return true
  }

  upload(user: User, fileName = 'plan.txt'): Promise<string> {
    const stream = Readable.from([Buffer.from('the plan')], { objectMode: false })
    return this.uploads.receive(user, stream, { fileName, limitBytes: 1_000_000 })
  }

  /** A share with one page image, opened so often by its recipient; each is a second younger than the one before. */
  async share(
    user: User,
    { name, to = 'rita@example.net', protections, openings = 0 }: Wanted = {},
  ): Promise<string> {
    this.now += 1000
    const fileGuid = await this.upload(user, name)
    const subject = await this.sending.create(user, {
      wishes: noWishes,
      fileGuid,
      protections: { ...standardProtections, ...protections },
      recipients: to,
      message: 'Hello',
    })
    await addPageImage(this, fileGuid, (await this.vault.store(Buffer.from('a picture'))).guid)
    await this.database.transaction(async (tx) => {
      for (let number = 0; number < openings; number++)
        await this.events.record(tx, { subject, kind: 'View', actor: to })
    })
    return subject
  }

  /** That someone opened a share, as reading notes it. */
  async noteOpened(guid: string, email = 'rita@example.net'): Promise<void> {
    this.now += 1000
    const { kysely } = this.database
    const first_viewed_at = this.now
    await kysely.updateTable('share').set({ first_viewed_at }).where('guid', '=', guid).execute()
    await kysely
      .updateTable('recipient')
      .set({ first_viewed_at })
      .where('share_guid', '=', guid)
      .where('email', '=', email)
      .execute()
    await this.events.record(null, { subject: guid, kind: 'View', actor: email })
  }
}

export async function openSharing(wrap?: Wrap): Promise<SharingWorld> {
  return goesWithTest(new SharingWorld(await openPlace(wrap)))
}
