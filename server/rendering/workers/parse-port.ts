import { parentPort } from 'node:worker_threads'
import type { ParseReply, ParseRequest } from './parse-messages.ts'
import { transferable } from './transfer.ts'
import { RenderError } from '#server/rendering/types.ts'

/** What a worker thread does with a file: accepts it piece by piece, and answers after each what it has made. */
export type PieceParser = {
  write(bytes: Uint8Array): void | Promise<void>
  end(): void | Promise<void>
  take(): Uint8Array[]
}

/** The worker's side of a ParseThread: one request at a time, each with its reply. */
export function serveParser(parser: PieceParser): void {
  const port = parentPort!
  port.on('message', ({ bytes }: ParseRequest) => {
    handle(parser, bytes)
      .then((made) => {
        port.postMessage(
          { made } satisfies ParseReply,
          made.map((piece) => piece.buffer),
        )
      })
      .catch((error: unknown) => port.postMessage({ failure: failureOf(error) } satisfies ParseReply))
  })
}

async function handle(parser: PieceParser, bytes: Uint8Array | null): Promise<Uint8Array<ArrayBuffer>[]> {
  await (bytes === null ? parser.end() : parser.write(bytes))
  return parser.take().map(transferable)
}

function failureOf(error: unknown): Extract<ParseReply, { failure: unknown }>['failure'] {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof RenderError) return { reason: error.reason, message }
  return { reason: error instanceof RangeError ? 'memory' : 'corrupt', message }
}
