import { NotAnswered, type Outgoing, type Silence } from '#server/http/outgoing/outgoing.ts'
import { Problem } from '#server/rules/problems.ts'
import { termsText } from '#server/rules/sharing/terms.ts'

/** Why an address gave no text. */
export type FetchFailure = Silence | 'status' | 'type' | 'text'

/** The text of a page in HTML. */
export type TextOf = (html: string) => string

const maxBytes = 1024 * 1024
const patience = 20_000
const redirects = 3

export class NoTerms extends Error {
  readonly failure: FetchFailure

  constructor(failure: FetchFailure) {
    super(`no terms: ${failure}`)
    this.failure = failure
  }
}

/** The text at an address, as it can be stored. Nothing of it is shown as it came. Throws NoTerms. */
export async function fetchTerms(
  outgoing: Pick<Outgoing, 'ask'>,
  url: string,
  textOf: TextOf,
): Promise<string> {
  const headers = { accept: 'text/plain, text/html;q=0.9' }
  const { status, body, ...answer } = await outgoing
    .ask(url, { headers, maxBytes, patience, redirects })
    .catch((error: unknown) => {
      throw error instanceof NotAnswered ? new NoTerms(error.reason) : error
    })
  if (status !== 200) throw new NoTerms('status')
  const [type = '', charset] = parts(answer.headers.get('content-type') ?? '')
  if (type !== 'text/plain' && type !== 'text/html') throw new NoTerms('type')
  const words = decoded(body, charset)
  try {
    return termsText(type === 'text/html' ? textOf(words) : words, 'text')
  } catch (error) {
    throw error instanceof Problem ? new NoTerms('text') : error
  }
}

function parts(contentType: string): [string, string | undefined] {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  return [
    type,
    /^charset="?([\w-]+)"?$/.exec(parameters.find((one) => one.startsWith('charset=')) ?? '')?.[1],
  ]
}

function decoded(body: Buffer, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body)
  } catch {
    throw new NoTerms('text')
  }
}
