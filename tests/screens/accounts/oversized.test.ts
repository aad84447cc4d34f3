import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { operatorEmail, password } from '#tests/support/world/make.ts'
import { Page } from '#tests/support/browser/page.ts'

const { app } = await makeWorld({ operator: { browser: { ip: '192.0.2.200' } } })
const origin = (await app.strongroom.listen(0)).url

const typed = { firstName: 'Vera', lastName: 'Voss', email: 'vera@example.org', password }
const half = 'x'.repeat(500_000)

/** Forms of strangers, with every field that holds text, and what has to come back. */
const forms: [string, string, Record<string, string>, string[]][] = [
  ['/access/login', 'signIn', { email: operatorEmail, password }, ['Email address']],
  ['/access/register', 'register', typed, ['First name', 'Last name', 'Email address']],
  ['/access/reset', 'request', { email: operatorEmail }, []],
  ['/access/validation', 'resend', { email: operatorEmail }, []],
  [`/access/filelogin?share=${'f'.repeat(32)}`, 'ask', { email: operatorEmail }, []],
  ['/access/filelogin', 'ask', { email: operatorEmail }, []],
  [
    `/access/filelogin?share=${'f'.repeat(32)}&email=a%40b.example&step=code`,
    'prove',
    { code: '123456' },
    [],
  ],
]

const fields = forms.flatMap(([page, intent, values, kept]) =>
  Object.keys(values).map((field) => ({ page, intent, values, kept, field })),
)

describe('a field of half a million characters', () => {
  test.each(fields)('$field of $intent at $page is refused in words, the rest kept', async (given) => {
    const { page, intent, values, kept, field } = given
    const browser = await app.browser().open(page)
    await browser.send(intent, { ...values, [field]: half })
    expect([browser.status, browser.page.root.querySelector('[role=alert]') !== null]).toEqual([400, true])
    const names = { firstName: 'First name', lastName: 'Last name', email: 'Email address' } as const
    for (const [name, label] of Object.entries(names)) {
      if (name !== field && kept.includes(label)) expect(browser.page.valueOf(label)).toBe(values[name])
    }
    expect(browser.cookies.names()).not.toContain('session')
  })
})

/** A form as a browser sends it over the network, and its answer. */
async function post(path: string, intent: string, values: Record<string, string>) {
  const shown = await fetch(origin + path)
  const page = new Page(await shown.text())
  const { entries } = page.submission(page.form(intent))
  const body = new URLSearchParams(entries.map(({ name, value }) => [name, values[name] ?? String(value)]))
  const cookie = shown.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const headers = { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await fetch(origin + path, { method: 'POST', redirect: 'manual', headers, body })
  const isHtml = answer.headers.get('content-type')?.startsWith('text/html') ?? false
  return { status: answer.status, page: new Page(isHtml ? await answer.text() : ''), answer }
}

describe('a password of ten megabytes', () => {
  const long = 'long '.repeat(2_000_000)

  test('does not sign in: the form comes back with the address', async () => {
    const { status, page, answer } = await post('/access/login', 'signIn', {
      email: operatorEmail,
      password: long,
    })
    expect([status, page.heading()]).toEqual([413, 'Sign in'])
    expect(page.text()).toContain('That text is too long. Shorten it and try again.')
    expect(page.valueOf('Email address')).toBe(operatorEmail)
    expect(answer.headers.getSetCookie().some((line) => line.startsWith('session='))).toBe(false)
  })

  test('makes no account: the form comes back with all that stood before it', async () => {
    const { status, page } = await post('/access/register', 'register', { ...typed, password: long })
    expect([status, page.heading()]).toEqual([413, 'Create an account'])
    expect([page.valueOf('First name'), page.valueOf('Email address')]).toEqual(['Vera', typed.email])
    expect(page.valueOf('Password')).toBe('')
    const { kysely } = app.strongroom.services.database
    expect(await kysely.selectFrom('user').select('guid').execute()).toHaveLength(1)
  })
})
