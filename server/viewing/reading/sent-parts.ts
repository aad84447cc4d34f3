import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Log } from '#server/log.ts'
import { mediaLength } from '#server/rendering/media/length.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'
import { readingEvent } from '#server/viewing/access/passing.ts'
import type { GuardedSource } from './guarded-source.ts'
import { touchReading } from './room-visits.ts'

export type SentDeps = {
  database: Database
  events: Events
  tracking: Tracking
  rates: RateLimits
  log: Log
  clock: () => number
}

/** A player requests a file in parts, sometimes in very many: those beyond are played, and count no time. */
const partsOfVisit = { count: 60, per: 60 * 60_000 }
/** A stream is a sign of life of its reader this often. */
const betweenSigns = 60_000

/**
 * The same bytes; what of them is sent to a reader is recorded when a part ends, early or not, with how long the file
 * plays. Never for the owner, nor for requests that send nothing.
 */
export function recorded(
  deps: SentDeps,
  found: ShareAccess,
  source: GuardedSource,
  client: Client,
): GuardedSource {
  const { visit, policyFacts } = found
  if (!visit || policyFacts.relationship === 'owner' || client.isHead) return source
  async function* read(start: number, end: number): AsyncGenerator<Uint8Array, void> {
    let at = start
    let signedAt = deps.clock()
    try {
      for await (const chunk of source.read(start, end)) {
        yield chunk
        at += chunk.length
        if (deps.clock() - signedAt < betweenSigns) continue
        signedAt = deps.clock()
        await deps.database.transaction((tx) => touchReading(tx, found, signedAt))
      }
    } finally {
      if (at > start) await record(deps, found, { source, client, first: start, last: at - 1 })
    }
  }
  return { ...source, read }
}

type Part = { source: GuardedSource; client: Client; first: number; last: number }

/** What was sent was sent: if that cannot be recorded, only the log has it. */
async function record(
  deps: SentDeps,
  found: ShareAccess,
  { source, client, first, last }: Part,
): Promise<void> {
  const { rates, events, log } = deps
  const { size } = source
  try {
    if (!(await rates.take(`streamed|${found.visit!.guid}`, partsOfVisit))) return
    const length = (await lengthOf(source)) ?? 0
    const detail = { first, last, size, length }
    await events.record(null, readingEvent(found, found.visit!.guid, 'Streamed', client, detail))
  } catch (error) {
    log.warn({ err: error, share: found.shareGuid }, 'a part that was sent to a player is not recorded')
  }
}

const maxLengths = 1000
/** By object, which never changes. */
const lengths = new Map<string, number | null>()

async function lengthOf(source: GuardedSource & { guid?: string }): Promise<number | null> {
  const { guid = '' } = source
  const known = lengths.get(guid)
  if (known !== undefined) return known
  const length = await mediaLength(source)
  if (lengths.size >= maxLengths) lengths.clear()
  lengths.set(guid, length)
  return length
}
