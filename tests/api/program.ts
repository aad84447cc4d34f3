import { isDeepStrictEqual } from 'node:util'
import { answerOf } from '#server/api/answers/answers.ts'
import { callAt, describedCalls } from '#server/api/calls.ts'
import { writeCredentials } from '#server/api/credentials.ts'
import type { App } from '#tests/support/world/app.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { pdf, strip } from '#tests/support/files/documents.ts'
import { encodeForm, type UploadedFile } from '#tests/support/browser/encode.ts'
import { password } from '#tests/support/world/make.ts'

export type Said = Record<string, unknown> & { StatusCode: number; StatusMessage: string }
export type Answer = { http: number; headers: Headers; said: Said; text: string; bytes: Buffer }
type Fields = Record<string, string>
type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

const contract = {
  name: 'contract.pdf',
  type: 'application/pdf',
  bytes: pdf(['Page one', 'Page two'], strip),
}

/** A program that makes calls; it keeps no cookies. */
export class Program {
  token: string | null = null
  readonly #app: App
  readonly #ip: string
  readonly userAgent: string

  constructor(app: App, { ip = '198.51.100.7', userAgent = 'DealDesk/2.1' } = {}) {
    this.#app = app
    this.#ip = ip
    this.userAgent = userAgent
  }

  /** Signs in and keeps the token. */
  async enter(email: string, options: { isRemembered?: boolean } = {}): Promise<this> {
    const { isRemembered = false } = options
    const { said, text } = await this.post('/v2/account/token', {
      Credentials: writeCredentials({ email, password, isRemembered }),
    })
    if (said.StatusCode !== 10000) throw new Error(`No token for ${email}: ${text}`)
    this.token = String(said['AccessToken'])
    return this
  }

  get(path: string, headers: Fields = {}): Promise<Answer> {
    return this.send('GET', path, { headers })
  }

  post(path: string, fields: Fields = {}): Promise<Answer> {
    return this.send('POST', path, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  }

  /** Sends a file and answers what came back as raw text: its id, when all went well. */
  async upload(
    file: UploadedFile = contract,
    field = 'file',
    query = '',
    more: Fields = {},
  ): Promise<Answer> {
    const { contentType, body } = encodeForm([{ name: field, value: file }], 'multipart/form-data')
    const headers = { 'content-type': contentType, 'content-length': String(body.length), ...more }
    return this.send('POST', `/v1/upload${query}`, { headers, body })
  }

  /** Uploads a file and shares it, without a watermark where nothing else is said; returns the guid of the share. The file is rendered and its emails are sent. */
  async share(fields: Fields = {}): Promise<string> {
    const { text } = await this.upload()
    const { said } = await this.post('/v5/sharefile', {
      Source: 'upload',
      DocumentUrl: text,
      RecipientEmails: '["rita@example.net"]',
      Watermark: 'off',
      ...fields,
    })
    if (said.StatusCode !== 20000) throw new Error(`Not shared: ${JSON.stringify(said)}`)
    await this.#app.settle()
    return String(said['ShareGuid'])
  }

  async send(
    method: string,
    path: string,
    { headers = {}, body = null }: { headers?: Fields; body?: Body } = {},
  ): Promise<Answer> {
    const sent = new Headers({ host: 'localhost:3000', 'user-agent': this.userAgent, ...headers })
    if (this.token !== null) sent.set('authorization', `Bearer ${this.token}`)
    const request = new Request(new URL(path, 'http://localhost:3000'), {
      method,
      headers: sent,
      body,
      duplex: 'half',
    } as RequestInit)
    const client = { ip: this.#ip, userAgent: this.userAgent }
    const response = await this.#app.strongroom.handle(request, client)
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    const said = (isJson && text !== '' ? JSON.parse(text) : {}) as Said
    requireDescribed(request, said)
    requireKnownCode(request, said)
    return { http: response.status, headers: response.headers, said, text, bytes }
  }
}

const inEveryAnswer = new Set(['StatusCode', 'StatusMessage', 'Field'])

/** Throws for an answer that is not what the call is described to answer: its clients are made from that. */
function requireDescribed({ method, url }: Request, said: object): void {
  const name = callAt(method, new URL(url).pathname)
  const own = Object.fromEntries(Object.entries(said).filter(([field]) => !inEveryAnswer.has(field)))
  if (name === null || Object.keys(own).length === 0 || isRestricted(said)) return
  const read = answerOf(name)?.safeParse(own)
  if (read?.success && isDeepStrictEqual(read.data, own)) return
  const why = read?.error ? read.error.message : 'It has fields that are described nowhere.'
  throw new Error(`${name} answered ${JSON.stringify(own)}, which is not what is described: ${why}`)
}

/** What each call is described to answer. */
const codes = new Map(
  describedCalls().map(({ name, done, refusals, generalRefusals }) => [
    name,
    new Set([...done, ...refusals, ...generalRefusals].map(({ code }) => code)),
  ]),
)

/** Throws for a StatusCode that the call is not described to answer. */
function requireKnownCode({ method, url }: Request, { StatusCode: code }: Said): void {
  const name = callAt(method, new URL(url).pathname)
  if (name === null || code === undefined || codes.get(name)!.has(code)) return
  throw new Error(`${name} answered ${code}, which server/api/about/ does not say of it.`)
}

/** The one refusal that has a field of its own: the methods that the team allows. */
function isRestricted(said: object): boolean {
  return 'StatusCode' in said && said.StatusCode === 10006
}

/** Whether a call went well: HTTP's status and the StatusCode. */
export function codeOf({ http, said }: Answer): [number, number] {
  return [http, said.StatusCode]
}

/** What the sender is notified of the first recipient of a share. */
export async function firstRecipient(sender: Program, guid: string): Promise<Record<string, number>> {
  const { said } = await sender.get(`/v1/shares/info/${guid}/sender`)
  return (said['Recipients'] as Record<string, number>[])[0]!
}

/** A world with further accounts, each with a program that has entered and is remembered. */
export async function makeProgramWorld<const Emails extends readonly string[]>(
  people: Emails,
): Promise<{ app: App; programs: { [At in keyof Emails]: Program } }> {
  const { app } = await makeWorld({ people })
  const programs: Program[] = []
  for (const email of people) programs.push(await new Program(app).enter(email, { isRemembered: true }))
  return { app, programs: programs as { [At in keyof Emails]: Program } }
}
