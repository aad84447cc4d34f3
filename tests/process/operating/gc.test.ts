import { cp, utimes } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { answerOf, run } from './run-command.ts'
import { makeInstallation } from './make-backup.ts'
import { objectFile, query, storedObjects } from './place.ts'

type Swept = { files: number; objects: number; strays: number; bytes: number; ended: number }

test('what nothing uses is named by a dry run, removed by the next, and nothing else goes', async () => {
  const { data } = await makeInstallation()
  const before = await storedObjects(data)
  const [file] = query(data, 'select * from file') as [Record<string, unknown>]
  const [twoDaysAgo, tenDaysAgo] = [2, 10].map((days) => Date.now() - days * 86_400_000) as [number, number]
  query(data, `update migration set applied_at = ${twoDaysAgo - 86_400_000}`)
  // A file that no share took, an object that nothing names, and bytes without a row.
  const [left, unused, stray] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string]
  for (const guid of [left, unused, stray]) {
    await cp(objectFile(data, String(file['object_guid'])), objectFile(data, guid))
    await utimes(objectFile(data, guid), twoDaysAgo / 1000, twoDaysAgo / 1000)
  }
  for (const guid of [left, unused]) {
    query(
      data,
      `insert into object (guid, size, crc32, sha256, wrapped_key, created_at) select '${guid}', size, crc32, sha256, wrapped_key, ${twoDaysAgo} from object where guid = '${String(file['object_guid'])}'`,
    )
  }
  query(
    data,
    `insert into file (guid, owner_guid, object_guid, name, media_type, kind, size, render_status, page_count, created_at) select '${'f'.repeat(32)}', owner_guid, '${left}', name, media_type, kind, size, render_status, page_count, ${twoDaysAgo} from file`,
  )
  query(data, 'update session set ends_at = 1')
  // Older than the database: it may belong to another.
  const older = '4'.repeat(32)
  await cp(objectFile(data, left), objectFile(data, older))
  await utimes(objectFile(data, older), tenDaysAgo / 1000, tenDaysAgo / 1000)
  const found = { files: 1, objects: 1, strays: 1, older: 1 }
  expect(await answerOf<Swept>({ DATA_DIR: data }, 'gc', '--dry-run')).toMatchObject(found)
  expect(await storedObjects(data)).toEqual([...before, left, unused, stray, older].sort())
  const swept = await answerOf<Swept>({ DATA_DIR: data }, 'gc')
  expect(swept).toMatchObject(found)
  expect(swept.bytes).toBeGreaterThan(2 * Number(file['size']))
  expect(swept.ended).toBeGreaterThanOrEqual(1)
  expect(await storedObjects(data)).toEqual([...before, older].sort())
  expect(query(data, 'select count(*) as count from file')).toEqual([{ count: 1 }])
  const { out } = await run({ DATA_DIR: data }, 'gc')
  expect(out).toContain(
    'Removed: 0 files that were never shared, 0 objects that nothing refers to, 0 stored objects',
  )
  expect(out).toContain('Left alone: 1 stored objects that are older than this database.')
})
