import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { newGuid, openDatabase } from '#server/db/open.ts'
import { Events } from '#server/events/events.ts'
import { auditKeyOf } from '#tests/support/unit/audit-key.ts'
import { Outbox } from '#tests/support/world/mail.ts'
import { operatorEmail, password } from '#tests/support/world/make.ts'
import { command } from './command.ts'
import { makeInstallation } from './make-backup.ts'
import { download, query, shareText, startServer, storedObjects } from './place.ts'
import { answerOf, begin, run } from './run-command.ts'
import { patience } from '#tests/support/world/patience.ts'

const email = 'ulrich@example.org'

/** An installation whose server runs, with one more account that has a share. */
async function makeHouse() {
  const { data, share: kept } = await makeInstallation()
  const server = await startServer(data)
  const args = ['user', 'create', email, '--first', 'Ulrich', '--last', 'Unger', '--password-stdin']
  expect(await command(data, args, { input: `${password}\n` })).toMatchObject({ code: 0, stderr: '' })
  const browser = await server.browser().open('/access/login')
  await browser.send('signIn', { email, password })
  expect(browser.path).toBe('/home')
  const guid = await shareText(browser, 'words')
  // Its pages are made by then.
  expect(await download(server, guid)).toBe('words')
  return { data, settings: { DATA_DIR: data }, server, browser, kept, guid }
}

test('an account that the operator closes is out at once, and only the operator can keep it', async () => {
  const { settings, data, server, browser, guid } = await makeHouse()
  const { code, out } = await run(settings, 'user', 'delete', email)
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(
      /^ulrich@example\.org is closed\. It will be deleted after \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
    ),
  ])
  expect((await browser.open('/home')).status).toBe(401)
  expect((await server.browser().open(`/file/${guid}`)).text()).toContain(
    'The sender stopped sharing this file.',
  )
  const back = await server.browser().open('/access/login')
  await back.send('signIn', { email, password })
  expect([back.status, back.text()]).toEqual([403, expect.stringContaining('This account is suspended')])
  await back.open('/access/keep')
  await back.send('keep', { email, password })
  expect([back.status, back.text()]).toEqual([403, expect.stringContaining('This account is suspended')])
  expect((await run(settings, 'user', 'list')).out).toMatch(/ulrich@example\.org .*Erased \d{4}-\d\d-\d\d/)
  const [, erasedFrom] = /after (\S+)/.exec(out)!
  const [listed] = await answerOf<{ erasedFrom: string }[]>(settings, 'user', 'list', '--search', email)
  expect(listed!.erasedFrom).toContain(erasedFrom)
  expect((await run(settings, 'user', 'enable', email)).out).toBe(`${email} is enabled again.\n`)
  await back.open('/access/login')
  expect((await back.send('signIn', { email, password })).path).toBe('/home')
  const outbox = new Outbox(path.join(data, 'outbox'))
  // The command's email leaves by the running server.
  await vi.waitFor(
    async () => expect((await outbox.newest(email)).subject).toBe('Your Strongroom account is closed'),
    patience,
  )
})

test('with --now it is erased beside the running server, and nothing of the others', async () => {
  const { settings, data, kept } = await makeHouse()
  const objects = query(data, 'select guid from object').length
  expect(await storedObjects(data)).toHaveLength(objects)
  const { code, out } = await run(settings, 'user', 'delete', email, '--now')
  expect([code, out]).toEqual([0, `${email} is erased.\n`])
  expect(query(data, 'select email from user')).toEqual([{ email: operatorEmail }])
  expect(query(data, 'select guid from share')).toEqual([{ guid: kept }])
  const left = query(data, 'select guid from object').length
  expect(left).toBeLessThan(objects)
  expect(await storedObjects(data)).toHaveLength(left)
  expect((await run(settings, 'verify')).out).toContain('Everything is intact.')
  expect((await run(settings, 'user', 'delete', email)).err).toBe(`No account has the address ${email}.\n`)
})

test('the only operator cannot be deleted', async () => {
  const { data } = await makeInstallation()
  const { code, err } = await run({ DATA_DIR: data }, 'user', 'delete', operatorEmail, '--now')
  expect([code, err]).toEqual([
    1,
    `${operatorEmail} is the only operator who can sign in. Create another operator first.\n`,
  ])
})

test('erasing that is killed leaves all whole, is not taken back, and goes on when it is asked again', async () => {
  const { settings, data, server } = await makeHouse()
  await server.kill()
  await addShares(data, 400)
  const count = () => Number(query(data, 'select count(*) as count from share')[0]!['count'])
  const all = count()
  const { child, ended } = begin(settings, ['user', 'delete', email, '--now'])
  let left = all
  while (left > all - 5 && child.exitCode === null) {
    left = count()
    await setImmediate()
  }
  child.kill('SIGKILL')
  await ended
  left = count()
  expect([left < all, left > 1]).toEqual([true, true])
  expect((await run(settings, 'verify')).out).toContain('Everything is intact.')
  const refused = await run(settings, 'user', 'enable', email)
  expect([refused.code, refused.err]).toEqual([
    1,
    `${email} was closed more than 14 days ago. It’s being deleted and can’t be reactivated.\n`,
  ])
  expect((await run(settings, 'user', 'delete', email, '--now')).out).toBe(`${email} is erased.\n`)
  expect([count(), query(data, 'select email from user')]).toEqual([1, [{ email: operatorEmail }]])
  expect((await run(settings, 'verify')).out).toContain('Everything is intact.')
})

/** More shares of the account's file, each with its first event. */
async function addShares(data: string, number: number): Promise<void> {
  const url = `sqlite:${path.join(data, 'strongroom.db')}`
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ url, log, as: 'guest' })
  const events = new Events({ database, clock: Date.now, log, auditKey: await auditKeyOf(database, data) })
  await database.transaction(async (tx) => {
    const {
      ends_at: _,
      listed_as: __,
      name_key: ___,
      ...share
    } = await tx
      .selectFrom('share')
      .innerJoin('user', 'user.guid', 'share.owner_guid')
      .selectAll('share')
      .where('user.email', '=', email)
      .executeTakeFirstOrThrow()
    for (let at = 0; at < number; at++) {
      const guid = newGuid()
      await tx
        .insertInto('share')
        .values({ ...share, guid })
        .execute()
      await events.record(tx, { subject: guid, ownerGuid: share.owner_guid, kind: 'Shared' })
    }
  })
  await database.close()
}
