import { setTimeout as pause } from 'node:timers/promises'
import type { User } from '#server/accounts/accounts.ts'
import type { Database } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { BasePage, RenderEngine } from '#server/rendering/engine.ts'
import type { PageImage, Rendering } from '#server/rendering/rendering.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Watermark } from '#server/rules/sharing/options.ts'
import { watermarkFits } from '#server/rules/sharing/watermark-text.ts'
import { utcMinute } from '#server/rules/text/format.ts'
import { tourFile } from '#server/shares/sending/tour-file.ts'

type Deps = {
  database: Database
  engine: RenderEngine
  rendering: Rendering
  rates: RateLimits
  clock: () => number
}

const samplesByUser = { count: 300, per: 3_600_000 }
const width = 800
/** How long a picture waits for the first page of a file that has only arrived, and how often it looks, in milliseconds. */
const patience = { longest: 4000, between: 100 }
/** Belongs to no share and no visit. */
const noCode = '0000-0000-0000-0000'

/** What a watermark would look like, before anything is shared. */
export class WatermarkSamples {
  readonly #deps: Deps
  #page: Promise<BasePage> | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * A page with this watermark, or without one: page 1 of the actor's uploaded file if it is rendered by now or
   * in a moment, a sample otherwise. The watermark has the actor's own address and a code of nothing, so that no one can make what looks like
   * another person's page. Throws notFound for a text that no watermark can have, and tooManyAttempts.
   */
  async draw(actor: User, watermark: Watermark | null, fileGuid: string | null): Promise<PageImage> {
    const { rates, rendering, engine, clock } = this.#deps
    if (watermark && !watermarkFits(watermark.text)) throw new Problem('notFound')
    await rates.require(`watermark-sample:user:${actor.guid}`, samplesByUser)
    const look = watermark && {
      size: watermark.size,
      colour: watermark.colour,
      lines: [actor.email, utcMinute(clock()), ...(watermark.text === '' ? [] : [watermark.text])],
      code: noCode,
    }
    const file = await this.#uploaded(actor, fileGuid)
    return file ? rendering.pageImage(file, 1, width, look) : engine.compose(await this.#sample(), look)
  }

  /** The actor's own file, if it waits to be shared and has a page 1. */
  async #uploaded(actor: User, fileGuid: string | null) {
    if (fileGuid === null) return null
    const row = await this.#prepared(actor, fileGuid)
    if (row?.render_status !== 'Rendered' || row.page_count === 0 || row.object_guid === null) return null
    return { guid: row.guid, objectGuid: row.object_guid, kind: row.kind, pageCount: row.page_count }
  }

  /** Who previews a file right after choosing it asks for its first page while that is drawn. */
  async #prepared(actor: User, fileGuid: string) {
    for (let waited = 0; ; waited += patience.between) {
      const row = await this.#deps.database.kysely
        .selectFrom('file')
        .select(['guid', 'object_guid', 'kind', 'page_count', 'render_status'])
        .where('guid', '=', fileGuid)
        .where('owner_guid', '=', actor.guid)
        .where('room_guid', 'is', null)
        .where('taken_at', 'is', null)
        .executeTakeFirst()
      if (row?.render_status !== 'In Progress' || waited >= patience.longest) return row
      await pause(patience.between)
    }
  }

  #sample(): Promise<BasePage> {
    const page =
      this.#page ?? this.#deps.engine.render('pdf', async () => tourFile(), 'watermark-sample', 1, width)
    this.#page = page
    // What failed once is tried again.
    page.catch(() => (this.#page = null))
    return page
  }
}
