import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What goes wrong with a call, instead of its answer or on the way to it. */
export type Fault =
  | { status: number; code: string }
  | 'reset while sending'
  | 'hang'
  | 'answer lost'
  | { breakAfter: number }
  | { hangAfter: number }

export type Call = { operation: string; key: string; headers: IncomingMessage['headers']; bytes: number }

type Upload = { key: string; parts: Map<number, Buffer> }

/** As much of S3 as our store uses, strict about how it is asked, and failing when it is told to. */
export class S3Double {
  readonly objects = new Map<string, Buffer>()
  readonly uploads = new Map<string, Upload>()
  readonly calls: Call[] = []
  #faults: { operation: string; fault: Fault }[] = []
  #server: Server

  private constructor() {
    this.#server = createServer((incoming, outgoing) => {
      this.#answer(incoming, outgoing).catch(() => outgoing.destroy())
    })
  }

  static async start(): Promise<S3Double> {
    const double = new S3Double()
    await new Promise<void>((resolve) => double.#server.listen(0, '127.0.0.1', resolve))
    return double
  }

  get endpoint(): URL {
    return new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`)
  }

  /** Connections that are open just now. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
    })
  }

  /** The next calls of that operation fail. */
  fail(operation: string, ...faults: Fault[]): void {
    this.#faults.push(...faults.map((fault) => ({ operation, fault })))
  }

  callsOf(operation: string): Call[] {
    return this.calls.filter((call) => call.operation === operation)
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#server.closeAllConnections()
    await closed
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://double')
    const [, , ...rest] = pathname.split('/')
    const key = rest.join('/')
    const operation = operationOf(incoming.method ?? '', key, searchParams)
    const call: Call = { operation, key, headers: incoming.headers, bytes: 0 }
    this.calls.push(call)
    const at = this.#faults.findIndex((one) => one.operation === operation)
    const fault = at < 0 ? null : this.#faults.splice(at, 1)[0]!.fault
    if (fault === 'hang') return void incoming.resume()
    const chunks: Buffer[] = []
    for await (const chunk of incoming) {
      if (fault === 'reset while sending') break
      chunks.push(chunk as Buffer)
    }
    if (fault === 'reset while sending') return void incoming.socket.destroy()
    const body = Buffer.concat(chunks)
    call.bytes = body.length
    if (typeof fault === 'object' && fault && 'status' in fault)
      return refuse(outgoing, fault.status, fault.code)
    if (fault === 'answer lost') outgoing.end = () => outgoing.destroy()
    if (operation === 'GetObject') return this.#get(call, outgoing, fault)
    this.#act(call, body, searchParams, outgoing)
  }

  #act({ operation, key }: Call, body: Buffer, query: URLSearchParams, outgoing: ServerResponse): void {
    const uploadId = query.get('uploadId') ?? ''
    const upload = this.uploads.get(uploadId)
    switch (operation) {
      case 'ListObjectsV2':
        return answerXml(outgoing, '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')
      case 'PutObject':
        this.objects.set(key, body)
        return void outgoing.end()
      case 'DeleteObject':
        this.objects.delete(key)
        return void outgoing.writeHead(204).end()
      case 'CreateMultipartUpload': {
        const id = randomBytes(8).toString('hex')
        this.uploads.set(id, { key, parts: new Map() })
        return answerXml(outgoing, inXml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`))
      }
      case 'HeadObject': {
        const found = this.objects.get(key)
        return void outgoing.writeHead(found ? 200 : 404, found && { 'content-length': found.length }).end()
      }
    }
    if (!upload) return refuse(outgoing, 404, operation.includes('Upload') ? 'NoSuchUpload' : 'NotFound')
    if (operation === 'UploadPart') {
      const number = Number(query.get('partNumber'))
      upload.parts.set(number, body)
      return void outgoing.setHeader('ETag', `"${number}"`).end()
    }
    this.uploads.delete(uploadId)
    if (operation === 'AbortMultipartUpload') return void outgoing.writeHead(204).end()
    this.#complete(upload, body.toString(), outgoing)
  }

  #complete({ key, parts }: Upload, list: string, outgoing: ServerResponse): void {
    const numbers = [...list.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map((found) => Number(found[1]))
    const wanted = numbers.map((number) => parts.get(number))
    const isSmall = wanted.slice(0, -1).some((part) => !part || part.length < 5 * 1024 * 1024)
    if (isSmall) return refuse(outgoing, 400, 'EntityTooSmall')
    this.objects.set(key, Buffer.concat(wanted.map((part) => part ?? Buffer.alloc(0))))
    answerXml(outgoing, inXml('CompleteMultipartUploadResult', `<Key>${key}</Key>`))
  }

  #get({ key, headers }: Call, outgoing: ServerResponse, fault: Fault | null): void {
    const object = this.objects.get(key)
    if (!object) return refuse(outgoing, 404, 'NoSuchKey')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    const start = Number(from)
    const bytes = object.subarray(start, Number(to) + 1)
    const range = `bytes ${start}-${start + bytes.length - 1}/${object.length}`
    outgoing.writeHead(206, { 'content-length': bytes.length, 'content-range': range })
    if (typeof fault !== 'object' || !fault || 'status' in fault) return void outgoing.end(bytes)
    const max = 'breakAfter' in fault ? fault.breakAfter : fault.hangAfter
    outgoing.write(bytes.subarray(0, max), () => {
      if ('breakAfter' in fault) outgoing.destroy()
    })
  }
}

function operationOf(method: string, key: string, query: URLSearchParams): string {
  if (!key)
    return method === 'HEAD' ? 'HeadBucket' : query.has('uploads') ? 'ListMultipartUploads' : 'ListObjectsV2'
  if (method === 'POST') return query.has('uploads') ? 'CreateMultipartUpload' : 'CompleteMultipartUpload'
  if (method === 'PUT') return query.has('partNumber') ? 'UploadPart' : 'PutObject'
  if (method === 'DELETE') return query.has('uploadId') ? 'AbortMultipartUpload' : 'DeleteObject'
  return method === 'HEAD' ? 'HeadObject' : 'GetObject'
}

function inXml(name: string, inside: string): string {
  return `<?xml version="1.0"?><${name}>${inside}</${name}>`
}

function answerXml(outgoing: ServerResponse, text: string): void {
  outgoing.setHeader('content-type', 'application/xml').end(text)
}

function refuse(outgoing: ServerResponse, status: number, code: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/xml' })
  outgoing.end(inXml('Error', `<Code>${code}</Code><Message>As told</Message>`))
}
