import { expect, test } from 'vitest'
import { changeShare } from '#tests/support/world/conditions.ts'
import { makeShare, type ShareFields } from '#tests/support/world/make.ts'
import type { ReceivedEmail } from '#tests/support/world/mail.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator: sender } = await makeWorld()
let people = 0
const newAddress = (): string => `reader${++people}@example.net`

/** The email to each of some people about a file that is shared with them. */
async function emailsAbout(people: string[], fields: ShareFields): Promise<ReceivedEmail[]> {
  await makeShare(app, sender, { recipients: people.join(', '), ...fields })
  return Promise.all(people.map((address) => app.outbox.newest(address)))
}

const picturesIn = ({ html, pictures }: ReceivedEmail) => [html.match(/src="[^"]*"/g) ?? [], pictures.length]

test('page 1 is in the email of each person on the list, with a watermark of their own', async () => {
  const [one, other] = (await emailsAbout([newAddress(), newAddress()], { pageInEmail: 'on' })) as [
    ReceivedEmail,
    ReceivedEmail,
  ]
  for (const email of [one, other]) {
    expect(picturesIn(email)).toEqual([[`src="cid:${email.pictures[0]!.id}"`], 1])
    expect(email.pictures[0]!.type).toMatch(/^image\/(png|jpeg)$/)
    expect(email.text).not.toContain('cid:')
  }
  expect(one.pictures[0]!.bytes.equals(other.pictures[0]!.bytes)).toBe(false)
  const [plain, same] = await emailsAbout([newAddress(), newAddress()], {
    pageInEmail: 'on',
    watermark: 'off',
  })
  expect(plain!.pictures[0]!.bytes.equals(same!.pictures[0]!.bytes)).toBe(true)
})

test.each<[string, ShareFields]>([
  ['where anyone with the link reads it', { visibility: 'public' }],
  [
    'where a passkey opens it',
    { visibility: 'passkey', passkey: 'nine quiet herons', passkeyAgain: 'nine quiet herons' },
  ],
  ['where terms come first', { terms: 'custom', termsText: 'Keep it secret.' }],
  ['where a name comes first', { askName: 'yes' }],
  ['where it can only be downloaded', { webView: 'no', download: 'yes' }],
  ['where its time begins with the first opening', { expiry: 'destruct', destructAmount: '5' }],
])('no page is in the email %s', async (_, fields) => {
  const [email] = await emailsAbout([newAddress()], { pageInEmail: 'on', ...fields })
  expect(picturesIn(email!)).toEqual([[], 0])
  expect(email!.html).not.toContain('<!--picture')
})

test('no page is in the email where the sender did not choose it', async () => {
  const [email] = await emailsAbout([newAddress()], {})
  expect(picturesIn(email!)).toEqual([[], 0])
})

test('what became closed to its reader before the email is sent is not in it', async () => {
  const address = newAddress()
  await sender.open('/share')
  await sender.send('share', {
    file: { name: 'plan.txt', type: 'text/plain', bytes: Buffer.from('Plan') },
    recipients: address,
    pageInEmail: 'on',
  })
  const guid = sender.path.split('/').at(-1)!
  await changeShare(app, guid, { asks_name: 1 })
  const email = await app.outbox.newest(address)
  expect(picturesIn(email)).toEqual([[], 0])
})
