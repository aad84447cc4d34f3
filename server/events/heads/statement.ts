import { createHash, createPublicKey, verify } from 'node:crypto'

export const headFormat = 'strongroom-head-1'

/** What a head states, in the order in which it is written. */
export type Statement = {
  format: typeof headFormat
  /** Counts the heads, from 1. */
  number: number
  /** ISO 8601, UTC. */
  at: string
  /** How many chains have events since the head before, and the root of the tree of where they end. */
  chains: number
  root: string
  /** SHA-256 of the statement before; empty in the first. */
  previous: string
  /** The public key of the installation's audit key, base64url. */
  key: string
}

export type SignedHead = { number: number; statement: string; signature: string }

/** A head as one line: in the data folder, in the log, in an email and in what is exported. */
export function headLine({ statement, signature }: Pick<SignedHead, 'statement' | 'signature'>): string {
  return `{"head":${statement},"signature":${JSON.stringify(signature)}}`
}

/** The head of such a line, or null if it is none, or is not written as we write it. */
export function readHeadLine(line: string): SignedHead | null {
  try {
    const { head, signature } = JSON.parse(line) as { head: Statement; signature: string }
    const statement = JSON.stringify(head)
    if (headLine({ statement, signature }) !== line || !Number.isInteger(head.number)) return null
    return { number: head.number, statement, signature }
  } catch {
    return null
  }
}

export function statementHash(statement: string): string {
  return createHash('sha256').update(statement).digest('hex')
}

/** Whether the key of a statement signed it. */
export function isSignedBy(publicKey: string, statement: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  // A signature has only one spelling.
  if (bytes.toString('base64url') !== signature) return false
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  return verify(null, Buffer.from(statement), key, bytes)
}
