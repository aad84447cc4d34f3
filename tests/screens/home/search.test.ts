import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { note } from '#tests/support/files/documents.ts'
import { somebody } from '#tests/support/world/people.ts'

const {
  app,
  operator: sender,
  people: [rita, other],
  share: guid,
} = await makeWorld({
  people: [{ email: 'rita@example.net' }, {}],
  share: { file: note('Harbour lease.txt'), recipients: 'rita@example.net, otto@example.net' },
})

test('finds sent files by name and person, received files by sender, and settings', async () => {
  await sender.open('/search?q=harb')
  expect(sender.page.links('Harbour lease.txt')).toEqual([`/s/${guid}`])
  await sender.open('/search?q=rita')
  expect(sender.page.links('Harbour lease.txt')).toEqual([`/s/${guid}`])
  await rita.open('/search?q=olivia')
  expect(rita.page.links('Harbour lease.txt')).toEqual([`/file/${guid}`])
  await rita.open('/search?q=passw')
  expect(rita.page.links('Password')).toEqual(['/setting?tabActive=password'])
})

test('finds received files by name once their recipient knows it, never by another recipient', async () => {
  await rita.open(`/file/${guid}`)
  await rita.open('/search?q=harb')
  expect(rita.page.links('Harbour lease.txt')).toEqual([`/file/${guid}`])
  await rita.open('/search?q=otto')
  expect(rita.text()).toContain('No results')
})

test('finds nothing of another account', async () => {
  for (const words of ['harbour', 'rita', 'olivia', guid]) {
    await other.open(`/search?q=${words}`)
    expect([other.status, other.text()]).toEqual([200, expect.stringContaining('No results')])
    expect(other.text()).not.toContain('Harbour')
  }
})

test('asks a stranger to sign in', async () => {
  const stranger = await app.browser(somebody()).open('/search?q=harbour')
  expect(stranger.url.pathname).toBe('/access/login')
  expect(stranger.text()).not.toContain('Harbour')
})

test.each(['', '?q=', '?q=%00', `?q=${'x'.repeat(5000)}`, '?q=%25%5C%27'])(
  'does not mind %s',
  async (query) => {
    expect((await sender.open(`/search${query}`)).status).toBe(200)
  },
)
