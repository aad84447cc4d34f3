import type { Events } from '#server/events/events.ts'
import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { productName } from '#server/rules/product/product.ts'
import { exportSections } from './export-sections.ts'
import type { ExportOf } from './export-section.ts'

type Deps = {
  database: Database
  rates: RateLimits
  publicUrl: URL
  events: Events
  clock: () => number
}

const hour = 3_600_000
export const exportsByUser = { count: 5, per: hour }
/** Characters that are sent together. */
const chunk = 64 * 1024

/** What is stored for an account, as one JSON document for its owner. */
export class Exports {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * The document in UTF-8, written while it is read: the database is not queried before the first piece is wanted, or
   * after the last. It ends with `"isComplete": true`. Throws tooManyAttempts.
   */
  async begin(user: User): Promise<AsyncIterable<Uint8Array>> {
    const { database, rates, publicUrl, clock, events } = this.#deps
    await rates.require(`export:user:${user.guid}`, exportsByUser)
    await events.record(null, { subject: user.guid, kind: 'Exported' })
    const from = { kysely: database.kysely, userGuid: user.guid, publicUrl }
    return inChunks(document(from, clock()))
  }
}

async function* document(from: ExportOf, now: number): AsyncGenerator<string> {
  const about = { of: productName, at: from.publicUrl.origin, exportedAt: new Date(now).toISOString() }
  yield `{"export":${JSON.stringify(about)}`
  for (const { name, write } of exportSections) {
    yield `,\n${JSON.stringify(name)}:`
    yield* write(from)
  }
  yield ',\n"isComplete":true}\n'
}

async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length < chunk) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}
