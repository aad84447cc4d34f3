import type { Log } from '#server/log.ts'
import { jpeg2000Type } from '#server/rules/files/files.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Vault } from '#server/storage/vault.ts'
import { drawnFrom } from '#server/rendering/pdf/drawn-from.ts'
import {
  RenderError,
  type PictureType,
  type RenderEngine,
  type WatermarkLook,
} from '#server/rendering/engine.ts'
import { MAX_DOCUMENT_BYTES } from '#server/rendering/limits.ts'
import type { SourceNeeds } from '#server/rendering/pages/page-source.ts'
import type { RenderedFile, Rendering } from '#server/rendering/rendering.ts'

type Needs = SourceNeeds & { engine: RenderEngine; rendering: Rendering; vault: Vault; log: Log }

export type CopiedFile = RenderedFile & { name: string; mediaType: string; size: number }

/** A copy that is made while it leaves. */
export type MarkedCopy = { name: string; mediaType: string; bytes: AsyncIterable<Uint8Array> }

/** What copies may hold in memory together, in bytes: a finished one waits there for its reader to take it. */
const MAX_HELD_BYTES = 2 * MAX_DOCUMENT_BYTES

// Formats without loss become the one without loss.
const lossless = new Set(['image/png', 'image/gif', 'image/bmp', 'image/tiff'])
const pictureEndings: Record<PictureType, RegExp> = { 'image/png': /\.png$/i, 'image/jpeg': /\.jpe?g$/i }

/** Copies with a reader's mark: pictures in their own pixels, anything else as a PDF whose text stays text. */
export class MarkedCopies {
  readonly #needs: Needs
  #heldBytes = 0

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** What cannot be stamped becomes a PDF of pictures of its pages. Nothing is made before `bytes` is read. */
  copy(file: CopiedFile, look: WatermarkLook): MarkedCopy {
    const picture = pictureTypeOf(file)
    if (!picture) {
      const name = withEnding(file.name, 'pdf')
      return { name, mediaType: 'application/pdf', bytes: this.#document(file, look) }
    }
    const isNamed = pictureEndings[picture].test(file.name)
    const name = isNamed ? file.name : withEnding(file.name, picture === 'image/png' ? 'png' : 'jpg')
    return { name, mediaType: picture, bytes: this.#picture(file, look, picture) }
  }

  async *#picture(file: CopiedFile, look: WatermarkLook, type: PictureType): AsyncGenerator<Uint8Array> {
    const { engine, vault } = this.#needs
    const bytes = () => vault.bytes(file.objectGuid, file.key)
    const image = await engine.markPicture(bytes, look, type).catch((error: unknown) => {
      throw error instanceof RenderError ? new Problem('pageError') : error
    })
    yield image.bytes
  }

  async *#document(file: CopiedFile, look: WatermarkLook): AsyncGenerator<Uint8Array> {
    const size = Math.min(file.size, MAX_DOCUMENT_BYTES)
    const isRoom = this.#heldBytes + size <= MAX_HELD_BYTES
    if (isRoom) this.#heldBytes += size
    try {
      const chunks = isRoom ? await this.#stamped(file, look) : null
      if (!chunks) return yield* this.#pictures(file, look)
      for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) yield chunk
    } finally {
      if (isRoom) this.#heldBytes -= size
    }
  }

  /** Null where it cannot be stamped. */
  async #stamped(file: CopiedFile, look: WatermarkLook): Promise<Uint8Array[] | null> {
    const { engine, log } = this.#needs
    try {
      const { kind, bytes, password } = await drawnFrom(this.#needs, file)
      // The mark stays in the pixels of a picture, whatever it is drawn from.
      return kind === 'image' || file.kind === 'image'
        ? null
        : await engine.stamp(kind, bytes, look, password)
    } catch (error) {
      if (!(error instanceof RenderError)) throw error
      log.info({ file: file.guid, reason: error.reason }, 'a copy is made of pictures of its pages')
      return null
    }
  }

  #pictures(file: CopiedFile, look: WatermarkLook): AsyncIterable<Buffer> {
    if (file.pageCount === 0) throw new Problem('pageError')
    return this.#needs.rendering.pdf(file, look)
  }
}

/** As what a picture of one page is copied; null for anything else. */
function pictureTypeOf({ kind, pageCount, mediaType }: CopiedFile): PictureType | null {
  if (kind !== 'image' || pageCount > 1 || mediaType === jpeg2000Type) return null
  return lossless.has(mediaType) ? 'image/png' : 'image/jpeg'
}

function withEnding(name: string, ending: string): string {
  return `${name.replace(/\.[^.]*$/, '')}.${ending}`
}
