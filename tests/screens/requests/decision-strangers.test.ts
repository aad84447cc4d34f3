import { beforeEach, describe, expect, test } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeUser, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { somebody, stranger } from '#tests/support/world/people.ts'
import { sendUnoffered } from '#tests/support/browser/unoffered.ts'
import { requestForAccess, requestToForward, statusOf } from './requests.ts'

let olivia: Browser

const { app } = await makeWorld()
beforeEach(async () => {
  app.clock.advance(20 * minute)
  olivia = await signIn(app, operatorEmail, somebody())
})

describe('mail scanners', () => {
  test('who get, ask for the head of, and fetch beforehand every link of every email, change nothing', async () => {
    const requests = [await requestToForward(app, olivia), await requestForAccess(app, olivia)]
    const { kysely } = app.strongroom.services.database
    async function state() {
      const tables = ['access_request', 'recipient', 'event', 'visit', 'code', 'share', 'job'] as const
      return Promise.all(tables.map((table) => kysely.selectFrom(table).selectAll().execute()))
    }
    const [emails, before] = [await app.outbox.all(), await state()]
    const links = emails.flatMap((mail) => mail.links).filter((link) => !link.includes('/access/'))
    for (const one of requests) expect(links).toEqual(expect.arrayContaining(Object.values(one.links)))
    for (const link of new Set(links)) {
      const scanner = stranger(app)
      await scanner.open(link)
      await scanner.fetch(link, { method: 'HEAD' })
      await scanner.fetch(link, { headers: { 'sec-purpose': 'prefetch', purpose: 'prefetch' } })
    }
    expect(await state()).toEqual(before)
  })
})

describe('who has neither the link nor is the owner', () => {
  const kinds = ['forward', 'request'] as const

  test('is led to sign in without a link, and told nothing with a wrong one', async () => {
    const request = await requestToForward(app, olivia)
    for (const guid of [request.guid, newGuid()]) {
      const bare = await stranger(app).open(`/p/forward/approve/${guid}`)
      expect(bare.path).toBe(`/access/login?to=${encodeURIComponent(`/p/forward/approve/${guid}`)}`)
    }
    const answers = []
    for (const guid of [request.guid, newGuid()]) {
      for (const kind of kinds) {
        for (const token of ['', 'x', 'A'.repeat(43), 'ä'.repeat(5000)]) {
          const page = await stranger(app).open(`/p/${kind}/approve/${guid}?t=${encodeURIComponent(token)}`)
          answers.push(`${page.status} ${page.text()}`)
        }
      }
    }
    expect([...new Set(answers)]).toEqual([expect.stringContaining('404')])
    expect(answers[0]).toContain('Page not found, or you don’t have access.')
  })

  test('a link is worth nothing for another share, another request, another answer or another kind', async () => {
    const [request, other] = [await requestToForward(app, olivia), await requestForAccess(app, olivia)]
    const token = new URL(request.links.approve).searchParams.get('t')!
    const wrong = [
      `/p/forward/reject/${request.guid}?t=${token}`,
      `/p/request/approve/${request.guid}?t=${token}`,
      `/p/forward/approve/${other.guid}?t=${token}`,
      `/p/request/approve/${other.guid}?t=${token}`,
      `/p/request/reject/${other.guid}?t=${token}`,
      `/p/forward/allow/${request.guid}?t=${token}`,
      `/p/folder/approve/${request.guid}?t=${token}`,
    ]
    for (const address of wrong) {
      const page = await stranger(app).open(address)
      expect([address, page.status]).toEqual([address, 404])
      expect(page.text()).not.toContain('contract.pdf')
      const form = await stranger(app).open(request.links.approve)
      const submission = form.page.submission(form.page.form('approve'))
      for (const intent of ['approve', 'reject']) {
        const entries = submission.entries.map((entry) =>
          entry.name === 'intent' ? { ...entry, value: intent } : entry,
        )
        await form.submit({ ...submission, entries, action: address })
        expect([400, 404]).toContain(form.status)
      }
    }
    // The page of one answer does not give the other.
    const page = await stranger(app).open(request.links.approve)
    await page.press('Approve', (entries) =>
      entries.map((entry) => (entry.name === 'intent' ? { ...entry, value: 'reject' } : entry)),
    )
    expect(page.status).toBe(400)
    expect([...(await statusOf(app, request)), ...(await statusOf(app, other))]).toEqual([
      'Pending',
      'Pending',
    ])
  })

  test('another user sees and decides nothing; nor does a recipient, or who asked', async () => {
    const request = await requestForAccess(app, olivia)
    const { kysely } = app.strongroom.services.database
    const row = await kysely
      .selectFrom('access_request')
      .select('guid')
      .where('share_guid', '=', request.guid)
      .executeTakeFirstOrThrow()
    const ulrich = await makeUser(app, { email: request.email, browser: somebody() })
    for (const decision of ['approve', 'reject']) {
      const address = `/p/request/${decision}/${request.guid}?request=${row.guid}`
      expect((await ulrich.open(address)).status).toBe(404)
      expect(ulrich.text()).not.toContain('contract.pdf')
      expect((await sendUnoffered(ulrich, address, decision)).status).toBe(404)
      expect((await sendUnoffered(stranger(app), address, decision)).status).toBe(401)
    }
    expect((await ulrich.open(`/s/${request.guid}/requests`)).status).toBe(404)
    expect(await statusOf(app, request)).toEqual(['Pending'])
  })

  test('a form of another site decides nothing, and none without its token does', async () => {
    const request = await requestForAccess(app, olivia)
    for (const decision of ['approve', 'reject'] as const) {
      const page = await stranger(app).open(request.links[decision])
      const { entries } = page.page.submission(page.page.form(decision))
      const fields = Object.fromEntries(entries.map(({ name, value }) => [name, String(value)]))
      for (const [changed, headers] of [
        [fields, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
        [{ ...fields, token: '' }, {}],
      ] as const) {
        const answer = await page.fetch(page.path, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
          body: new URLSearchParams(changed).toString(),
        })
        expect(answer.status).toBe(403)
      }
    }
    expect(await statusOf(app, request)).toEqual(['Pending'])
  })
})

test('the database keeps only hashes of the links', async () => {
  const request = await requestForAccess(app, olivia)
  const { kysely } = app.strongroom.services.database
  const rows = JSON.stringify(await kysely.selectFrom('access_request').selectAll().execute())
  for (const link of Object.values(request.links))
    expect(rows).not.toContain(new URL(link).searchParams.get('t'))
})
