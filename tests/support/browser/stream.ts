import { Readable } from 'node:stream'
import type { App } from '#tests/support/world/app.ts'
import { tokenOn } from './unoffered.ts'
import type { Browser } from './browser.ts'
import { Page } from './page.ts'

const boundary = '----StrongroomStreamBoundary'
export const contentType = `multipart/form-data; boundary=${boundary}`

/**
 * The share form of this browser, or the form of another address, with an own token as bytes: what comes before the
 * file's content, and after it.
 */
export async function framesOf(
  browser: Browser,
  given: Record<string, string> = {},
  fileName = 'notes.txt',
  address = '/share',
): Promise<{ head: Buffer; tail: Buffer }> {
  await browser.open(address)
  const token = tokenOn(browser)
  const fields = { token, intent: 'share', recipients: 'rita@example.net', ...given }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: text/plain\r\n\r\n`
  return { head: Buffer.from(parts.join('') + file), tail: Buffer.from(`\r\n--${boundary}--\r\n`) }
}

/** As many bytes of text, in pieces, each with memory of its own: the server releases what it has received. */
export function* text(bytes: number, email = 'a'): Generator<Uint8Array> {
  const most = 256 * 1024
  for (let left = bytes; left > 0; left -= most) yield Buffer.alloc(Math.min(left, most), email)
}

/**
 * Sends the form as a stream, each piece when the server asks for it; `declared` is the length that its head says. A thrown
 * error is a line that breaks.
 */
export async function stream(
  app: App,
  browser: Browser,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  {
    address = '/share',
    ip = '127.0.0.1',
    declared,
  }: { address?: string; ip?: string; declared?: number } = {},
): Promise<{ response: Response; page: Page }> {
  const request = new Request(new URL(address, browser.url), {
    method: 'POST',
    headers: {
      'content-type': contentType,
      cookie: browser.cookies.header(browser.url) ?? '',
      host: browser.url.host,
      origin: browser.url.origin,
      ...(declared === undefined ? {} : { 'content-length': String(declared) }),
    },
    body: Readable.toWeb(Readable.from(pieces, { highWaterMark: 1 })) as ReadableStream<
      Uint8Array<ArrayBuffer>
    >,
    duplex: 'half',
  })
  const response = await app.strongroom.handle(request, { ip, userAgent: 'Test' })
  return { response, page: new Page(await response.text()) }
}
