import { expect, vi } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import type { Place } from '#tests/support/world/app.ts'
import { makeShare, proveAddress, recipientEmail } from '#tests/support/world/make.ts'
import { patience } from '#tests/support/world/patience.ts'

type Sent = { name: string; bytes: Buffer; type?: string }

/** Shares files with one recipient, who may download them. */
export async function shareAll(
  place: Place,
  sender: Browser,
  files: readonly Sent[],
  watermark: 'on' | 'off' = 'off',
): Promise<string[]> {
  const guids: string[] = []
  for (const { name, bytes, type = 'application/octet-stream' } of files)
    guids.push(
      await makeShare(place, sender, {
        recipients: recipientEmail,
        download: 'yes',
        watermark,
        file: { name, bytes, type },
      }),
    )
  return guids
}

/** A recipient without an account who has asked for these files as one archive, on its page. */
export async function askForZip(place: Place, guids: readonly string[]): Promise<Browser> {
  const reader = await proveAddress(place, guids[0]!)
  await reader.open('/files')
  const chosen = guids.map((value) => ({ name: 'share', value }))
  await reader.press('Download selected as ZIP', (entries) => [...entries, ...chosen])
  expect([reader.status, reader.path]).toEqual([200, expect.stringMatching(/^\/zips\//)])
  return reader
}

/** Where the archive is downloaded, as soon as it can be. */
export function zipReady(reader: Browser): Promise<string> {
  return vi.waitFor(async () => {
    await reader.reload()
    const [link] = reader.page.links('Download')
    if (!link) throw new Error(`Not ready: ${reader.text()}`)
    return link
  }, patience)
}

/** A download that can be watched: what came so far, and how it ended. */
export class Download {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly etag: string
  readonly length: number
  #chunks: Uint8Array[] = []

  private constructor(answer: Response) {
    this.#reader = answer.body!.getReader()
    this.etag = answer.headers.get('etag')!
    this.length = Number(answer.headers.get('content-length'))
  }

  static async begin(
    reader: Browser,
    address: string,
    headers: Record<string, string> = {},
  ): Promise<Download> {
    const answer = await reader.fetch(address, { headers })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
    return new Download(answer)
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  /** Until so many bytes came, or to its end. Rejects where the connection is cut. */
  async read(bytes = Infinity): Promise<void> {
    for (let came = this.bytes.length; came < bytes;) {
      const { done, value } = await this.#reader.read()
      if (done) return
      this.#chunks.push(value)
      came += value.length
    }
  }
}
