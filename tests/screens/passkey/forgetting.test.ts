import { beforeEach, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour, minute } from '#tests/support/world/clock.ts'
import '#tests/support/world/console.ts'
import { operatorEmail, signIn } from '#tests/support/world/make.ts'
import {
  atPasskey,
  openWithPasskey,
  passkey,
  pictures,
  readerEmail,
  sharePasskey,
} from '#tests/support/world/passkeys.ts'

let sender: Browser

const { app } = await makeWorld()
// Time goes by in these tests: sessions end.
beforeEach(async () => {
  sender = await signIn(app, operatorEmail)
})

async function ways(reader: Browser, guid: string): Promise<number[]> {
  const paths = [`/view/${guid}/page/1`, `/view/${guid}/download`]
  return Promise.all(paths.map(async (path) => (await reader.fetch(path)).status))
}

function cookieOf(reader: Browser, name: string): string {
  return `${name}=${reader.cookies.value(name)}; Path=/`
}

test('signing out forgets the key, also for who kept the cookie', async () => {
  const guid = await sharePasskey(app, sender, { download: 'yes' })
  const reader = await openWithPasskey(app, guid)
  expect(await ways(reader, guid)).toEqual([200, 200])
  const kept = cookieOf(reader, 'keys')
  await reader.open('/access/logout')
  await reader.press('Sign out')
  expect(reader.cookies.names()).not.toContain('keys')
  expect(await ways(reader, guid)).toEqual([401, 401])
  reader.cookies.keep(kept, reader.url)
  expect(await ways(reader, guid)).toEqual([401, 401])
  expect(await app.strongroom.services.database.kysely.selectFrom('held_key').selectAll().execute()).toEqual(
    [],
  )
})

test('after 12 hours the passkey is asked for again, and the row goes', async () => {
  const guid = await sharePasskey(app, sender, { download: 'yes' })
  const reader = await openWithPasskey(app, guid)
  const kept = cookieOf(reader, 'keys')
  app.clock.advance(12 * hour - minute)
  reader.cookies.keep(kept, reader.url)
  expect((await reader.open(`/file/${guid}`)).path).toBe(`/file/${guid}`)
  app.clock.advance(minute)
  reader.cookies.keep(kept, reader.url)
  expect((await reader.open(`/file/${guid}`)).path).toBe(`/file/${guid}/passkey`)
  expect(await ways(reader, guid)).toEqual([401, 401])
  await app.strongroom.services.sweep()
  expect(await app.strongroom.services.database.kysely.selectFrom('held_key').selectAll().execute()).toEqual(
    [],
  )
})

test('the cookie of another browser opens nothing in this one', async () => {
  const guid = await sharePasskey(app, sender, { download: 'yes' })
  const reader = await openWithPasskey(app, guid)
  const thief = await atPasskey(app, guid)
  thief.cookies.keep(cookieOf(reader, 'keys'), thief.url)
  expect((await thief.open(`/file/${guid}`)).path).toBe(`/file/${guid}/passkey`)
  expect(await ways(thief, guid)).toEqual([401, 401])
})

test('a cookie that someone made up opens nothing', async () => {
  const guid = await sharePasskey(app, sender, { download: 'yes' })
  await openWithPasskey(app, guid)
  const thief = await atPasskey(app, guid)
  const { kysely } = app.strongroom.services.database
  const [held] = await kysely.selectFrom('held_key').selectAll().execute()
  for (const value of ['', 'x', held!.holder_hash, held!.half]) {
    thief.cookies.keep(`keys=${value}; Path=/`, thief.url)
    expect(await ways(thief, guid)).toEqual([401, 401])
  }
})

test('the key of one share opens no other', async () => {
  const [guid, other] = [await sharePasskey(app, sender), await sharePasskey(app, sender)]
  const reader = await openWithPasskey(app, guid)
  const { kysely } = app.strongroom.services.database
  const held = await kysely
    .selectFrom('held_key')
    .selectAll()
    .where('share_guid', '=', guid)
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('held_key')
    .values({ ...held, share_guid: other })
    .execute()
  expect((await reader.open(`/file/${other}`)).path).toBe(`/file/${other}/passkey`)
  expect(await ways(reader, other)).toEqual([401, 401])
})

test('looking, asking for headers and fetching beforehand start nothing and hold nothing', async () => {
  const guid = await sharePasskey(app, sender)
  const { kysely } = app.strongroom.services.database
  const before = await kysely.selectFrom('event').selectAll().where('subject_guid', '=', guid).execute()
  const scanner = app.browser()
  const addresses = [`/file/${guid}`, `/file/${guid}/passkey`, `/view/${guid}`, `/view/${guid}/page/1`]
  for (const path of [...addresses, `/file/${guid}/passkey?passkey=${encodeURIComponent(passkey)}`]) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await scanner.fetch(path, { method, headers: { 'sec-purpose': 'prefetch' } })
      expect([path, answer.status]).not.toEqual([path, 500])
      await answer.body?.cancel()
    }
  }
  const after = await kysely.selectFrom('event').selectAll().where('subject_guid', '=', guid).execute()
  expect(after).toEqual(before)
  const rows = await kysely.selectFrom('held_key').selectAll().where('share_guid', '=', guid).execute()
  expect(rows).toEqual([])
})

test('a form from another site, and one without its token, open nothing', async () => {
  const guid = await sharePasskey(app, sender)
  const reader = await atPasskey(app, guid)
  const { entries } = reader.page.submission(reader.page.form('unlock'))
  const own = Object.fromEntries(entries.map(({ name, value }) => [name, String(value)]))
  const fields = { ...own, passkey, email: readerEmail }
  for (const [body, headers] of [
    [fields, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    [{ ...fields, token: '' }, {}],
  ] as const) {
    const answer = await reader.fetch(`/file/${guid}/passkey`, {
      method: 'POST',
      body: new URLSearchParams(body).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
    expect(answer.status).toBe(403)
    const page = await answer.text()
    expect(page).not.toContain(passkey)
  }
  expect(reader.cookies.names()).not.toContain('keys')
})

test('pages are shown again at once while the browser holds the key', async () => {
  const guid = await sharePasskey(app, sender)
  const reader = await openWithPasskey(app, guid)
  await reader.open(`/file/${guid}/passkey`)
  expect(reader.path).toBe(`/file/${guid}`)
  await reader.press('Open')
  expect((await reader.fetch(pictures(reader)[0]!)).status).toBe(200)
})
