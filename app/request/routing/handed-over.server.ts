import { createRequire } from 'node:module'
import type * as SingleFetch from '@remix-run/server-runtime/dist/single-fetch.js'

const singleFetch = createRequire(import.meta.url)(
  '@remix-run/server-runtime/dist/single-fetch.js',
) as typeof SingleFetch

/**
 * Has the data of a page written for its script when that is read, and not before. Remix writes it for every page, and
 * keeps it for five seconds: nearly all of ours ship no script, and a tenth of the time of a long list went there.
 */
export function writeDataWhenRead(): void {
  const { encodeViaTurboStream: encode } = singleFetch
  Object.assign(singleFetch, {
    encodeViaTurboStream: (...given: Parameters<typeof encode>) => whenRead(() => encode(...given)),
  })
}

function whenRead(begin: () => ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= begin().getReader()
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
