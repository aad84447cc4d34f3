import { expect, test } from 'vitest'
import { addAddress, addressesTab, askForAddress, openAddress } from '#tests/support/world/addresses.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { password } from '#tests/support/world/make.ts'

const { app, operator: olivia } = await makeWorld()
await addAddress(app, olivia, 'second@example.net')
await askForAddress(olivia, 'third@example.net')
await app.settle()

/** What the forms of these tabs could have changed. */
async function state(): Promise<unknown> {
  const { kysely } = app.strongroom.services.database
  return {
    users: await kysely.selectFrom('user').selectAll().execute(),
    addresses: await kysely.selectFrom('address').selectAll().orderBy('guid').execute(),
    choices: await kysely.selectFrom('notification_choice').selectAll().execute(),
    jobs: await kysely.selectFrom('job').select('guid').execute(),
  }
}

const forms: [intent: string, open: () => Promise<unknown>, values: Record<string, string>][] = [
  [
    'changeProfile',
    () => olivia.open('/setting'),
    { firstName: 'Mallory', lastName: 'M.', timeZone: 'Asia/Tokyo' },
  ],
  ['addAddress', () => olivia.open(addressesTab), { email: 'mallory@example.com', password }],
  ['confirmAddress', () => openAddress(olivia, 'third@example.net'), { code: '123456' }],
  ['sendAddressCode', () => openAddress(olivia, 'third@example.net'), {}],
  ['makePrimaryAddress', () => openAddress(olivia, 'second@example.net'), {}],
  ['removeAddress', () => openAddress(olivia, 'second@example.net'), {}],
  ['chooseNotifications', () => olivia.open('/setting?tabActive=notifications'), { isToldOfDevices: '' }],
]

const ways: [string, Record<string, string>, (token: string) => string][] = [
  ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, (token) => token],
  ['without a token', {}, () => ''],
  ['with an invented token', {}, () => 'A'.repeat(86)],
]

test.each(forms.flatMap((form) => ways.map((way) => [form[0], way[0], form, way] as const)))(
  'the form %s %s changes nothing',
  async (_intent, _way, [intent, open, values], [, headers, tokenOf]) => {
    await open()
    const { entries } = olivia.page.submission(olivia.page.form(intent))
    const fields = {
      ...Object.fromEntries(entries.map(({ name, value }) => [name, String(value)])),
      ...values,
    }
    const before = await state()
    const answer = await olivia.fetch(olivia.path, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, token: tokenOf(fields['token'] ?? '') }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
    expect(answer.status).toBe(403)
    expect(await state()).toEqual(before)
  },
)

test('opening the pages of the settings changes nothing', async () => {
  const before = await state()
  for (const address of ['/setting', addressesTab, '/setting?tabActive=notifications'])
    await olivia.open(address)
  await openAddress(olivia, 'third@example.net')
  await openAddress(olivia, 'second@example.net')
  expect(await state()).toEqual(before)
})
