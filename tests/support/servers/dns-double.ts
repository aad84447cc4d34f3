import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type DnsDouble = {
  address: string
  texts: Map<string, string>
  /** Answers everything with this failure (RFC 1035: 2 fails, 3 no such name, 5 refuses), until it is 0 again. */
  fail(code: number): void
  close(): Promise<void>
}

/** A name server on this machine that knows some TXT records, and says of every other name that it does not exist. */
export async function startDns(): Promise<DnsDouble> {
  const texts = new Map<string, string>()
  let failure = 0
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) =>
    socket.send(answerTo(query, texts, failure), port, address),
  )
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    texts,
    fail(code) {
      failure = code
    },
    close: async () => {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}

/** The header with its flags, the question again, and at most one answer (RFC 1035). */
function answerTo(query: Buffer, texts: ReadonlyMap<string, string>, failure: number): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const question = query.subarray(12, at + 5)
  const text = failure === 0 ? texts.get(labels.join('.').toLowerCase()) : undefined
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(text === undefined ? 0x81_80 + (failure || 3) : 0x81_80, 2)
  header.writeUInt16BE(1, 4)
  if (text === undefined) return Buffer.concat([header, question])
  header.writeUInt16BE(1, 6)
  const value = Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])
  const answer = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 1, 0, value.length])
  return Buffer.concat([header, question, answer, value])
}
