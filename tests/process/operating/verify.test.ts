import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { run, type Ended } from './run-command.ts'
import { makeInstallation } from './make-backup.ts'
import { objectFile, query } from './place.ts'

type Damage = {
  what: string
  guid: string | null
  problem: string
  files: { guid: string; shares: string[] }[]
}

/** What `verify` finds after something was done to the installation. */
async function verifyAfter(
  harm: (data: string, original: string) => unknown,
  ...options: string[]
): Promise<Ended & { damage: Damage[]; share: string; original: string }> {
  const { data, share } = await makeInstallation()
  const original = String(query(data, 'select object_guid from file')[0]!['object_guid'])
  await harm(data, original)
  const ended = await run({ DATA_DIR: data }, 'verify', '--json', ...options)
  const { damage } = JSON.parse(ended.out) as { damage: Damage[] }
  return { ...ended, damage, share, original }
}

async function flipByte(file: string, at: number): Promise<void> {
  const bytes = await readFile(file)
  bytes[at]! ^= 1
  await writeFile(file, bytes)
}

test.each<[string, string, (data: string, original: string) => unknown]>([
  ['a byte that flipped', 'frame 0', (data, guid) => flipByte(objectFile(data, guid), 20)],
  ['a header that changed', 'header', (data, guid) => flipByte(objectFile(data, guid), 2)],
  ['an object that was cut off', 'bytes instead of', (data, guid) => truncate(objectFile(data, guid), 30)],
  ['an object that is missing', 'missing', (data, guid) => rm(objectFile(data, guid))],
  [
    'a CRC-32 that does not fit',
    'CRC-32',
    (data, guid) => query(data, `update object set crc32 = crc32 + 1 where guid = '${guid}'`),
  ],
  [
    'a SHA-256 that does not fit',
    'SHA-256',
    (data, guid) => query(data, `update object set sha256 = '${'0'.repeat(64)}' where guid = '${guid}'`),
  ],
  [
    'a wrapped key that was changed',
    'does not open',
    (data, guid) => query(data, `update object set wrapped_key = 'x' || wrapped_key where guid = '${guid}'`),
  ],
])('%s is found, with the file and the share that it hurts', async (_what, words, harm) => {
  const { code, damage, share, original } = await verifyAfter(harm)
  expect(code).toBe(1)
  expect(damage).toEqual([
    {
      what: 'object',
      guid: original,
      problem: expect.stringContaining(words),
      files: [{ guid: expect.any(String), isOriginal: true, shares: [share], rooms: [] }],
    },
  ])
})

const copyOfLast = `insert into event (subject_guid, sequence, at, kind, email, visit_guid, ip, country, user_agent,
  detail, hash, salt) select subject_guid, sequence + 1, at, kind, email, visit_guid, ip, country, user_agent, detail,
  hash, salt from event where subject_guid in (select guid from share) order by sequence desc limit 1`

test.each<[string, string, string]>([
  ['an event behind the last', 'from event 4 on', copyOfLast],
  ['an event that was changed', 'from event 2 on', `update event set ip = '203.0.113.9' where sequence = 2`],
  ['an event that was removed', 'from event 2 on', 'delete from event where sequence = 2'],
  [
    'the last event removed',
    'from event',
    'delete from event where sequence = (select max(sequence) from event)',
  ],
  [
    'an event that was moved to a room',
    'from event 2 on',
    `update event set room_guid = 'x' where sequence = 2`,
  ],
])('%s is found, with its share, by each way to check', async (_what, words, statement) => {
  const { data, share } = await makeInstallation()
  query(data, statement)
  const found = expect.objectContaining({ problem: expect.stringContaining(words) })
  for (const command of [['verify'], ['verify', '--quick'], ['audit', 'verify']]) {
    const { code, out } = await run({ DATA_DIR: data }, ...command, '--json')
    const { damage } = JSON.parse(out) as { damage: Damage[] }
    expect([command, code, damage]).toEqual([command, 1, [found]])
    expect(JSON.stringify(damage)).toContain(share)
  }
})

test('a share whose whole history was removed is found', async () => {
  const { damage, share } = await verifyAfter((data) => {
    query(data, 'delete from event')
    query(data, 'delete from event_head')
  })
  expect(damage).toEqual([
    { what: 'events', guid: share, problem: expect.stringContaining('was removed'), files: [] },
  ])
})

test('a row that names one that is gone is found', async () => {
  const { damage } = await verifyAfter((data) => query(data, 'pragma foreign_keys = off; delete from user'))
  expect(damage.map(({ problem }) => problem)).toEqual([
    expect.stringContaining('rows of session refer to a user.guid'),
    expect.stringContaining('rows of known_device refer to a user.guid'),
    expect.stringContaining('rows of known_browser refer to a user.guid'),
    expect.stringContaining('rows of file refer to a user.guid'),
    expect.stringContaining('rows of share refer to a user.guid'),
    expect.stringContaining('rows of share_word refer to a user.guid'),
  ])
})

test('an account whose storage is counted wrong is found, and gc counts it again', async () => {
  const { data } = await makeInstallation()
  query(data, 'update user set storage_bytes = storage_bytes + 5')
  const { code, out } = await run({ DATA_DIR: data }, 'verify')
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(
      /^usage [0-9a-f]{32}: the files of this account are 12 bytes but counted as 17; gc corrects that$/m,
    ),
  ])
  const dry = await run({ DATA_DIR: data }, 'gc', '--dry-run')
  expect(dry.out).toContain('Accounts whose storage was miscounted: 1.')
  await run({ DATA_DIR: data }, 'gc')
  expect(query(data, 'select storage_bytes from user')).toEqual([{ storage_bytes: 12 }])
  expect((await run({ DATA_DIR: data }, 'verify')).code).toBe(0)
})

test('a secret that the key does not open is found, by its name', async () => {
  const { code, damage } = await verifyAfter((data) =>
    query(data, `insert into second_factor select guid, 'not sealed by this key', 1, 0, 1 from user`),
  )
  expect([code, damage]).toEqual([
    1,
    [
      {
        what: 'secret',
        guid: expect.stringMatching(/^second_factor:[0-9a-f]{32}$/),
        problem: 'the key of this installation does not open it',
        files: [],
      },
    ],
  ])
})

test('a quick look finds what is missing or cut off, and not what view only shows', async () => {
  const lost = await verifyAfter((data, guid) => rm(objectFile(data, guid)), '--quick')
  expect([lost.code, lost.damage.length]).toEqual([1, 1])
  const flipped = await verifyAfter((data, guid) => flipByte(objectFile(data, guid), 20), '--quick')
  expect([flipped.code, flipped.damage]).toEqual([0, []])
})

test('a whole installation is said to be whole, and what belongs to nothing is counted but no damage', async () => {
  const { data } = await makeInstallation()
  // As that of a large file is, until its job has run.
  query(data, 'update object set sha256 = null where guid in (select object_guid from file)')
  const stray = 'ab'.repeat(16)
  const [{ guid }] = query(data, 'select guid from object') as [{ guid: string }]
  await cp(objectFile(data, guid), objectFile(data, stray), { recursive: true })
  const { code, out, err } = await run({ DATA_DIR: data }, 'verify')
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('Everything is intact.')
  expect(out).toContain('in 2 audit logs of shares, rooms, accounts and teams were read')
  expect(out).toContain('1 stored objects belong to nothing')
  expect(out).toContain('1 of them have no SHA-256 yet')
})
