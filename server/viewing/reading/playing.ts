import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { animationType } from '#server/rendering/media/animation.ts'
import type { Conversions } from '#server/rendering/preparing/conversions.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { Problem } from '#server/rules/problems.ts'
import type { SealedReader, Vault } from '#server/storage/vault.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'
import { guarded, type GuardedSource } from './guarded-source.ts'
import type { Identity } from '#server/accounts/identity.ts'
import { pass, recordReading } from '#server/viewing/access/passing.ts'
import { noteTrace } from './room-visits.ts'
import { recorded, type SentDeps } from './sent-parts.ts'
import type { Viewing } from './viewing.ts'

type Deps = SentDeps & { viewing: Viewing; conversions: Conversions; vault: Vault }

/** `isCounted` is false if no one gets to see it. A `version` is for the owner alone. */
export type PlayRange = { isCounted: boolean; version?: number | undefined }

/** What a player needs. */
export type Player = { found: ShareAccess; isAudio: boolean; mayDownload: boolean }

/** Bytes that a browser plays, with their media type; `guid` identifies the object, which never changes. */
export type Playable = { found: ShareAccess; mediaType: string; source: GuardedSource & { guid: string } }

/** Video and audio, and animated images. Every method checks the policy on every call. */
export class Playing {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * What the player's page shows; records that it was opened (for the sender, a preview). Throws what the policy says, and
   * notFound for files with pages.
   */
  async screen(identity: Identity, shareGuid: string, range: PlayRange, client: Client): Promise<Player> {
    const { version } = range
    const found = await pass(this.#deps, identity, shareGuid, 'see', client, { version })
    const { mediaType } = await this.#played(found)
    if (range.isCounted) await recordReading(this.#deps, found, 'Played', client)
    const mayDownload = decide(found.policyFacts, 'download', this.#deps.clock()) === null
    return { found, isAudio: mediaType.startsWith('audio/'), mayDownload }
  }

  /**
   * The bytes that are played: the file's own, or those of its conversion. While they are sent the policy is checked
   * again and again, so that a stream ends soon after access does. What was sent is recorded. Throws what `screen` throws.
   */
  async stream(identity: Identity, shareGuid: string, client: Client, version?: number): Promise<Playable> {
    const { vault, clock } = this.#deps
    const authorize = () => pass(this.#deps, identity, shareGuid, 'see', client, { version })
    const found = await authorize()
    const { objectGuid, mediaType } = await this.#played(found)
    await noteTrace(this.#deps, found, client)
    const check = async (): Promise<void> => {
      await authorize()
    }
    const source = guarded(await vault.open(objectGuid), check, clock)
    return { found, mediaType, source: { ...recorded(this.#deps, found, source, client), guid: source.guid } }
  }

  /** The original of an animated image, for people who can download it. Throws what the policy says, and notFound. */
  async animation(
    identity: Identity,
    shareGuid: string,
    client: Client,
    version?: number,
  ): Promise<{ found: ShareAccess; mediaType: string; source: SealedReader }> {
    const copy = await this.#deps.viewing.download(identity, shareGuid, client, version)
    const isMarked = copy.found.watermark !== null
    if (copy.kind !== 'original' || isMarked || copy.found.file.kind !== 'image')
      throw new Problem('notFound')
    const mediaType = await animationType(copy.source)
    if (!mediaType) throw new Problem('notFound')
    return { found: copy.found, mediaType, source: copy.source }
  }

  /** Whether an image that can be downloaded as it is is animated. */
  async isAnimation({ file, watermark }: ShareAccess): Promise<boolean> {
    if (watermark || file.kind !== 'image' || !/^image\/(gif|webp)$/.test(file.mediaType)) return false
    return (await animationType(await this.#deps.vault.open(file.objectGuid, file.key))) !== null
  }

  async #played({ file }: ShareAccess): Promise<{ objectGuid: string; mediaType: string }> {
    if (file.kind !== 'media') throw new Problem('notFound')
    const made = await this.#deps.conversions.find(file.guid, 'media')
    const played = made ?? { objectGuid: file.objectGuid, mediaType: file.mediaType }
    if (!/^(video|audio)\//.test(played.mediaType)) throw new Problem('notFound')
    return played
  }
}
