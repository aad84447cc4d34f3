import type { Budget } from './budget.ts'
import { Damaged } from './damaged.ts'
import { headBytes, unicodeOf } from './part-kind.ts'
import { XmlRewriter } from './xml-rewriter.ts'
import { ReferenceRules, type Place } from './xml-rules.ts'

/** XML as it may stay, in UTF-8. */
export async function* rewrittenXml(
  bytes: AsyncIterable<Buffer>,
  place: Place,
  budget: Budget,
): AsyncGenerator<Buffer, void> {
  const { head, whole } = await withHead(counted(bytes, (count) => budget.takeXml(count)))
  const decoder = decoderOf(head)
  const rewriter = new XmlRewriter(new ReferenceRules(place))
  for await (const chunk of whole) {
    rewriter.write(decoder.decode(chunk, { stream: true }))
    const made = rewriter.take()
    if (made) yield Buffer.from(made)
  }
  rewriter.write(decoder.decode())
  rewriter.end()
  yield Buffer.from(rewriter.take())
}

/** The bytes of something with the beginning of it. */
export async function withHead(
  bytes: AsyncIterable<Buffer>,
): Promise<{ head: Buffer; whole: AsyncIterable<Buffer> }> {
  const iterator = bytes[Symbol.asyncIterator]()
  const first: Buffer[] = []
  let size = 0
  while (size < headBytes) {
    const { value, done } = await iterator.next()
    if (done) break
    first.push(value)
    size += value.length
  }
  const head = Buffer.concat(first)
  async function* whole(): AsyncGenerator<Buffer, void> {
    yield head
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { head: head.subarray(0, headBytes), whole: whole() }
}

export async function* counted(
  bytes: AsyncIterable<Buffer>,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer, void> {
  for await (const chunk of bytes) {
    count(chunk.length)
    yield chunk
  }
}

function decoderOf(head: Buffer): TextDecoder {
  const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(
    head.toString('latin1').trimStart(),
  )?.[1]
  try {
    return new TextDecoder(unicodeOf(head) ?? declared ?? 'utf-8')
  } catch {
    throw new Damaged(`the encoding ${declared} is not known`)
  }
}
