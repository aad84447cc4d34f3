import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { zipPaths } from '#server/rules/files/zip-names.ts'
import type { Vault } from '#server/storage/vault.ts'
import { Archive } from './archive/archive.ts'
import { indexCsv, indexHtml, indexNames, type IndexedFile } from './index-pages.ts'
import { partsOf } from './parts.ts'
import { blankRow, isFile, type ZipEntryRow, type ZipPartRow, type ZipRow } from './zip-rows.ts'

export type Finished = { parts: ZipPartRow[]; entries: ZipEntryRow[] }

/**
 * The archive as it will be downloaded, from the complete rows of its files: their paths, the parts they are in, and
 * each part's index, which is stored. `limit` is the size of a part in bytes.
 */
export async function finished(
  vault: Vault,
  zip: Pick<ZipRow, 'guid' | 'name' | 'created_at'>,
  drafts: readonly ZipEntryRow[],
  limit: number,
): Promise<Finished> {
  const kept = drafts.filter(({ error }) => error === null)
  const names = kept.map(({ path }) => JSON.parse(path) as string[])
  const paths = zipPaths(names, indexNames)
  // Of folders that have the same name in an archive there is one.
  const first = new Map(paths.map((path, at) => [path, at] as const).toReversed())
  const placed = kept
    .map((row, at) => ({ ...row, path: paths[at]!, original: names[at]!.join('/') }))
    .filter(({ path }, at) => first.get(path) === at)
  const numbers = partsOf(placed, limit)
  const byPart = Map.groupBy(placed, (_, at) => numbers[at]!)
  const result: Finished = { parts: [], entries: drafts.filter(({ error }) => error !== null) }
  let number = drafts.reduce((max, entry) => Math.max(max, entry.number + 1), 0)
  for (const [part, rows] of byPart) {
    const title = byPart.size > 1 ? `${zip.name}, part ${part}` : zip.name
    const folders = rows.filter((row) => !isFile(row)).map(({ path }) => path.slice(0, -1))
    const index = {
      title,
      part: { number: part, of: byPart.size },
      files: rows.filter(isFile).map(indexed),
      folders,
    }
    const pages = [indexHtml(index), indexCsv(index)]
    const entries: ZipEntryRow[] = rows.map(({ original: _, ...row }) => ({ ...row, part }))
    for (const [at, page] of pages.entries())
      entries.push(await stored(vault, zip, { path: indexNames[at]!, page, part, number: number++ }))
    const size = new Archive(entries.map(archived)).length
    const unfetched = { fetched_at: null, ip: null, user_agent: null, completed_at: null }
    result.parts.push({
      zip_guid: zip.guid,
      number: part,
      files: rows.filter(isFile).length,
      size,
      ...unfetched,
    })
    result.entries.push(...entries)
  }
  return result
}

/** An entry as the archive needs it. */
function archived({
  path,
  size,
  crc32: sum,
  modified_at: modifiedAt,
}: Pick<ZipEntryRow, 'path' | 'size' | 'crc32' | 'modified_at'>) {
  return { path, size, crc32: sum, modifiedAt }
}

function indexed(row: ZipEntryRow & { original: string }): IndexedFile {
  const { path, original, size, sha256, modified_at: modifiedAt } = row
  return { path, original: original === path ? null : original, size, sha256: sha256!, modifiedAt }
}

type Page = { path: string; page: string; part: number; number: number }

async function stored(
  vault: Vault,
  zip: Pick<ZipRow, 'guid' | 'created_at'>,
  { path, page, part, number }: Page,
): Promise<ZipEntryRow> {
  const bytes = Buffer.from(page)
  const { guid, size } = await vault.store(bytes)
  return {
    ...blankRow,
    zip_guid: zip.guid,
    number,
    part,
    path,
    object_guid: guid,
    size,
    crc32: crc32(bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    modified_at: zip.created_at,
  }
}
