import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { operatorEmail } from '#tests/support/world/make.ts'
import { passkey, secretText, sharePasskey } from '#tests/support/world/passkeys.ts'
import { codeOf, Program } from './program.ts'

const {
  app,
  operator,
  people: [readersBrowser],
} = await makeWorld({ people: ['reader@example.org'] })
const sender = await new Program(app).enter(operatorEmail)
const reader = await new Program(app).enter('reader@example.org')
const guid = await sharePasskey(app, operator, {
  download: 'yes',
  watermark: 'off',
  recipients: 'reader@example.org',
})
for (const browser of [operator, readersBrowser]) {
  await browser.open(`/file/${guid}/passkey`)
  await browser.send('unlock', { passkey })
}
await readersBrowser.open(`/file/${guid}`)
await readersBrowser.send('open')

const ways = {
  'GET v1/vieworig': (who: Program) => who.get(`/v1/vieworig/${guid}/self`),
  'GET v2/vieworig': (who: Program) => who.get(`/v2/vieworig/${guid}/self`),
  'GET v2/downloadasrecipient': (who: Program) => who.get(`/v2/downloadasrecipient/${guid}`),
  'GET v7/view/fileinfo': (who: Program) => who.get(`/v7/view/fileinfo/${guid}`),
  'POST v3/tracks/start': (who: Program) => who.post('/v3/tracks/start', { ShareGuid: guid }),
}

test('who gave the passkey in a browser reads there', async () => {
  for (const browser of [operator, readersBrowser]) {
    const copy = await browser.fetch(`/view/${guid}/download`)
    expect([copy.status, (await copy.text()).includes(secretText)]).toEqual([200, true])
  }
  // What a recipient would get, to the owner who gave the passkey.
  const asRecipient = await operator.fetch(`/view/${guid}/download?viewAs=recipient`)
  expect([asRecipient.status, (await asRecipient.text()).includes(secretText)]).toEqual([200, true])
})

test.each(Object.entries(ways))('%s gives a token of the same person nothing', async (_name, way) => {
  for (const who of [sender, reader]) {
    const { said, text } = await way(who)
    expect(said.StatusCode).toBe(20420)
    expect(text).not.toContain(secretText)
  }
})

test('nor with the cookies of that browser beside the token', async () => {
  for (const [who, browser] of [
    [sender, operator],
    [reader, readersBrowser],
  ] as const) {
    const cookie = browser.cookies.header(new URL('http://localhost:3000/view/x')) ?? ''
    expect(cookie).toContain('keys=')
    const answer = await who.get(`/v1/vieworig/${guid}/self`, { cookie })
    expect([answer.http, answer.said.StatusCode]).toEqual([403, 20420])
  }
})

test('and no call puts a passkey on a share that was sent, or takes it off', async () => {
  const words = async (ShareOptions: string) =>
    codeOf(await sender.post('/v1/share/update', { ShareGuid: guid, ShareOptions }))
  expect(await words('["public","webview"]')).toEqual([200, 20400])
  expect(await words('["webview"]')).toEqual([200, 20400])
  expect(await words('["passkey","webview","download"]')).toEqual([200, 20000])
})
