import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import '#tests/support/world/console.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { operatorEmail, userOf } from '#tests/support/world/make.ts'
import { passkey } from '#tests/support/world/passkeys.ts'

const { app, operator: sender } = await makeWorld()

const contract = { name: 'contract.pdf', type: 'application/pdf', bytes: pdf() }

async function counts(): Promise<Record<string, number>> {
  const { kysely } = app.strongroom.services.database
  const tables = ['share', 'passkey', 'held_key'] as const
  const rows = await Promise.all(tables.map((table) => kysely.selectFrom(table).selectAll().execute()))
  return Object.fromEntries(tables.map((table, at) => [table, rows[at]!.length]))
}

async function objectNames(): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of app.strongroom.services.storage.list()) names.push(name)
  return names.toSorted()
}

describe('a passkey that cannot be', () => {
  test.each([
    ['short', 'kj4x!', 'kj4x!', 'Use at least 8 characters.'],
    ['empty', '', '', 'Use at least 8 characters.'],
    ['very common', 'password1', 'password1', 'This passkey is too easy to guess'],
    ['the name of its sender', 'olivia ortega', 'olivia ortega', 'This passkey contains your name'],
    ['two different ones', passkey, `${passkey}s`, 'The passkeys don’t match.'],
    ['far too long', 'ab'.repeat(1000), 'ab'.repeat(1000), 'at most 200 characters'],
  ])('%s is refused in words, and nothing is shared or sent back', async (_, typed, again, words) => {
    const before = await counts()
    await sender.open('/share')
    await sender.send('share', {
      visibility: 'passkey',
      passkey: typed,
      passkeyAgain: again,
      recipients: '',
      file: contract,
    })
    expect([sender.status, sender.text()]).toEqual([400, expect.stringContaining(words)])
    const fields = sender.page.root.querySelectorAll('input[name^=passkey]')
    expect(fields.map((field) => field.getAttribute('value') ?? null)).toEqual([null, null])
    expect(await counts()).toEqual(before)
  })
})

describe('a file that a passkey cannot protect', () => {
  test.each([
    [
      'a text',
      { name: 'note.txt', type: 'text/plain', bytes: Buffer.from('a note') },
      'these file types: PDF, PNG',
    ],
    [
      'one byte more than 30,000,000',
      {
        name: 'long.pdf',
        type: 'application/pdf',
        bytes: Buffer.concat([pdf(), Buffer.alloc(30_000_001 - pdf().length)]),
      },
      'at most 30,000,000 bytes',
    ],
  ])('%s is refused with the way out, and stays as it was', async (_, file, words) => {
    const before = await counts()
    await sender.open('/share')
    await sender.send('share', {
      visibility: 'passkey',
      passkey,
      passkeyAgain: passkey,
      recipients: '',
      file,
    })
    expect(sender.status).toBe(400)
    expect(sender.text()).toContain(words)
    expect(sender.text()).toContain('Choose "Only people I specify" for this file')
    expect(await counts()).toEqual(before)
  })
})

test('where the share fails in the end, the locked copy goes and the upload can be shared again', async () => {
  const { services } = app.strongroom
  await sender.open('/share')
  const many = Array.from({ length: 101 }, (_, at) => `p${at}@example.net`).join(',')
  const fields = { visibility: 'passkey', passkey, passkeyAgain: passkey, file: contract }
  await sender.send('share', { ...fields, recipients: many })
  expect(sender.status).toBe(400)
  await app.settle()
  const before = await objectNames()
  const file = await services.database.kysely
    .selectFrom('file')
    .select('guid')
    .where('taken_at', 'is', null)
    .where('name', '=', contract.name)
    .limit(1)
    .executeTakeFirstOrThrow()
  const actor = await userOf(app, operatorEmail)
  const failing = services.shares.passkeys.locking(actor, { fileGuid: file.guid, passkey }, async () => {
    throw new Error('the database went')
  })
  await expect(failing).rejects.toThrow('the database went')
  expect(await objectNames()).toEqual(before)
})
