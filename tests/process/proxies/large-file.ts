import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request as httpsRequest } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { Browser } from '#tests/support/browser/browser.ts'
import { contentType, framesOf } from '#tests/support/browser/stream.ts'

const pieceBytes = 1024 * 1024
const line = 'All of it has to arrive, and in this order.\n'

/** A text of a given size that is never held whole: each piece says which one it is. */
export class LargeFile {
  readonly size: number

  constructor(size: number) {
    this.size = size
  }

  *pieces(): Generator<Buffer> {
    for (let at = 0; at < this.size; at += pieceBytes) yield this.#piece(at / pieceBytes)
  }

  /** From the first byte to before the last, both within one piece. */
  slice(first: number, last: number): Buffer {
    const index = Math.floor(first / pieceBytes)
    return this.#piece(index).subarray(first - index * pieceBytes, last - index * pieceBytes)
  }

  hash(): string {
    const hash = createHash('sha256')
    for (const piece of this.pieces()) hash.update(piece)
    return hash.digest('hex')
  }

  #piece(index: number): Buffer {
    const bytes = Buffer.alloc(Math.min(pieceBytes, this.size - index * pieceBytes), line)
    bytes.write(`Piece ${String(index).padStart(6, '0')} `)
    return bytes
  }
}

/**
 * Sends the share form with this file, with the length said before, as browsers do. `onPiece` is told after each
 * piece how many bytes have left. Answers with status, Location and body.
 */
export async function shareLarge(
  browser: Browser,
  file: LargeFile,
  onPiece: (sent: number) => void = () => undefined,
): Promise<{ status: number; location: string; body: string }> {
  const { head, tail } = await framesOf(browser)
  const upload = httpsRequest(new URL('/share', browser.url), {
    method: 'POST',
    headers: {
      'content-type': contentType,
      'content-length': head.length + file.size + tail.length,
      cookie: browser.cookies.header(browser.url) ?? '',
      origin: browser.url.origin,
    },
  })
  function* form() {
    let sent = 0
    yield head
    for (const piece of file.pieces()) {
      yield piece
      onPiece((sent += piece.length))
    }
    yield tail
  }
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>
  // An answer that comes early ends the sending: the answer counts.
  const sending = pipeline(form(), upload).catch(() => undefined)
  const [answer] = await answered
  const body = await text(answer)
  upload.destroy()
  await sending
  return { status: answer.statusCode ?? 0, location: answer.headers.location ?? '', body }
}

export async function hashOf(response: Response): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of response.body as NodeStream<Uint8Array>) hash.update(chunk)
  return hash.digest('hex')
}
