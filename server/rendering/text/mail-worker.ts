import { largestMail, mailText } from './mail-text.ts'
import { serveParser } from '#server/rendering/workers/parse-port.ts'
import { RenderError } from '#server/rendering/types.ts'

const pieces: Uint8Array[] = []
let size = 0
let made: Uint8Array[] = []

/** A mail file in, its text out. */
serveParser({
  write(bytes) {
    size += bytes.length
    if (size > largestMail) throw new RenderError('too large', 'the message is too large')
    pieces.push(bytes)
  },
  async end() {
    made = [Buffer.from(await mailText(Buffer.concat(pieces)))]
  },
  take: () => made.splice(0),
})
