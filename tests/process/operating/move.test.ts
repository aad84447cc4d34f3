import { expect, test } from 'vitest'
import { makeInstallation } from './make-backup.ts'
import { run } from './run-command.ts'

test('a move without a target, or from PostgreSQL, says what to set', async () => {
  const { data } = await makeInstallation()
  const cases: [Record<string, string>, number, string][] = [
    [{}, 2, 'Set TO_DATABASE_URL'],
    [{ TO_DATABASE_URL: 'mysql://x' }, 2, 'TO_DATABASE_URL must be an address'],
    [
      { TO_DATABASE_URL: 'postgres://a@127.0.0.1:1/x', DATABASE_URL: 'postgres://a@127.0.0.1:1/y' },
      2,
      'unset it',
    ],
    [{ TO_DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' }, 3, 'isn’t responding'],
  ]
  for (const [settings, code, words] of cases) {
    const ended = await run({ DATA_DIR: data, ...settings }, 'move-to-postgres')
    expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(words)])
    expect(ended.err).not.toContain('secret')
  }
  const s3 = await run({ DATA_DIR: data }, 'move-to-s3')
  expect([s3.code, s3.err]).toEqual([2, expect.stringContaining('S3_ENDPOINT')])
})
