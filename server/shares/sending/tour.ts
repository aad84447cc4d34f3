import { Readable } from 'node:stream'
import type { User } from '#server/accounts/accounts.ts'
import type { Onboarding } from '#server/accounts/registering/onboarding.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { standardProtections } from '#server/rules/sharing/options.ts'
import type { Uploads } from '#server/uploads/uploads.ts'
import type { Sending } from './sending.ts'
import { tourFile, tourFileName } from './tour-file.ts'
import { tourFiles } from '#server/rules/product/call-rates.ts'

const destructSeconds = 60

/** The tour: people send a sample to themselves and read it as a recipient does. */
export class Tour {
  readonly #uploads: Uploads
  readonly #sending: Sending
  readonly #onboarding: Onboarding
  readonly #rates: RateLimits

  constructor(options: { uploads: Uploads; sending: Sending; onboarding: Onboarding; rates: RateLimits }) {
    this.#uploads = options.uploads
    this.#sending = options.sending
    this.#onboarding = options.onboarding
    this.#rates = options.rates
  }

  async start(actor: User): Promise<void> {
    await this.#onboarding.reach(actor.guid, 'tourStarted')
  }

  async finish(actor: User): Promise<void> {
    await this.#onboarding.reach(actor.guid, 'tourDone')
  }

  /**
   * Sends the tour file to the actor's own address; it self-destructs one minute after it was opened. Answers the
   * share's guid (for `GET /v1/sharedemo`). Throws tooManyAttempts after ten in an hour, and what an upload throws.
   */
  async shareDemo(actor: User): Promise<string> {
    await this.#rates.require(`tour:user:${actor.guid}`, tourFiles)
    await this.start(actor)
    const file = tourFile()
    const wanted = { fileName: tourFileName, limitBytes: file.length }
    const fileGuid = await this.#uploads.receive(actor, Readable.from([file]), wanted)
    return this.#sending.create(actor, {
      fileGuid,
      protections: {
        ...standardProtections,
        watermark: { size: 'small', colour: 'grey', text: '' },
        destructSeconds,
      },
      recipients: actor.email,
      message: 'This is the tour. Open the file and look around; you have one minute.',
      isTour: true,
    })
  }
}
