import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { greyPicture } from '#server/rendering/pages/grey-picture.ts'
import type { Rendering } from '#server/rendering/rendering.ts'
import { slowLineWidth } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'
import { watermarkLook } from './watermark.ts'

const maxKept = 5_000

/** The size of a page sent over a slow connection, so that it can be shown before someone requests it. */
export class PageWeights {
  readonly #deps: { rendering: Rendering; clock: () => number }
  /**
   * By file, watermark and page, the oldest first: of the first reader, since each one's own would be rendered twice.
   */
  readonly #known = new Map<string, Promise<number | null>>()

  constructor(deps: { rendering: Rendering; clock: () => number }) {
    this.#deps = deps
  }

  /**
   * About how many bytes a page has, in grey and at half size; null if it cannot be rendered. The policy was checked
   * before.
   */
  of(found: ShareAccess, page: number, client: Client): Promise<number | null> {
    const { size = '', colour = '', text = '' } = found.watermark ?? {}
    const key = JSON.stringify([found.file.guid, page, size, colour, text])
    const known = this.#known.get(key) ?? this.#weigh(found, page, client)
    this.#known.delete(key)
    this.#known.set(key, known)
    // What failed for a transient reason is tried again.
    known.catch(() => this.#known.delete(key))
    if (this.#known.size > maxKept) this.#known.delete(this.#known.keys().next().value!)
    return known
  }

  async #weigh(found: ShareAccess, page: number, client: Client): Promise<number | null> {
    const { rendering, clock } = this.#deps
    try {
      const look = watermarkLook(found, client, clock())
      const image = await rendering.pageImage(found.file, page, slowLineWidth, look)
      return (await greyPicture(image)).bytes.length
    } catch (error) {
      if (error instanceof Problem) return null
      throw error
    }
  }
}
