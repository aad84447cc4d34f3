import type { Log } from '#server/log.ts'
import { jpeg2000Type } from '#server/rules/files/files.ts'
import pLimit from 'p-limit'
import { Problem } from '#server/rules/problems.ts'
import type { Aside } from '#server/storage/aside.ts'
import type { Vault } from '#server/storage/vault.ts'
import { drawnFrom } from '#server/rendering/pdf/drawn-from.ts'
import {
  RenderError,
  type PictureType,
  type RenderEngine,
  type WatermarkLook,
} from '#server/rendering/engine.ts'
import type { SourceDeps } from '#server/rendering/pages/page-source.ts'
import type { RenderedFile, Rendering } from '#server/rendering/rendering.ts'

type Deps = SourceDeps & {
  engine: RenderEngine
  rendering: Rendering
  vault: Vault
  aside: Aside
  log: Log
}

export type CopiedFile = RenderedFile & { name: string; mediaType: string; size: number }

/** A copy that is made while it is sent. */
export type MarkedCopy = { name: string; mediaType: string; bytes: AsyncIterable<Uint8Array> }

// Lossless formats become the lossless one.
const lossless = new Set(['image/png', 'image/gif', 'image/bmp', 'image/tiff'])
const pictureEndings: Record<PictureType, RegExp> = { 'image/png': /\.png$/i, 'image/jpeg': /\.jpe?g$/i }

/**
 * Copies with a reader's watermark: images in their own pixels, anything else as a PDF whose text stays text. Each is
 * set aside as soon as it is made, so that no slow reader keeps it in memory.
 */
export class MarkedCopies {
  readonly #deps: Deps
  // The next one is made when the last one was put aside.
  readonly #pictureLimit = pLimit(1)
  readonly #documentLimit = pLimit(1)

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** What cannot be stamped becomes a PDF of page images. Nothing is made before `bytes` is read. */
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
    const { engine, vault, aside } = this.#deps
    const bytes = () => vault.bytes(file.objectGuid, file.key)
    const made = async () => (await engine.markPicture(bytes, look, type)).bytes
    yield* await this.#pictureLimit(async () => aside.keep([await made()])).catch((error: unknown) => {
      if (isFull(error)) throw new Problem('tooManyTransfers')
      throw error instanceof RenderError ? new Problem('pageError') : error
    })
  }

  async *#document(file: CopiedFile, look: WatermarkLook): AsyncGenerator<Uint8Array> {
    const stamped = await this.#documentLimit(() => this.#stamped(file, look))
    yield* stamped ?? this.#pictures(file, look)
  }

  /** Null if it cannot be stamped, or cannot be set aside. */
  async #stamped(file: CopiedFile, look: WatermarkLook): Promise<AsyncIterable<Uint8Array> | null> {
    const { engine, log, aside } = this.#deps
    try {
      if (!(await aside.hasRoom(file.size))) return null
      const { kind, bytes, password } = await drawnFrom(this.#deps, file)
      // The watermark stays in the pixels of an image, whatever it is rendered from.
      return kind === 'image' || file.kind === 'image'
        ? null
        : await aside.keep(await engine.stamp(kind, bytes, look, password))
    } catch (error) {
      if (isFull(error)) return null
      if (!(error instanceof RenderError)) throw error
      log.info({ file: file.guid, reason: error.reason }, 'a copy is made of pictures of its pages')
      return null
    }
  }

  async *#pictures(file: CopiedFile, look: WatermarkLook): AsyncGenerator<Uint8Array> {
    if (file.pageCount === 0) throw new Problem('pageError')
    const { rendering, aside } = this.#deps
    for await (const page of rendering.pdf(file, look)) yield* await aside.keepIfRoom([page])
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Problem && error.problem === 'storageFull'
}

/** The format in which a one-page image is copied; null for anything else. */
function pictureTypeOf({ kind, pageCount, mediaType }: CopiedFile): PictureType | null {
  if (kind !== 'image' || pageCount > 1 || mediaType === jpeg2000Type) return null
  return lossless.has(mediaType) ? 'image/png' : 'image/jpeg'
}

function withEnding(name: string, ending: string): string {
  return `${name.replace(/\.[^.]*$/, '')}.${ending}`
}
