import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Conversions, Made } from '#server/rendering/preparing/conversions.ts'
import {
  gridMediaType,
  type GridIndex,
  type GridRow,
  type GridScreenEntry,
  type GridSheet,
} from '#server/rendering/sheet/grid.ts'
import { readGridIndex, readGridScreen } from '#server/rendering/sheet/grid-reader.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { Problem } from '#server/rules/problems.ts'
import type { SealedReader, Vault } from '#server/storage/vault.ts'
import type { Events } from '#server/events/events.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'
import type { Identity } from '#server/accounts/identity.ts'
import { pass, recordReading, type ReadOptions } from '#server/viewing/access/passing.ts'

type Deps = {
  database: Database
  events: Events
  tracking: Tracking
  rates: RateLimits
  conversions: Conversions
  vault: Vault
  clock: () => number
}

/** `sheet` and `page` count from 1; `isCounted` is false if no one gets to see the response. */
export type GridRange = ReadOptions & { sheet: number; page: number; isCounted: boolean }

export type GridScreen = {
  found: ShareAccess
  index: GridIndex
  sheet: GridSheet
  /** Null for an empty sheet. */
  entry: GridScreenEntry | null
  rows: GridRow[]
}

/** Sheets by name, each with its rows, screen by screen. */
export type OpenGrid = {
  found: ShareAccess
  sheets: { name: string; screens: () => AsyncIterable<GridRow[]> }[]
}

/** A spreadsheet's values, for people who can both see and download it: the values are the file, or most of it. */
export class Grids {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Whether there is a grid for this reader, for a link to it. */
  async has(found: ShareAccess): Promise<boolean> {
    const { clock } = this.#deps
    if (found.file.kind !== 'sheet') return false
    if (decide(found.policyFacts, 'see', clock()) ?? decide(found.policyFacts, 'download', clock()))
      return false
    return (await this.#made(found)) !== null
  }

  /**
   * Up to 500 rows of one sheet; records that they were viewed (for the sender, a preview). Throws what the policy says, and
   * notFound if there is no such sheet, screen or grid.
   */
  async screen(identity: Identity, shareGuid: string, range: GridRange, client: Client): Promise<GridScreen> {
    const found = await this.#pass(identity, shareGuid, client, range)
    const source = await this.#open(found)
    const index = await readGridIndex(source)
    const sheet = index.sheets[range.sheet - 1]
    const entry = sheet?.screens[range.page - 1] ?? null
    if (!sheet || (entry === null && range.page > 1)) throw new Problem('notFound')
    const rows = entry ? await readGridScreen(source, entry) : []
    const { first, last } = entry ?? { first: 0, last: 0 }
    if (range.isCounted)
      await recordReading(this.#deps, found, 'GridRead', client, { sheet: range.sheet, first, last })
    return { found, index, sheet, entry, rows }
  }

  /**
   * All sheets, or the one with this number from 1, for a copy of their values; sends and records nothing yet. Throws
   * what the policy says, and notFound if there is no such sheet or grid.
   */
  async open(identity: Identity, shareGuid: string, sheet: number | null, client: Client): Promise<OpenGrid> {
    const found = await this.#pass(identity, shareGuid, client, {})
    const source = await this.#open(found)
    const { sheets } = await readGridIndex(source)
    const wanted = sheet === null ? sheets : sheets.slice(sheet - 1, sheet)
    if (wanted.length === 0) throw new Problem('notFound')
    return {
      found,
      sheets: wanted.map(({ name, screens: entries }) => ({
        name,
        async *screens() {
          for (const entry of entries) yield await readGridScreen(source, entry)
        },
      })),
    }
  }

  async #pass(
    identity: Identity,
    shareGuid: string,
    client: Client,
    options: ReadOptions,
  ): Promise<ShareAccess> {
    await pass(this.#deps, identity, shareGuid, 'see', client, options)
    return pass(this.#deps, identity, shareGuid, 'download', client, options)
  }

  async #open(found: ShareAccess): Promise<SealedReader> {
    const made = await this.#made(found)
    if (!made) throw new Problem('notFound')
    return this.#deps.vault.open(made.objectGuid, found.file.key)
  }

  /** One in an earlier format may show what the pages do not: it is available again once it is remade. */
  async #made({ file }: ShareAccess): Promise<Made | null> {
    const made = await this.#deps.conversions.find(file.guid, 'grid')
    return made?.mediaType === gridMediaType ? made : null
  }
}
