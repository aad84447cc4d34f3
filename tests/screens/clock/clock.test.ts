import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { problems } from '#server/rules/problems.ts'
import { startApp, type App } from '#tests/support/world/app.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { hour, minute, second } from '#tests/support/world/clock.ts'
import { pdf, slowPdf } from '#tests/support/files/documents.ts'
import {
  makeOperator,
  makeShare,
  openShare,
  operatorEmail,
  password,
  proveAddress,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { Dice } from '#tests/process/faults/dice.ts'
import { patience } from '#tests/support/world/patience.ts'
import { codeFor } from '#tests/support/world/people.ts'

let app: App
let olivia: Browser

beforeEach(async () => {
  app = await startApp()
  olivia = await makeOperator(app)
})

const contract = { name: 'contract.pdf', type: 'application/pdf', bytes: pdf(['One', 'Two']) }
const notes = { name: 'notes.txt', type: 'text/plain', bytes: new Dice(5).text(2_000_000) }
const directions = [
  ['forward', hour],
  ['back', -hour],
] as const

/** The same browser; something happens when half of what it uploads has arrived. */
function interrupted(browser: Browser, happens: () => void): Browser {
  const { handle } = app.strongroom
  const incoming = path.join(app.dataDir, 'objects', 'incoming')
  async function handleInHalves(request: Request, client: Parameters<typeof handle>[1]): Promise<Response> {
    if (!request.headers.get('content-type')?.startsWith('multipart/')) return handle(request, client)
    const whole = new Uint8Array(await request.arrayBuffer())
    const halves = [whole.subarray(0, whole.length / 2), whole.subarray(whole.length / 2)]
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (halves.length === 1) {
          await vi.waitFor(async () => expect(await readdir(incoming)).toHaveLength(1), patience)
          happens()
        }
        const half = halves.shift()
        if (half) controller.enqueue(half)
        else controller.close()
      },
    })
    const { url, method, headers } = request
    return handle(new Request(url, { method, headers, body, duplex: 'half' } as RequestInit), client)
  }
  const same = new Browser({ handle: handleInHalves, now: app.clock.now })
  return Object.assign(same, { cookies: browser.cookies })
}

async function isRendered(sender: Browser, guid: string): Promise<boolean> {
  await sender.open(`/s/${guid}`)
  return sender.page.links('Preview as recipient').length === 1
}

/** By the code that they bring, since emails are in the order of the clock. */
async function codeOf(email: string): Promise<string> {
  return (await app.outbox.to(email)).find(({ code }) => code)!.code!
}

async function emailsTo(email: string): Promise<number> {
  return (await app.outbox.to(email)).length
}

describe('in the middle of an upload', () => {
  test('a clock set back changes nothing', async () => {
    const sender = interrupted(olivia, () => app.clock.advance(-hour))
    const guid = await makeShare(app, sender, { file: notes })
    expect(await isRendered(sender, guid)).toBe(true)
    expect(await emailsTo(recipientEmail)).toBe(1)
  })

  test('a clock an hour ahead ends the session by its idle limit, and what was begun before is done', async () => {
    const sender = interrupted(olivia, () => app.clock.advance(hour))
    await sender.open('/share')
    await sender.send('share', { recipients: recipientEmail, file: notes })
    expect([sender.status, sender.heading()]).toEqual([401, 'Sign in again'])
    await sender.send('signIn', { email: operatorEmail, password })
    expect(sender.heading()).toBe('notes.txt')
    await app.settle()
    expect(await isRendered(sender, sender.path.slice('/s/'.length))).toBe(true)
    expect(await emailsTo(recipientEmail)).toBe(1)
  })

  test('who stays signed in for days goes on whichever way the clock jumps', async () => {
    for (const [, jump] of directions) {
      const browser = await app.browser().open('/access/login')
      await browser.send('signIn', { email: operatorEmail, password, isRemembered: 'on' })
      const guid = await makeShare(
        app,
        interrupted(browser, () => app.clock.advance(jump)),
        { file: notes },
      )
      expect(await isRendered(browser, guid)).toBe(true)
    }
  })
})

describe('between asking for a code and typing it', () => {
  test('a clock an hour ahead makes the code too old, and the next one works', async () => {
    const guid = await makeShare(app, olivia, { file: contract })
    const rita = await app.browser().open(`/file/${guid}`)
    await rita.send('ask', { email: recipientEmail })
    const code = await codeFor(app, recipientEmail)
    app.clock.advance(hour)
    await rita.send('prove', { code })
    expect([rita.status, rita.text()]).toEqual([400, expect.stringContaining(problems.codeWrong.text)])
    await rita.send('ask')
    await rita.send('prove', { code: await codeFor(app, recipientEmail) })
    expect(rita.path).toBe(`/file/${guid}`)
  })

  test('a clock set back leaves the code as it is: it works, and once', async () => {
    const guid = await makeShare(app, olivia, { file: contract })
    const browsers = await Promise.all([1, 2].map(() => app.browser().open(`/file/${guid}`)))
    const [rita, thief] = browsers as [Browser, Browser]
    await rita.send('ask', { email: recipientEmail })
    const code = await codeFor(app, recipientEmail)
    app.clock.advance(-hour)
    await rita.send('prove', { code })
    expect(rita.path).toBe(`/file/${guid}`)
    await thief.open(rita.path.replace('/file/', '/access/filelogin?step=code&email=rita@example.net&share='))
    await thief.send('prove', { code })
    expect(thief.status).toBe(400)
  })

  test('a code whose email waits is sent after a jump back', async () => {
    const guid = await makeShare(app, olivia, { file: contract })
    const rita = await app.browser().open(`/file/${guid}`)
    await rita.send('ask', { email: recipientEmail })
    app.clock.advance(-hour)
    await rita.send('prove', { code: await codeOf(recipientEmail) })
    expect(rita.path).toBe(`/file/${guid}`)
  })

  test('a code that would be over when its email leaves is not sent, and the next one is', async () => {
    const guid = await makeShare(app, olivia, { file: contract })
    const rita = await app.browser().open(`/file/${guid}`)
    await app.settle()
    const before = await emailsTo(recipientEmail)
    await rita.send('ask', { email: recipientEmail })
    app.clock.advance(hour)
    await app.settle()
    expect(await emailsTo(recipientEmail)).toBe(before)
    const asking = await app.browser().open(`/file/${guid}`)
    await asking.send('ask', { email: recipientEmail })
    await asking.send('prove', { code: await codeOf(recipientEmail) })
    expect(asking.path).toBe(`/file/${guid}`)
  })
})

describe('sessions', () => {
  test('hold when the clock is set back, and end twelve hours after they began all the same', async () => {
    app.clock.advance(-hour)
    for (let minutes = 0; minutes < 13 * 60; minutes += 20) {
      expect([(await olivia.open('/home')).status, olivia.path]).toEqual([200, '/home'])
      app.clock.advance(20 * minute)
    }
    expect((await olivia.open('/home')).status).toBe(401)
  })

  test('that were used while the clock was ahead are idle no longer than that', async () => {
    app.clock.advance(20 * minute)
    await olivia.open('/home')
    app.clock.advance(-hour)
    expect((await olivia.open('/home')).path).toBe('/home')
    app.clock.advance(hour + 30 * minute)
    expect((await olivia.open('/home')).status).toBe(401)
  })
})

describe('tries', () => {
  test('that are used up stay so when the clock is set back, and are given again after their quarter of an hour', async () => {
    const guess = await app.browser().open('/access/login')
    for (let number = 0; number < 10; number++)
      await guess.send('signIn', { email: operatorEmail, password: 'x' })
    app.clock.advance(-hour)
    await guess.send('signIn', { email: operatorEmail, password })
    expect([guess.status, guess.text()]).toEqual([
      429,
      expect.stringContaining(problems.tooManyAttempts.text),
    ])
    app.clock.advance(15 * minute)
    expect((await signIn(app, operatorEmail)).path).toBe('/home')
  })

  test('of an operator’s own care for the house are not put off by an hour', async () => {
    const { rates } = app.strongroom.services
    const once = { count: 1, per: 9 * minute }
    expect(await rates.take('clearing up', once)).toBe(true)
    app.clock.advance(-hour)
    expect(await rates.take('clearing up', once)).toBe(false)
    app.clock.advance(9 * minute)
    expect(await rates.take('clearing up', once)).toBe(true)
  })
})

describe('self-destruct', () => {
  const destruct = { expiry: 'destruct', destructAmount: '10', destructUnit: 'minutes', file: contract }

  test('ends when the clock says so, also when it jumped there', async () => {
    const guid = await makeShare(app, olivia, destruct)
    const rita = await openShare(app, guid)
    app.clock.advance(hour)
    expect([(await rita.reload()).status, rita.heading()]).toEqual([410, 'Destructed'])
    expect((await rita.fetch(`/view/${guid}/page/1`)).status).toBe(410)
  })

  test('that began before the clock was set back goes on to the same time, and what is read meanwhile is told', async () => {
    const guid = await makeShare(app, olivia, destruct)
    const rita = await openShare(app, guid)
    await loadPictures(rita)
    app.clock.advance(-hour)
    await loadPictures(await rita.reload())
    app.clock.advance(hour + 10 * minute - second)
    await loadPictures(await rita.reload())
    app.clock.advance(second)
    expect((await rita.reload()).status).toBe(410)
    const { tracking } = app.strongroom.services
    expect(await tracking.verify(guid)).toBeNull()
    const { rows } = await tracking.visits(guid)
    // Between them more than ten minutes passed.
    expect(rows.filter(({ kind }) => kind === 'visit')).toMatchObject([
      { email: recipientEmail, pagesSeen: 2 },
      { email: recipientEmail, pagesSeen: 2 },
    ])
    const sender = await signIn(app, operatorEmail)
    expect((await sender.open(`/s/${guid}`)).status).toBe(200)
    expect(sender.text()).toContain(recipientEmail)
  })
})

describe('jobs', () => {
  test.each(directions)(
    'that wait are done after a jump %s, whatever is cleared up first',
    async (_, jump) => {
      await olivia.open('/share')
      await olivia.send('share', { recipients: recipientEmail, file: contract })
      const guid = olivia.path.slice('/s/'.length)
      app.clock.advance(jump)
      await app.strongroom.services.sweep()
      await app.strongroom.services.sweepStorage()
      await app.settle()
      const sender = await signIn(app, operatorEmail)
      expect(await isRendered(sender, guid)).toBe(true)
      expect(await emailsTo(recipientEmail)).toBe(1)
      await proveAddress(app, guid)
    },
  )

  test.each(directions)(
    'that run come to their end during a jump %s',
    async (_, jump) => {
      await olivia.open('/share')
      const file = { name: 'slow.pdf', type: 'application/pdf', bytes: slowPdf() }
      await olivia.send('share', { recipients: recipientEmail, file })
      const guid = olivia.path.slice('/s/'.length)
      const working = app.settle()
      const { kysely } = app.strongroom.services.database
      await expect
        .poll(() => kysely.selectFrom('job').select('guid').where('leased_by', 'is not', null).execute())
        .not.toEqual([])
      app.clock.advance(jump)
      await app.strongroom.services.sweep()
      await working
      const sender = await signIn(app, operatorEmail)
      expect(await isRendered(sender, guid)).toBe(true)
      expect(await kysely.selectFrom('job').selectAll().execute()).toEqual([])
    },
    120_000,
  )
})
