import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeUser, password, signIn, trySignIn } from '#tests/support/world/make.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'

const { app, operator } = await makeWorld()
const email = 'vera@example.org'
const desk = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const browser = await makeUser(app, { email, browser: { userAgent: desk, ip: '8.8.8.8' } })
const page = '/setting/activity'

function lines(): string[] {
  return browser.page.root.querySelectorAll('tbody tr').map((row) =>
    row
      .querySelectorAll('td')
      .map((cell) => cell.text.trim())
      .join(' | '),
  )
}

test('a person reads who signed in to their account, how, with which device and from where', async () => {
  await signIn(app, email, { userAgent: desk, ip: '8.8.8.8' })
  await browser.open(page)
  expect(browser.status).toBe(200)
  expect(lines()[0]).toMatch(
    /vera@example\.org \| signed in with a password \| 8\.8\.8\.8 \(United States\)Firefox on Linux/,
  )
  await browser.open('/setting')
  await browser.follow('Records')
  expect(browser.path).toBe('/setting/activity')
  await browser.follow('Your data')
  expect(browser.text()).toContain('Activity')
})

test('a filter is a link, and the export leaves out what the page does', async () => {
  await browser.open(`${page}?about=security`)
  expect(browser.text()).toContain('No records of this kind.')
  await browser.open(page)
  await browser.follow('Sign-ins')
  expect(browser.url.searchParams.get('about')).toBe('signIns')
  expect(lines().length).toBeGreaterThan(1)
  const csv = async (query: string) =>
    Buffer.from((await browser.open(`${page}/export?format=csv${query}`)).bytes)
      .toString()
      .trim()
      .split('\n')
  const everything = await csv('')
  expect(everything[0]).toContain('Person,Account or team,What,Details,Network address')
  expect(everything.length).toBeGreaterThan(2)
  expect(await csv('&about=security')).toHaveLength(1)
  expect(await csv('&since=2090-01-01')).toHaveLength(1)
  const sheet = await browser.fetch(`${page}/export`)
  expect(sheet.headers.get('content-disposition')).toContain('Account activity.xlsx')
})

test('more than a page is read page by page, and back', async () => {
  const { events, database } = app.strongroom.services
  const user = await database.kysely
    .selectFrom('user')
    .select('guid')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await database.transaction(async (tx) => {
    for (let at = 0; at < rowsOnScreen; at++)
      await events.record(tx, { subject: user.guid, kind: 'Exported', client: null })
  })
  app.clock.advance(minute)
  await browser.open(page)
  const first = lines()
  expect(first).toHaveLength(rowsOnScreen)
  await browser.follow('Next (older)')
  expect(lines().at(-1)).toContain('signed in')
  await browser.follow('Previous (newer)')
  expect(lines()).toEqual(first)
  app.clock.advance(-minute)
})

test('no one reads anything of other accounts, whatever the address says', async () => {
  await trySignIn(app, email, password, {})
  for (const query of ['', `?person=${email}`, '?before=9999999999999.installation.9', '?after=x']) {
    await operator.open(page + query)
    expect(operator.status).toBe(200)
    expect(operator.text()).not.toContain(email)
  }
  const stranger = app.browser()
  for (const path of [page, `${page}/export`])
    expect((await stranger.open(path)).url.pathname).toBe('/access/login')
})
