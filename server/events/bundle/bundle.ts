import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '#server/db/open.ts'
import { packagedPath } from '#server/packaged.ts'
import { fingerprintOf, type AuditKey } from '../audit-key.ts'
import { installation, type NewEvent } from '../event.ts'
import { chainLines, eventLines, headLines, leafLines, type Scope, type Span } from './bundle-lines.ts'
import { erasedBefore } from '../heads/check.ts'
import { explanation } from './explanation.ts'

export type { Scope } from './bundle-lines.ts'

export type BundleDeps = {
  database: Database
  auditKey: AuditKey
  events: { record(tx: null, event: NewEvent & { kind: 'AuditExported' }): Promise<void> }
  publicUrl: URL
  clock: () => number
}

export type Bundled = {
  folder: string
  chains: number
  events: number
  heads: number
  fingerprint: string
}

export const bundleFormat = 'strongroom-audit-1'

/** The folder that was to be written to has something in it. */
export class FolderNotEmpty extends Error {}

/**
 * Writes the audit trail of the whole installation, or of a part, into an empty folder: with the signed heads, the
 * public key, and a program that checks all of it without Strongroom. Memory does not grow with the events. Throws
 * FolderNotEmpty.
 */
export async function writeBundle(deps: BundleDeps, folder: string, scope: Scope): Promise<Bundled> {
  const { database, auditKey, events, publicUrl, clock } = deps
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new FolderNotEmpty(`${folder} is not empty. Choose an empty folder.`)
  const detail = { scope: scope.kind, of: scope.guid }
  await events.record(null, { subject: installation, kind: 'AuditExported', client: null, detail })
  const { kysely } = database
  const heads = { count: 0, last: 0 }
  const spans: Span[] = []
  const files: Record<string, string> = {}
  const write = async (name: string, lines: AsyncIterable<string> | Iterable<string>): Promise<void> => {
    files[name] = await writeFile(path.join(folder, name), lines)
  }
  await write('heads.jsonl', headLines(kysely, heads))
  await write('chains.jsonl', chainLines(kysely, scope, spans))
  await write('events.jsonl', eventLines(kysely, spans))
  await write('leaves.jsonl', leafLines(kysely, scope, spans, heads.last))
  await write('verify.mjs', [await readFile(packagedPath('events/bundle/verify.mjs'), 'utf8')])
  const counted = {
    chains: spans.length,
    events: spans.reduce((sum, { first, last }) => sum + last - first + 1, 0),
    heads: heads.count,
  }
  const since = await erasedBefore(kysely)
  const about = {
    from: publicUrl.origin,
    at: new Date(clock()).toISOString(),
    scope: scope.kind,
    of: scope.guid,
  }
  const fingerprint = fingerprintOf(auditKey.publicKey)
  await write('READ-ME.html', [explanation({ ...about, ...counted, fingerprint })])
  const manifest = JSON.stringify({
    format: bundleFormat,
    ...about,
    key: auditKey.publicKey,
    ...counted,
    keptSince: since === null ? null : new Date(since).toISOString(),
    files,
  })
  await writeFile(path.join(folder, 'manifest.json'), [
    `{"manifest":${manifest},"signature":${JSON.stringify(auditKey.sign(manifest))}}\n`,
  ])
  return { folder, ...counted, fingerprint }
}

const chunk = 64 * 1024

/** Returns the SHA-256 of what was written. */
async function writeFile(file: string, lines: AsyncIterable<string> | Iterable<string>): Promise<string> {
  const handle = await open(file, 'wx', 0o600)
  const hash = createHash('sha256')
  const write = async (text: string): Promise<void> => {
    hash.update(text)
    await handle.writeFile(text)
  }
  try {
    let text = ''
    for await (const one of lines) {
      text += one
      if (text.length < chunk) continue
      await write(text)
      text = ''
    }
    await write(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return hash.digest('hex')
}
