import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import '#tests/support/world/console.ts'
import { atPasskey, passkey, sharePasskey } from '#tests/support/world/passkeys.ts'
import { eventKinds } from '#tests/support/world/events.ts'

const { app, operator: sender } = await makeWorld()
const guid = await sharePasskey(app, sender)

test('the page that asks for a passkey is small, runs nothing, and has a label on each field', async () => {
  const reader = await atPasskey(app, guid)
  const { root } = reader.page
  expect(root.querySelectorAll('script, iframe, object, embed, [style], img')).toEqual([])
  expect(reader.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(reader.headers.get('cache-control')).toContain('no-store')
  expect(root.querySelectorAll('h1')).toHaveLength(1)
  for (const field of root.querySelectorAll('input:not([type=hidden], [type=submit])'))
    expect(root.querySelector(`label[for=${field.getAttribute('id')}]`)).not.toBeNull()
  const [sheet] = root.querySelectorAll('link[rel=stylesheet]')
  const styles = await (await reader.fetch(sheet!.getAttribute('href')!)).arrayBuffer()
  expect(gzipSync(reader.bytes).length + gzipSync(new Uint8Array(styles)).length).toBeLessThanOrEqual(
    20 * 1024,
  )
})

test('the page that changes a passkey keeps the same protections', async () => {
  await sender.open(`/s/${guid}/passkey`)
  expect([sender.status, sender.page.root.querySelectorAll('h1').length]).toEqual([200, 1])
  expect(sender.headers.get('content-security-policy')).toContain("default-src 'none'")
  for (const field of sender.page.root.querySelectorAll('input[type=password]'))
    expect([field.getAttribute('autocomplete'), field.getAttribute('value') ?? null]).toEqual(['off', null])
})

test.each([
  ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, {}],
  ['without its token', {}, { token: '' }],
])('a form %s changes no passkey', async (_, headers, changed) => {
  await sender.open(`/s/${guid}/passkey`)
  const { entries } = sender.page.submission(sender.page.form('change'))
  const own = Object.fromEntries(entries.map(({ name, value }) => [name, String(value)]))
  const typed = { oldPasskey: passkey, passkey: 'seven slow rivers', passkeyAgain: 'seven slow rivers' }
  const answer = await sender.fetch(`/s/${guid}/passkey`, {
    method: 'POST',
    body: new URLSearchParams({ ...own, ...typed, ...changed }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  expect(answer.status).toBe(403)
  expect(await eventKinds(app, guid)).not.toContain('PasskeyChanged')
})

test('a form whose session has ended is kept without its passkeys', async () => {
  await sender.open(`/s/${guid}/passkey`)
  const { entries } = sender.page.submission(sender.page.form('change'))
  const fields = entries.map(({ name, value }) => [name, String(value)])
  const typed = [
    ['oldPasskey', passkey],
    ['passkey', 'seven slow rivers'],
    ['passkeyAgain', 'seven slow rivers'],
  ]
  const { kysely } = app.strongroom.services.database
  await kysely.deleteFrom('session').execute()
  const answer = await sender.fetch(`/s/${guid}/passkey`, {
    method: 'POST',
    body: new URLSearchParams([...fields.filter(([name]) => !/passkey/i.test(name!)), ...typed]).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const page = await answer.text()
  expect([401, 403]).toContain(answer.status)
  for (const secret of [passkey, 'seven slow rivers']) expect(page).not.toContain(secret)
})
