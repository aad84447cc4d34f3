import type { Database, Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import type { Conversions } from '#server/rendering/preparing/conversions.ts'
import { gridMediaType } from './grid.ts'
import { parsedInThread, type ParseLimits } from '#server/rendering/workers/parse-thread.ts'
import type { PreparedFile } from '#server/rendering/preparing/preparations.ts'
import { whileThere } from '#server/rendering/preparing/waiting-file.ts'
import { RenderError } from '#server/rendering/types.ts'

/**
 * Has an office program write a spreadsheet as flat OpenDocument (`.fods`) and passes its bytes to `use`; what it left
 * on disk is removed afterwards. Throws RenderError, and what `use` throws.
 */
export type ToFlatSheet = (
  file: PreparedFile,
  use: (fods: AsyncIterable<Uint8Array>) => Promise<void>,
) => Promise<void>

type Deps = {
  database: Database
  jobs: Jobs
  conversions: Conversions
  toFlatSheet: ToFlatSheet
  clock: () => number
  log: Log
  limits?: ParseLimits
}

const standardLimits: ParseLimits = { time: 120_000, memory: 256 }
const kind = 'grid'
const maxRenewed = 50
/** Milliseconds. */
const renewedEvery = 10_000

/**
 * The grids of spreadsheets, made after their pages: no one waits for them, and a file without one has its
 * pages.
 */
export class GridMaking {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle(kind, ({ file }) => whileThere(deps, file!, () => this.#make(file!)), { tries: 3 })
  }

  /** Queues the grid of a file once the transaction is committed, if it is a spreadsheet. */
  async start(tx: Transaction, fileGuid: string): Promise<void> {
    const file = await tx.selectFrom('file').select('kind').where('guid', '=', fileGuid).executeTakeFirst()
    if (file?.kind === 'sheet') await this.#deps.jobs.add(tx, kind, { file: fileGuid })
  }

  /**
   * Remakes some of the grids in an earlier format, one after the other, so that those of new files do not wait behind
   * them; runs every ten minutes.
   */
  async renew(): Promise<void> {
    const { database, jobs, clock } = this.#deps
    await database.transaction(async (tx) => {
      const old = await this.#earlier(tx).limit(maxRenewed).execute()
      for (const [place, { file_guid: file }] of old.entries())
        await jobs.add(tx, kind, { file }, { runAt: clock() + place * renewedEvery })
    })
  }

  #earlier(tx: Transaction) {
    return tx
      .selectFrom('conversion')
      .select('file_guid')
      .where('purpose', '=', 'grid')
      .where('media_type', '!=', gridMediaType)
  }

  async #make(fileGuid: string): Promise<void> {
    const file = await this.#deps.database.kysely
      .selectFrom('file')
      .select(['guid', 'object_guid', 'name', 'media_type', 'size'])
      .where('guid', '=', fileGuid)
      .executeTakeFirst()
    if (!file) return
    const { object_guid: objectGuid, media_type: mediaType, ...facts } = file
    try {
      await makeGrid({ ...facts, objectGuid, mediaType }, this.#deps)
    } catch (error) {
      if (!(error instanceof RenderError)) throw error
      await this.#deps.database.transaction((tx) => this.#forgetEarlier(tx, fileGuid))
      this.#deps.log.info({ file: fileGuid, reason: error.reason }, 'a spreadsheet has no grid')
    }
  }

  /** A grid that cannot be remade is not tried again each day. */
  async #forgetEarlier(tx: Transaction, fileGuid: string): Promise<void> {
    const earlier = await this.#earlier(tx).where('file_guid', '=', fileGuid).executeTakeFirst()
    if (earlier) await this.#deps.conversions.drop(tx, fileGuid, 'grid')
  }
}

/** Makes the grid of a spreadsheet and stores it. Throws RenderError. */
export async function makeGrid(
  file: PreparedFile,
  { conversions, toFlatSheet, limits = standardLimits }: Pick<Deps, 'conversions' | 'toFlatSheet' | 'limits'>,
): Promise<void> {
  await toFlatSheet(file, (fods) =>
    conversions.make(file.guid, 'grid', gridMediaType, async (writer) => {
      for await (const piece of parsedInThread('rendering/sheet/grid-worker', fods, limits)) {
        const room = writer.write(piece)
        if (room !== true) await room
      }
    }),
  )
}
