import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { lineFromStdin } from '#server/cli/arguments.ts'

/** Asks at the terminal without showing what is entered; without a terminal, one line from standard input. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await lineFromStdin('the access token')).trim()
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return (await lines.question('')).trim()
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
