import { spawnSync } from 'node:child_process'
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeBackup, makeInstallation } from '../operating/make-backup.ts'
import { query } from '../operating/place.ts'
import { answerOf, run } from '../operating/run-command.ts'

type Checked = { heads: number; copies: { heads: number }[]; damage: { subject: string; problem: string }[] }

test('the server has signed its first head when it started, and the operator signs more', async () => {
  const { data, place } = await makeInstallation()
  const checked = await answerOf<Checked>({ DATA_DIR: data }, 'audit', 'verify')
  expect(checked).toMatchObject({ heads: 1, copies: [{ heads: 1 }], damage: [] })
  const signed = await run({ DATA_DIR: data }, 'audit', 'sign')
  expect([signed.code, signed.out]).toEqual([
    0,
    expect.stringMatching(/^Head 2 is signed: 3 chains have new events\.$/m),
  ])
  const copy = path.join(place, 'copy.jsonl')
  await writeFile(copy, await readFile(path.join(data, 'audit', 'heads.jsonl')))
  query(data, 'delete from audit_head where number = 2')
  await rename(path.join(data, 'audit'), path.join(place, 'away'))
  expect((await run({ DATA_DIR: data }, 'audit', 'verify')).code).toBe(0)
  const { code, out } = await run({ DATA_DIR: data }, 'audit', 'verify', '--heads', copy)
  expect([code, out]).toEqual([1, expect.stringContaining('copy.jsonl: the database does not have head 2')])
})

test('a file of heads that is not there, or is none, is said to be so', async () => {
  const { data, place } = await makeInstallation()
  const missing = await run({ DATA_DIR: data }, 'audit', 'verify', '--heads', path.join(place, 'none'))
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('There is no file')])
  await appendFile(path.join(data, 'audit', 'heads.jsonl'), 'note\n')
  const { code, out } = await run({ DATA_DIR: data }, 'audit', 'verify')
  expect([code, out]).toEqual([1, expect.stringContaining('heads.jsonl: line 2 is not a signed head')])
})

test('an export is checked without the program, before and after a new key of the installation', async () => {
  const { data, place, share } = await makeInstallation()
  const { fingerprint } = await answerOf<{ fingerprint: string }>({ DATA_DIR: data }, 'audit', 'key')
  await answerOf({ DATA_DIR: data }, 'key', 'rotate')
  for (const [name, part] of Object.entries({ whole: [], share: ['--share', share] })) {
    const folder = path.join(place, name)
    const { out } = await run({ DATA_DIR: data }, 'audit', 'export', folder, ...part)
    expect(out).toContain(`node ${path.join(folder, 'verify.mjs')} ${fingerprint}`)
    const checked = spawnSync(process.execPath, [path.join(folder, 'verify.mjs'), fingerprint], {
      encoding: 'utf8',
    })
    expect(checked.stdout).toContain('Intact.')
  }
  expect((await answerOf<Checked>({ DATA_DIR: data }, 'audit', 'verify')).damage).toEqual([])
})

test('what the operator does at the command line is on record before it is done, whatever comes of it', async () => {
  const { data } = await makeInstallation()
  const settings = { DATA_DIR: data }
  await answerOf(settings, 'user', 'create', 'rita@example.net', '--first', 'Rita', '--last', 'Reyes')
  expect((await run(settings, 'user', 'disable', 'no@example.net')).code).toBe(1)
  await answerOf(settings, 'audit', 'verify')
  const rows = query(
    data,
    "select kind, detail from event where subject_guid = 'installation' order by sequence",
  )
  const by = userInfo().username
  expect(rows.map(({ kind, detail }) => [kind, JSON.parse(String(detail))])).toEqual([
    [
      'Commanded',
      { command: 'user create', by, given: expect.stringMatching(/^user create rita@example.net --first/) },
    ],
    ['Commanded', { command: 'user disable', by, given: 'user disable no@example.net' }],
  ])
})

test('an export of what is not there, or of two things at once, is refused', async () => {
  const { data, place, share } = await makeInstallation()
  const refused = async (...values: string[]) => {
    const { code, err } = await run({ DATA_DIR: data }, 'audit', 'export', path.join(place, 'out'), ...values)
    return [code, err]
  }
  expect(await refused('--share', 'none')).toEqual([2, expect.stringContaining('There is no share none.')])
  expect(await refused('--room', share)).toEqual([2, expect.stringContaining('There is no data room')])
  expect(await refused('--account', 'no@example.net')).toEqual([2, expect.stringContaining('no account')])
  expect(await refused('--share', share, '--room', share)).toEqual([
    2,
    expect.stringContaining('only one of'),
  ])
})

test('a restored backup continues its heads, beside those of what it replaces', async () => {
  const { data, copy, place } = await makeBackup()
  await answerOf({ DATA_DIR: data }, 'audit', 'sign')
  const other = path.join(place, 'other')
  await answerOf({ DATA_DIR: other }, 'restore', copy)
  await answerOf({ DATA_DIR: other }, 'audit', 'sign')
  const checked = await answerOf<Checked>({ DATA_DIR: other }, 'audit', 'verify')
  expect(checked).toMatchObject({ heads: 2, copies: [{ heads: 2 }], damage: [] })
})
