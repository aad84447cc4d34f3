import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { PurposeKeys } from '#server/storage/keys/key-ring.ts'
import type { CopyKind } from './copies.ts'

/** How long a link works, in milliseconds: long enough to come back for the rest of a large file. */
const linkLives = 10 * 60_000

/**
 * Whose link it is, by the guid of the session, and for which copy of which share, or for which part of an archive
 * (`zip1`), whose guid is in place of the share's. With `upload` a file is sent the other way: in place of the share's
 * guid is that of a folder in a data room, or nothing.
 */
export type DownloadLink = {
  sessionGuid: string
  shareGuid: string
  kind: CopyKind | `zip${number}` | 'upload'
}

/**
 * The signed part of a download's address, so that a browser without a bearer token can fetch it: valid for ten minutes
 * and no longer than the session that created it. It opens nothing that its owner is no longer allowed.
 */
export class DownloadLinks {
  readonly #keys: PurposeKeys
  readonly #clock: () => number

  constructor({ keys, clock }: { keys: PurposeKeys; clock: () => number }) {
    this.#keys = keys
    this.#clock = clock
  }

  make({ sessionGuid, shareGuid, kind }: DownloadLink): string {
    const claims = [sessionGuid, shareGuid, kind, this.endOfNew()].join('.')
    return `${claims}.${sign(this.#keys[0], claims)}`
  }

  /** Until when a link made now works, in epoch milliseconds. */
  endOfNew(): number {
    return this.#clock() + linkLives
  }

  /** What a link says while it works, or null. */
  read(link: string): DownloadLink | null {
    const parts = link.length < 300 ? link.split('.') : []
    const [sessionGuid = '', shareGuid = '', kind = '', until = '', signature = ''] = parts
    const claims = [sessionGuid, shareGuid, kind, until].join('.')
    const isOurs = this.#keys.some((key) => isEqual(sign(key, claims), signature))
    if (parts.length !== 5 || !isOurs || Number(until) <= this.#clock()) return null
    return { sessionGuid, shareGuid, kind: kind as DownloadLink['kind'] }
  }
}

function sign(key: KeyObject, claims: string): string {
  return createHmac('sha256', key).update(claims).digest('base64url')
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
