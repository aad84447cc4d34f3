import { beforeEach, describe, expect, test } from 'vitest'
import { everyRoute } from '#app/routes.ts'
import { newGuid } from '#server/db/guid.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import {
  makeShare,
  openPublicShare,
  openShare,
  proveAddress,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { sharePasskey } from '#tests/support/world/passkeys.ts'
import { idsOf } from '#tests/support/browser/everywhere.ts'
import { codeFor, somebody } from '#tests/support/world/people.ts'
import { sendUnoffered } from '#tests/support/browser/unoffered.ts'

const ends = ['', '/page/1', '/print', '/download']

const { app, operator: sender } = await makeWorld({
  people: [{ email: 'ulrich@example.org', browser: somebody() }],
})
const allowed = { download: 'yes', print: 'yes', watermark: 'off' }
/** Shared with Rita and with Rob, and no one else. */
const ritas = await makeShare(app, sender, allowed)
const robs = await makeShare(app, sender, { ...allowed, recipients: 'rob@example.net' })

// So that no one has asked for too many codes.
beforeEach(() => app.clock.advance(16 * minute))

/** Asks for every address of a share and answers the status and the words of each. */
async function answersOf(reader: Browser, guid: string): Promise<[number, string][]> {
  const answers: [number, string][] = []
  for (const address of [`/file/${guid}`, ...ends.map((end) => `/view/${guid}${end}`)]) {
    const answer = await reader.fetch(address)
    answers.push([answer.status, scrubbed(await answer.text(), guid)])
  }
  for (const [address, intent] of [
    [`/file/${guid}`, 'open'],
    [`/view/${guid}`, 'print'],
  ] as const) {
    await sendUnoffered(reader, address, intent)
    answers.push([reader.status, scrubbed(reader.text(), guid)])
  }
  return answers
}

/** As `scrubbed`, also without what differs from page to page: tokens and ids. */
function withoutChance(text: string, guid: string): string {
  return scrubbed(text, guid)
    .replaceAll(/[\w-]{80,}|\b[0-9a-f]{32}\b/g, '…')
    .replaceAll(/nonce=\\"[^"]*"/g, 'nonce')
}

function scrubbed(text: string, guid: string): string {
  return text.replaceAll(/nonce="[^"]*"/g, 'nonce').replaceAll(guid, 'SHARE')
}

describe('a recipient of another share', () => {
  test('is told the same about a share that is not theirs as about one that never existed', async () => {
    const rita = await openShare(app, ritas, recipientEmail, somebody())
    const notHers = await answersOf(rita, robs)
    expect(notHers.map(([status]) => status)).toEqual(Array<number>(notHers.length).fill(403))
    for (const [, words] of notHers)
      expect(words).toContain('This wasn’t shared with the address you confirmed.')
    expect(notHers).toEqual(await answersOf(rita, newGuid()))
  })

  test('opens nothing with the ids of the file, its bytes, the recipient or the visit', async () => {
    const rita = await openShare(app, ritas, recipientEmail, somebody())
    for (const id of (await idsOf(app, ritas)).slice(1)) {
      for (const end of ends) {
        const answer = await rita.fetch(`/view/${encodeURIComponent(id)}${end}`)
        expect(answer.status, id + end).toBe(403)
      }
    }
  })

  test('has it open in their own browser only', async () => {
    const rob = await openShare(app, robs, 'rob@example.net', somebody())
    const rita = await openShare(app, ritas, recipientEmail, somebody())
    // Rita brings Rob's browser id, but not the address that Rob verified.
    const browserId = rob.cookies
      .header(rob.url)!
      .split('; ')
      .find((pair) => pair.startsWith('browser='))!
    const reader = rita.cookies
      .header(rita.url)!
      .split('; ')
      .find((pair) => pair.startsWith('reader='))!
    const answer = await app.browser(somebody()).fetch(`/view/${robs}/page/1`, {
      headers: { cookie: `${browserId}; ${reader}` },
    })
    expect(answer.status).toBe(403)
  })
})

describe('someone with an account', () => {
  test('who is not on the list is told the same as about a share that never was', async () => {
    const ulrich = await signIn(app, 'ulrich@example.org', somebody())
    const answers = await answersOf(ulrich, ritas)
    expect(answers.map(([status]) => status)).toEqual(Array<number>(answers.length).fill(403))
    expect(answers).toEqual(await answersOf(ulrich, newGuid()))
    await ulrich.open(`/file/${ritas}`)
    expect(ulrich.heading()).toBe('Not shared with you')
    expect(ulrich.text()).not.toMatch(/contract|Olivia/)
  })

  test('gets the same at every address of a share, however it is asked for', async () => {
    const ulrich = await signIn(app, 'ulrich@example.org', somebody())
    const olivia = await signIn(app, 'olivia@example.org', somebody())
    const passkeyShare = await sharePasskey(app, olivia, { recipients: '' })
    const patterns = everyRoute
      .map(({ path }) => path)
      .filter((path) => path.match(/:\w+/g)?.join() === ':ShareGuid')
    expect(patterns).toContain('/file/:ShareGuid/passkey')
    const ask = async (address: string, method: string): Promise<unknown> => {
      const answer = await ulrich.fetch(address, { method })
      return [answer.status, answer.headers.get('location'), await answer.text()]
    }
    const never = newGuid()
    for (const pattern of patterns) {
      for (const [method, end] of [
        ['GET', ''],
        ['HEAD', ''],
        ['GET', '.data'],
      ] as const) {
        const [theirs, nobodys] = await Promise.all(
          [ritas, never].map(async (guid) => {
            const answer = await ask(pattern.replace(':ShareGuid', guid) + end, method)
            return withoutChance(JSON.stringify(answer), guid)
          }),
        )
        expect([method, pattern + end, theirs]).toEqual([method, pattern + end, nobodys])
      }
    }
    expect((await ulrich.open(`/file/${passkeyShare}/passkey`)).heading()).toBe('Enter the passkey')
  })

  test('cannot see the sender’s page of a share, nor unshare it', async () => {
    const ulrich = await signIn(app, 'ulrich@example.org', somebody())
    await ulrich.open(`/s/${ritas}`)
    expect([ulrich.status, ulrich.heading()]).toEqual([404, 'Page not found'])
    const unknown = await signIn(app, 'ulrich@example.org', somebody())
    await unknown.open(`/s/${newGuid()}`)
    expect(unknown.text()).toBe(ulrich.text())
    for (const intent of ['unshare', 'shareAgain']) {
      await sendUnoffered(ulrich, `/s/${ritas}`, intent)
      expect([ulrich.status, ulrich.heading()], intent).toEqual([404, 'Page not found'])
    }
    await openShare(app, ritas, recipientEmail, somebody())
  })

  test('who is on no list can prove another address beside it, and reads under that', async () => {
    const ulrich = await signIn(app, 'ulrich@example.org', somebody())
    await ulrich.open(`/access/filelogin?share=${ritas}`)
    await ulrich.send('ask', { email: recipientEmail })
    await ulrich.send('prove', { code: await codeFor(app, recipientEmail) })
    expect([ulrich.path, ulrich.status]).toEqual([`/file/${ritas}`, 200])
    expect(ulrich.text()).toContain(`You’re reading as ${recipientEmail}`)
  })

  test('who was not asked for a code loses what it opened by signing out', async () => {
    const guid = await makeShare(app, await signIn(app, 'olivia@example.org', somebody()), {
      recipients: 'ulrich@example.org',
    })
    const ulrich = await signIn(app, 'ulrich@example.org', somebody())
    await ulrich.open(`/file/${guid}`)
    await ulrich.send('open')
    expect(ulrich.path).toBe(`/view/${guid}`)
    const cookie = ulrich.cookies.header(ulrich.url)!
    await ulrich.open('/access/logout')
    await ulrich.send('signOut')
    const late = await app.browser(somebody()).fetch(`/view/${guid}/page/1`, { headers: { cookie } })
    expect(late.status).toBe(401)
  })

  test('reads a link for anyone under the account’s address', async () => {
    const guid = await makeShare(app, await signIn(app, 'olivia@example.org', somebody()), {
      visibility: 'public',
    })
    const ulrich = await signIn(app, 'ulrich@example.org', somebody())
    await ulrich.open(`/file/${guid}`)
    expect(ulrich.text()).toContain('You’re reading as ulrich@example.org')
    const visitor = await openPublicShare(app, guid, somebody())
    await visitor.open(`/file/${guid}`)
    expect(visitor.text()).toContain('You’re reading as a visitor with this link')
  })
})

describe('an old or invented cookie', () => {
  test.each(['reader', 'browser'])('%s that was changed opens nothing', async (name) => {
    const rita = await openShare(app, ritas, recipientEmail, somebody())
    rita.cookies.tamper(name, (value) => value.slice(0, -4) + (value.endsWith('AAAA') ? 'BBBB' : 'AAAA'))
    expect([401, 409]).toContain((await rita.fetch(`/view/${ritas}/page/1`)).status)
    expect((await rita.fetch(`/view/${ritas}/download`)).status).not.toBe(200)
  })

  test('of a signed-out reader opens nothing', async () => {
    const rita = await openShare(app, ritas, recipientEmail, somebody())
    const cookie = rita.cookies.header(rita.url)!
    await rita.open('/access/logout')
    await rita.send('signOut')
    for (const end of ends.slice(1, 2)) {
      const answer = await app.browser(somebody()).fetch(`/view/${ritas}${end}`, { headers: { cookie } })
      expect(answer.status).toBe(401)
    }
  })

  test('of a reader is no account’s session, nor the other way', async () => {
    const rita = await proveAddress(app, ritas, recipientEmail, somebody())
    const id = rita.cookies.value('reader')!
    const asAccount = await app.browser(somebody()).fetch('/home', { headers: { cookie: `session=${id}` } })
    expect(asAccount.status).toBe(401)
    const ulrich = await signIn(app, 'ulrich@example.org', somebody())
    const session = ulrich.cookies.value('session')!
    const asReader = await app
      .browser(somebody())
      .fetch(`/file/${ritas}`, { headers: { cookie: `reader=${session}` } })
    expect(asReader.status).toBe(401)
  })
})
