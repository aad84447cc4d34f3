import { expect, test } from 'vitest'
import { everyRoute } from '#app/routes.ts'
import { encodeForm } from '#tests/support/browser/encode.ts'
import { filesLike, readSource, targetOf, textOf } from '#tests/support/sources/sources.ts'
import { stranger } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator } = await makeWorld()

const hidden = 'hunter2-hidden'
const shown = 'typed-and-shown'

/** What is typed where it is not seen, or shown once: no screen's markup gives it back. */
const secretNames = [
  'password',
  'newPassword',
  'passkey',
  'passkeyAgain',
  'oldPasskey',
  'documentPassword',
].concat(['twoFactorCode', 'offCode'])
const secrets = secretNames.map((name): [string, string] => [name, `${hidden}-${name}`])

type Form = { address: string; module: string; intent: string }

/** Every form that an address takes: those of its module, and of the tables that it takes from elsewhere. */
const forms = everyRoute.flatMap(({ path, module }): Form[] => {
  const address = path.replace(/:\w+/g, '0'.repeat(32))
  return intentsOf(`app/${module}`).map((intent) => ({ address, module, intent }))
})

function intentsOf(file: string): string[] {
  const source = readSource(file)
  if (!/\b(action|intent)\b/.test(source.text)) return []
  const tables = source.imports
    .map((name) => targetOf(source, name) ?? '')
    .filter((target) =>
      /^app\/(rooms\/rights\/shared\/rights-actions|rooms\/folder\/room-retry|settings\/account\/tabs)\.server\.ts$/.test(
        target,
      ),
    )
  const texts = tables.map((table) => (table.includes('/settings/') ? ofSettings() : textOf(table)))
  const named = texts.flatMap(tablesIn).filter(([table]) => source.text.includes(table))
  return [...new Set([...[source.text, ...texts].flatMap(namesIn), ...named.flatMap(([, names]) => names)])]
}

function ofSettings(): string {
  return filesLike('app/settings/account/**/*.server.ts').map(textOf).join('\n')
}

function namesIn(text: string): string[] {
  const declared = text.matchAll(
    /(?:^ +|[{,] )(\w+): (?:intent|once|onceAMinute|proof|button|choose|guarded)\(/gm,
  )
  return [...declared].map(([, name]) => name!)
}

/** Tables that only name what is declared above them. */
function tablesIn(text: string): [table: string, names: string[]][] {
  const tables = text.matchAll(/\b(\w+Intents) = \{ (.*) \}/g)
  return [...tables].map(([, table, names]) => [table!, names!.split(', ')])
}

async function post(address: string, fields: [string, string][], browser = operator): Promise<string> {
  const answer = await browser.fetch(`${address}.data`, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return answer.text()
}

function isFormAnswer(body: string): boolean {
  return body.includes('"initialValue"')
}

test('every form of the product comes back without its secrets, though with what else was typed', async () => {
  const kept: string[] = []
  const answered = new Set<string>()
  for (const { address, module, intent } of forms) {
    const typed: [string, string][] = ['email', 'name', 'message'].map((name) => [name, shown])
    // Its token is too old: the form is refused, and comes back, before anything is done.
    const body = await post(address, [['token', 'A'.repeat(86)], ['intent', intent], ...typed, ...secrets])
    if (body.includes(hidden)) kept.push(`${module}: ${intent}`)
    if (isFormAnswer(body)) answered.add(`${module}: ${intent}`)
  }
  expect(kept).toEqual([])
  const all = new Set(forms.map(({ module, intent }) => `${module}: ${intent}`))
  expect([...all].filter((form) => !answered.has(form))).toEqual([])
  expect(answered.size).toBeGreaterThan(130)
}, 120_000)

test('what is refused by its own rules comes back without secrets as well', async () => {
  await operator.open('/setting')
  const token = operator.page.root.querySelector('input[name=token]')!.getAttribute('value')!
  const tooLong = secretNames.map((name): [string, string] => [name, hidden.repeat(200)])
  const refused = []
  for (const { address, intent } of forms.filter((form) => /access|setting|passkey/.test(form.module))) {
    const body = await post(address, [['token', token], ['intent', intent], ['email', shown], ...tooLong])
    if (isFormAnswer(body)) refused.push(intent)
    expect(body, intent).not.toContain(hidden)
  }
  expect(refused).toEqual(expect.arrayContaining(['signIn', 'register', 'changePassword', 'setUp', 'change']))
})

test('a field that its form does not know does not come back either', async () => {
  const fields: [string, string][] = [
    ['token', 'A'.repeat(86)],
    ['intent', 'signIn'],
    ['email', shown],
    ['pasword', hidden],
  ]
  const body = await post('/access/login', fields)
  expect(body).toContain(shown)
  expect(body).not.toContain(hidden)
})

test.each([
  ['that is known comes along without its secrets', 'share', true],
  ['that is not known does not come along at all', 'other', false],
])('the form of someone who is not signed in any more, %s', async (_, intent, comesAlong) => {
  const browser = await stranger(app).open('/access/login')
  const token = browser.page.root.querySelector('input[name=token]')!.getAttribute('value')!
  const file = { name: 'file', value: { name: 'a.txt', bytes: Buffer.from('A') } }
  const typed = Object.entries({ token, intent, message: shown, passkey: hidden, documentPassword: hidden })
  const entries = [...typed.map(([name, value]) => ({ name, value })), file]
  const { contentType, body } = encodeForm(entries, 'multipart/form-data')
  const answer = await browser.fetch('/share', {
    method: 'POST',
    body,
    headers: { 'content-type': contentType, 'content-length': String(body.length) },
  })
  const html = await answer.text()
  expect(answer.status).toBe(401)
  expect(html).not.toContain(hidden)
  expect(html.includes(shown)).toBe(comesAlong)
  expect(html.includes('Try again')).toBe(comesAlong)
})
