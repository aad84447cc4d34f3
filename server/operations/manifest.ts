import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { placeFile } from '#server/storage/disk/durable.ts'
import { OperationRefused } from './refused.ts'

export const manifestName = 'manifest.json'

const format = 1

const Manifest = z.object({
  format: z.literal(format),
  /** Of the program that made the backup. */
  version: z.string(),
  /** Epoch milliseconds. */
  madeAt: z.number(),
  /** When the installation's first table was made, epoch milliseconds: it tells installations apart. */
  installedAt: z.number(),
  /** SHA-256 of strongroom.db. */
  database: z.string(),
  tables: z.record(z.string(), z.number()),
  /** Objects that have a row, and their bytes as stored. */
  objects: z.object({ count: z.number(), bytes: z.number() }),
  /** Objects that have a row but were already lost or truncated when the backup was made. */
  damaged: z.array(z.string()),
  hasKey: z.boolean(),
})

/** What a backup contains. It is written last: a folder without it is not a complete backup. */
export type Manifest = z.infer<typeof Manifest>

export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  await placeFile(path.join(folder, manifestName), `${JSON.stringify({ format, ...manifest }, null, 2)}\n`)
}

/** Null if the folder has none. Throws OperationRefused if this version cannot read it. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
  if (text === null) return null
  const parsed = Manifest.safeParse(asJson(text))
  if (parsed.success) return parsed.data
  throw new OperationRefused(
    `${path.join(folder, manifestName)} is not a manifest that this version can read. A newer version may have written it.`,
  )
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
