import type { Readable } from 'node:stream'
import { Problem } from '#server/rules/problems.ts'

/** Fields whose file is a small text that is read and not stored, like the metadata of an identity provider. */
const textFields: Readonly<Record<string, { maxBytes: number; tooLarge: string }>> = {
  metadataFile: { maxBytes: 1024 * 1024, tooLarge: 'The metadata can have up to 1 MB.' },
}

export function isTextField(field: string): boolean {
  return Object.hasOwn(textFields, field)
}

/** The text of such a file. Throws fileTooLarge. */
export async function readTextFile(field: string, stream: Readable): Promise<string> {
  const { maxBytes, tooLarge } = textFields[field]!
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > maxBytes) throw new Problem('fileTooLarge', { field, text: tooLarge })
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}
