import { createCipheriv, createHash, pbkdf2Sync, randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { zip } from '#server/converting/packages/test-documents.ts'
import { partsOf } from './packages.ts'

const rounds = 1000
const names = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'

/** An OpenDocument file that opens with this password, locked as OpenDocument 1.2 says it: AES-256, part by part. */
export async function lockedOpenDocument(password: string, plain: Buffer): Promise<Buffer> {
  const parts = Object.entries(await partsOf(plain)).map(([name, part]) => [name.slice(1), part] as const)
  const type = parts.find(([name]) => name === 'mimetype')![1].toString()
  const start = createHash('sha256').update(password).digest()
  const files: Record<string, string | Buffer> = { 'stored:mimetype': type }
  const entries = [`<manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/>`]
  for (const [name, part] of parts) {
    if (name === 'mimetype' || name.startsWith('META-INF/')) continue
    const [salt, first] = [randomBytes(16), randomBytes(16)]
    const packed = deflateRawSync(part)
    const cipher = createCipheriv('aes-256-cbc', pbkdf2Sync(start, salt, rounds, 32, 'sha1'), first)
    files[`stored:${name}`] = Buffer.concat([cipher.update(packed), cipher.final()])
    const sum = createHash('sha256').update(packed.subarray(0, 1024)).digest('base64')
    entries.push(
      `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml" manifest:size="${part.length}"><manifest:encryption-data manifest:checksum-type="${names}#sha256-1k" manifest:checksum="${sum}"><manifest:algorithm manifest:algorithm-name="http://www.w3.org/2001/04/xmlenc#aes256-cbc" manifest:initialisation-vector="${first.toString('base64')}"/><manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256" manifest:key-size="32"/><manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="${rounds}" manifest:salt="${salt.toString('base64')}"/></manifest:encryption-data></manifest:file-entry>`,
    )
  }
  files['META-INF/manifest.xml'] =
    `<?xml version="1.0" encoding="UTF-8"?>\n<manifest:manifest xmlns:manifest="${names}" manifest:version="1.3">${entries.join('')}</manifest:manifest>`
  return zip(files)
}
