import { beforeEach, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour, minute, second } from '#tests/support/world/clock.ts'
import '#tests/support/world/console.ts'
import { makeShare, makeUser, operatorEmail, proveAddress, signIn } from '#tests/support/world/make.ts'
import {
  atPasskey,
  countNine,
  openWithPasskey,
  passkey,
  readerEmail,
  sharePasskey,
} from '#tests/support/world/passkeys.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { somebody } from '#tests/support/world/people.ts'

let sender: Browser

const { app } = await makeWorld()
// Time goes by in these tests: sessions end.
beforeEach(async () => {
  sender = await signIn(app, operatorEmail)
})

const wrong = 'Wrong passkey. Capitals'
const tooSoon = 'Too many wrong passkeys. Wait a moment'
const guessed = 'Too many wrong passkeys were entered for this file, from several networks.'
const guessedNow = 'Wrong passkey. Many wrong ones were entered for this file, from several networks'
const locked = 'Try again when the hour is over'

async function guess(reader: Browser, typed = 'red lantern under ice'): Promise<[number, string]> {
  await reader.send('unlock', { passkey: typed, email: readerEmail })
  const words = [wrong, guessedNow, tooSoon, locked, guessed].find((one) => reader.text().includes(one))
  return [reader.status, words ?? reader.path]
}

async function emails(): Promise<number> {
  const all = await app.outbox.to(operatorEmail)
  return all.filter(({ subject }) => subject.startsWith('Wrong passkeys')).length
}

test('a wrong passkey opens nothing, gives nothing away, and is told to the sender', async () => {
  const guid = await sharePasskey(app, sender)
  const reader = await atPasskey(app, guid)
  expect(await guess(reader)).toEqual([400, wrong])
  expect(reader.text()).not.toContain('offer.pdf')
  expect(reader.page.root.toString()).not.toContain('red lantern')
  expect(reader.cookies.names()).not.toContain('keys')
  expect(await eventKinds(app, guid)).toContain('PasskeyWrong')
  expect((await reader.open(`/view/${guid}`)).path).toBe(`/file/${guid}/passkey`)
})

test('an address that is none is asked for again, before any passkey is tried', async () => {
  const guid = await sharePasskey(app, sender)
  const reader = await atPasskey(app, guid)
  for (const email of ['', 'rita', 'rita@']) {
    await reader.send('unlock', { passkey, email })
    expect([reader.status, reader.path]).toEqual([400, `/file/${guid}/passkey`])
  }
  expect(await eventKinds(app, guid)).not.toContain('PasskeyWrong')
  expect(reader.cookies.names()).not.toContain('keys')
})

test('wrong ones come slower and slower, ten an hour lock, and a right one does not open the lock', async () => {
  const guid = await sharePasskey(app, sender)
  const reader = await atPasskey(app, guid)
  const before = await emails()
  for (const [tries, pause] of [
    [3, 15 * second],
    [2, 2 * minute],
    [2, 10 * minute],
  ] as const) {
    for (let at = 0; at < tries; at++) expect(await guess(reader)).toEqual([400, wrong])
    expect(await guess(reader)).toEqual([429, tooSoon])
    expect(await guess(reader, passkey)).toEqual([429, tooSoon])
    app.clock.advance(pause)
  }
  for (let at = 0; at < 3; at++) expect(await guess(reader)).toEqual([400, wrong])
  expect(await guess(reader)).toEqual([429, locked])
  expect(await guess(reader, passkey)).toEqual([429, locked])
  expect((await eventKinds(app, guid)).filter((kind) => kind.startsWith('Passkey'))).toEqual([
    ...Array<string>(10).fill('PasskeyWrong'),
    'PasskeyLocked',
  ])
  expect(await emails()).toBe(before + 1)
  const mail = await app.outbox.newest(operatorEmail)
  for (const text of [mail.text, mail.subject]) {
    expect(text).not.toContain('offer.pdf')
    expect(text).not.toContain('lantern')
  }
  app.clock.advance(hour)
  expect(await guess(reader, passkey)).toEqual([200, `/file/${guid}`])
})

test('the lock is of one share and one network: others read, and the sender gets one email an hour', async () => {
  const [guid, other] = [await sharePasskey(app, sender), await sharePasskey(app, sender)]
  const before = await emails()
  const network = somebody()
  for (const options of [network, somebody()]) {
    const thief = await atPasskey(app, guid, options)
    await lockOut(thief, guid)
    expect(await guess(thief, passkey)).toEqual([429, locked])
  }
  expect(await emails()).toBe(before + 1)
  expect(await guess(await atPasskey(app, guid), passkey)).toEqual([200, `/file/${guid}`])
  expect(await guess(await atPasskey(app, other, network), passkey)).toEqual([200, `/file/${other}`])
  app.clock.advance(hour)
  await lockOut(await atPasskey(app, guid), guid)
  expect(await emails()).toBe(before + 2)
})

/** The tenth wrong passkey within the hour, as if nine had come before. */
async function lockOut(thief: Browser, guid: string): Promise<void> {
  await guess(thief)
  await countNine(app, guid)
  await guess(thief)
}

test('twenty wrong ones at once are three', { tags: ['engines'] }, async () => {
  const guid = await sharePasskey(app, sender)
  const network = somebody()
  const thieves = await Promise.all(Array.from({ length: 20 }, () => atPasskey(app, guid, network)))
  const answers = await Promise.all(thieves.map((thief) => guess(thief)))
  expect(answers.filter(([, words]) => words === wrong)).toHaveLength(3)
  expect(answers.filter(([, words]) => words === tooSoon)).toHaveLength(17)
  app.clock.advance(15 * second)
  expect(await guess(thieves[0]!, passkey)).toEqual([200, `/file/${guid}`])
})

/** Tries one wrong passkey each from so many networks that are no one's neighbours. */
async function guessFrom(networks: number, guid: string): Promise<string[]> {
  const thieves = await Promise.all(
    Array.from({ length: networks }, (_, number) => atPasskey(app, guid, { ip: `198.18.${number}.1` })),
  )
  return (await Promise.all(thieves.map((thief) => guess(thief)))).map(([, words]) => words)
}

/** As if so many networks that are no one's neighbours had tried one wrong passkey each: the first of them does. */
async function guessedFrom(networks: number, guid: string): Promise<void> {
  await guessFrom(1, guid)
  await app.strongroom.services.database.kysely
    .updateTable('rate')
    .set({ count: networks })
    .where('key', 'like', `passkey|${guid}|%|everywhere|%`)
    .execute()
}

/** As if others went on guessing until now: what there is in total is used up. */
async function goOnGuessing(guid: string): Promise<void> {
  await app.strongroom.services.database.kysely
    .updateTable('rate')
    .set({ count: 100, window_ends_at: app.clock.now() + hour })
    .where('key', 'like', `passkey|${guid}|%|everywhere|%`)
    .where('key', 'not like', '%|guessed|%')
    .execute()
}

/** As if so many networks had gone on guessing that what there is in total for all of them is used up. */
async function useUp(guid: string): Promise<void> {
  await guess(await atPasskey(app, guid))
  const { kysely } = app.strongroom.services.database
  const where = `passkey|${guid}|%|guessed|everywhere|%`
  await kysely.updateTable('rate').set({ count: 1000 }).where('key', 'like', where).execute()
}

test(
  'while thirty networks guess, the sender is notified, and who has the passkey gets in from a network of their own',
  { tags: ['engines'] },
  async () => {
    const guid = await sharePasskey(app, sender)
    const before = await emails()
    const answers = await guessFrom(30, guid)
    expect(answers.filter((words) => words === wrong)).toHaveLength(20)
    expect(answers.filter((words) => words === guessedNow)).toHaveLength(10)
    expect((await eventKinds(app, guid)).filter((kind) => kind === 'PasskeyGuessed')).toHaveLength(1)
    expect(await emails()).toBe(before + 1)
    await sender.open(`/s/${guid}/activity`)
    expect(sender.text()).toContain('entered one of many wrong passkeys, from several networks')
    const late = await atPasskey(app, guid)
    expect(await guess(late, passkey)).toEqual([200, `/file/${guid}`])
  },
)

test('while others guess, a network has six attempts a day instead of ten an hour', async () => {
  const guid = await sharePasskey(app, sender)
  await guessedFrom(20, guid)
  const network = somebody()
  const reader = await atPasskey(app, guid, network)
  let checked = 0
  for (let hours = 0; hours < 24; hours += 3) {
    await goOnGuessing(guid)
    for (let at = 0; at < 4; at++) {
      if ((await guess(reader))[1] === guessedNow) checked++
      expect(reader.status).toBe(429)
      expect(Number(reader.headers.get('retry-after'))).toBeGreaterThan(0)
      app.clock.advance(15 * second)
    }
    app.clock.advance(3 * hour)
  }
  expect(checked).toBe(6)
})

test('a network whose attempts are used up waits, with the right passkey too; one beside it does not', async () => {
  const guid = await sharePasskey(app, sender)
  await guessedFrom(20, guid)
  const reader = await atPasskey(app, guid)
  for (let at = 0; at < 3; at++) {
    expect(await guess(reader)).toEqual([429, guessedNow])
    expect(await guess(reader, passkey)).toEqual([429, guessed])
    app.clock.advance(15 * second)
  }
  expect(await guess(reader, passkey)).toEqual([429, guessed])
  expect(reader.headers.get('retry-after')).toBe(String(2 * 3600 - 45))
  expect(await guess(await atPasskey(app, guid), passkey)).toEqual([200, `/file/${guid}`])
})

test.each([
  [passkey, 429],
  ['correct horse battery staple', 200],
])('with over a hundred networks at “%s” a new reader gets %i', async (chosen, status) => {
  const guid = await sharePasskey(app, sender, { passkey: chosen, passkeyAgain: chosen })
  await guessedFrom(20, guid)
  await useUp(guid)
  const [answered] = await guess(await atPasskey(app, guid), chosen)
  expect(answered).toBe(status)
})

test('a new passkey has new counts: what was guessed at the old one says nothing of it', async () => {
  const guid = await sharePasskey(app, sender)
  await guessedFrom(20, guid)
  await useUp(guid)
  expect(await guess(await atPasskey(app, guid), passkey)).toEqual([429, guessed])
  const better = 'correct horse battery staple'
  await sender.open(`/s/${guid}/passkey`)
  app.clock.advance(second)
  await sender.send('change', { oldPasskey: passkey, passkey: better, passkeyAgain: better })
  expect(await guess(await atPasskey(app, guid), better)).toEqual([200, `/file/${guid}`])
})

test('someone who opened the file before, and its owner, are not held back by strangers who guess', async () => {
  const guid = await sharePasskey(app, sender)
  const reader = await openWithPasskey(app, guid)
  app.clock.advance(13 * hour)
  await guessedFrom(20, guid)
  expect(await guess(await atPasskey(app, guid))).toEqual([429, guessedNow])
  await reader.open(`/file/${guid}`)
  expect(await guess(reader, passkey)).toEqual([200, `/file/${guid}`])
  sender = await signIn(app, operatorEmail)
  await sender.open(`/file/${guid}/passkey`)
  await sender.send('unlock', { passkey })
  expect([sender.status, sender.path]).toEqual([200, `/view/${guid}`])
})

test('people to whom the sender has shared before are not held back either, others with a confirmed address are', async () => {
  const guid = await sharePasskey(app, sender)
  const [known, forwarded, stranger] = ['kim@example.net', 'finn@example.net', 'sam@example.net']
  const before = await makeShare(app, sender, { recipients: `${known}, ${forwarded}` })
  const ofAnother = await makeShare(app, await makeUser(app), { recipients: stranger })
  await app.strongroom.services.database.kysely
    .updateTable('recipient')
    .set({ forwarded_by: known })
    .where('email', '=', forwarded)
    .execute()
  await guessFrom(21, guid)
  await useUp(guid)
  for (const [email, share, expected] of [
    [known, before, [200, `/file/${guid}`]],
    [forwarded, before, [429, guessed]],
    [stranger, ofAnother, [429, guessed]],
  ] as const) {
    const reader = await proveAddress(app, share, email, somebody())
    await reader.open(`/file/${guid}`)
    expect(await guess(reader, passkey)).toEqual(expected)
  }
})

test('right ones are no tries: readers behind one address do not lock each other out', async () => {
  const guid = await sharePasskey(app, sender)
  const network = somebody()
  for (let at = 0; at < 12; at++)
    expect(await guess(await atPasskey(app, guid, network), passkey)).toEqual([200, `/file/${guid}`])
})

test('on a share that is closed no passkey is tried', async () => {
  const guid = await sharePasskey(app, sender)
  const reader = await atPasskey(app, guid)
  await sender.open(`/s/${guid}`)
  await sender.press('Unshare')
  await reader.send('unlock', { passkey, email: readerEmail })
  expect(reader.status).toBe(410)
  expect(await eventKinds(app, guid)).not.toContain('PasskeyWrong')
  expect(reader.cookies.names()).not.toContain('keys')
})

test('where there is no share, a stranger is told what strangers are told', async () => {
  const nowhere = 'f'.repeat(32)
  const reader = await app.browser(somebody()).open(`/file/${nowhere}/passkey`)
  expect(reader.url.pathname).toBe('/access/filelogin')
  const shown = await app.browser(somebody()).open(`/file/${nowhere}`)
  expect(shown.url.pathname).toBe('/access/filelogin')
})
