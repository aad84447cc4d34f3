import type { FileReader, FileSource, HttpRequest, SliceResult } from 'tus-js-client'

/**
 * Gives each part of a file its SHA-256, which the server compares before it keeps the part. The browser computes it
 * beside the page. It only does on pages that came over an encrypted line: elsewhere parts go without.
 */
export class SummedSource implements FileReader {
  #next: Promise<string | null> = Promise.resolve(null)

  async openFile(file: File): Promise<FileSource> {
    return {
      size: file.size,
      slice: async (start: number, end: number): Promise<SliceResult> => {
        const value = file.slice(start, end)
        this.#next = sumOf(value)
        return { value, done: end >= file.size }
      },
      close: () => undefined,
    }
  }

  /** Puts the sum of the part that is next into the request that sends it. */
  async mark(request: HttpRequest): Promise<void> {
    const sum = request.getHeader('Content-Type') ? await this.#next : null
    if (sum !== null) request.setHeader('Upload-Checksum', `sha256 ${sum}`)
  }
}

async function sumOf(part: Blob): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const digest = await crypto.subtle.digest('SHA-256', await part.arrayBuffer())
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}
