import { beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { minute } from '#tests/support/world/clock.ts'
import {
  makeShare,
  makeUser,
  openPublicShare,
  openShare,
  operatorEmail,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { askTerms, changeShare, sha256Of } from '#tests/support/world/conditions.ts'
import { somebody, proved } from '#tests/support/world/people.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { sendUnoffered } from '#tests/support/browser/unoffered.ts'

const text = 'You keep what you read here to yourself.\nSecond paragraph.'

const { app, operator } = await makeWorld()
let sender = operator
beforeEach(() => app.clock.advance(16 * minute))

async function share(fields: Parameters<typeof makeShare>[2] = {}): Promise<string> {
  sender = await signIn(app, operatorEmail, somebody())
  const guid = await makeShare(app, sender, { message: 'Read before Monday', download: 'yes', ...fields })
  await askTerms(app, guid, text)
  return guid
}

async function acceptances(guid: string) {
  return app.strongroom.services.database.kysely
    .selectFrom('acceptance')
    .selectAll()
    .where('share_guid', '=', guid)
    .execute()
}

describe('a reader who owes terms', () => {
  test('meets the text before name, size, pages and message, wherever they go', async () => {
    const guid = await share()
    const rita = await proved(app, guid)
    expect([rita.path, rita.status, rita.heading()]).toEqual([`/file/${guid}/terms`, 200, 'Terms of access'])
    expect(rita.text()).toContain('You keep what you read here to yourself.')
    for (const address of [
      `/file/${guid}`,
      `/view/${guid}`,
      `/view/${guid}/print`,
      `/file/${guid}/comments`,
    ]) {
      await rita.open(address)
      expect([rita.path, rita.status], address).toEqual([`/file/${guid}/terms`, 200])
      expect(Buffer.from(rita.bytes).toString()).not.toMatch(/contract|Monday|\b2 pages|download allowed/)
    }
    for (const address of [`/view/${guid}/page/1`, `/view/${guid}/download`])
      expect((await rita.fetch(address)).status, address).toBe(401)
    for (const address of [`/file/${guid}.data`, `/view/${guid}.data`, `/file/${guid}/terms.data`])
      expect(await (await rita.fetch(address)).text(), address).not.toMatch(/contract\.pdf|Monday/)
    await sendUnoffered(rita, `/file/${guid}`, 'open')
    expect(rita.path).toBe(`/file/${guid}/terms`)
    expect(await acceptances(guid)).toEqual([])
    expect(await eventKinds(app, guid)).not.toContain('View')
  })

  test('accepts, is recorded with text, time, network and browser, and reads', async () => {
    const guid = await share()
    const rita = await proved(app, guid, recipientEmail, {
      ip: '203.0.113.9',
      userAgent: 'Mozilla/5.0 Firefox/140.0',
    })
    await rita.choose('I have read and accept these terms').press('Accept and continue')
    expect([rita.path, rita.heading()]).toEqual([`/file/${guid}`, 'contract.pdf'])
    expect(await acceptances(guid)).toMatchObject([
      {
        email: recipientEmail,
        sha256: sha256Of(text),
        accepted_at: app.clock.now(),
        ip: '203.0.113.9',
        user_agent: 'Mozilla/5.0 Firefox/140.0',
      },
    ])
    expect(await eventKinds(app, guid)).toContain('TermsAccepted')
    await rita.press('Open')
    expect(rita.path).toBe(`/view/${guid}`)
    // Another browser of the same person is not asked again.
    expect((await proved(app, guid)).path).toBe(`/file/${guid}`)
  })

  test('who does not tick the box is told so, and nothing is recorded', async () => {
    const guid = await share()
    const rita = await proved(app, guid)
    await rita.press('Accept and continue')
    expect([rita.status, rita.heading()]).toEqual([400, 'Terms of access'])
    expect(rita.text()).toContain('tick the box to accept the terms.')
    expect(await acceptances(guid)).toEqual([])
  })

  test('who presses twice is recorded once', async () => {
    const guid = await share()
    const two = [await proved(app, guid), await proved(app, guid)]
    await Promise.all(two.map((browser) => browser.send('accept', { isAccepted: 'on' })))
    expect(two.map(({ path }) => path)).toEqual([`/file/${guid}`, `/file/${guid}`])
    expect(await acceptances(guid)).toHaveLength(1)
  })

  test('whose text was changed meanwhile accepts nothing, and gets the new text', async () => {
    const guid = await share()
    const rita = await proved(app, guid)
    await askTerms(app, guid, 'Other terms than before.')
    await rita.send('accept', { isAccepted: 'on' })
    expect(rita.status).toBe(409)
    expect(rita.text()).toContain('The terms changed while you were reading.')
    expect(rita.text()).toContain('Other terms than before.')
    expect(await acceptances(guid)).toEqual([])
    await rita.send('accept', { isAccepted: 'on' })
    expect(await acceptances(guid)).toMatchObject([{ sha256: sha256Of('Other terms than before.') }])
  })

  test('reads on when terms come in mid-reading, and meets them at the next opening', async () => {
    const guid = await makeShare(app, await signIn(app, operatorEmail, somebody()))
    const rita = await openShare(app, guid, recipientEmail, somebody())
    await askTerms(app, guid, text)
    expect((await rita.open(`/view/${guid}?page=1`)).status).toBe(200)
    await rita.open(`/file/${guid}`)
    expect(rita.path).toBe(`/file/${guid}/terms`)
  })

  test('finds nothing to accept where the share is closed', async () => {
    const guid = await share()
    const rita = await proved(app, guid)
    await changeShare(app, guid, { status: 'Killed' })
    await rita.send('accept', { isAccepted: 'on' })
    expect([rita.status, rita.heading()]).toEqual([410, 'Unshared'])
    expect(await acceptances(guid)).toEqual([])
  })
})

describe('others', () => {
  test('a stranger is asked who they are, and sees no text', async () => {
    const guid = await share()
    const stranger = await app.browser(somebody()).open(`/file/${guid}/terms`)
    expect([stranger.url.pathname, stranger.heading()]).toEqual([
      '/access/filelogin',
      'Open a protected file',
    ])
    expect(stranger.text()).not.toContain('keep what you read')
    await sendUnoffered(stranger, `/file/${guid}/terms`, 'accept')
    expect(await acceptances(guid)).toEqual([])
  })

  test('a recipient of another share neither sees nor accepts the text', async () => {
    const guid = await share()
    const rob = await openShare(
      app,
      await makeShare(app, sender, { recipients: 'rob@example.net' }),
      'rob@example.net',
      somebody(),
    )
    await rob.open(`/file/${guid}/terms`)
    expect([rob.status, rob.heading()]).toEqual([403, 'Not shared with you'])
    await sendUnoffered(rob, `/file/${guid}/terms`, 'accept')
    expect(await acceptances(guid)).toEqual([])
  })

  test('the owner is exempt', async () => {
    const guid = await share()
    await sender.open(`/file/${guid}/terms`)
    expect(sender.path).toBe(`/s/${guid}`)
    expect((await sender.open(`/view/${guid}`)).status).toBe(200)
  })

  test('the visitors of a link each accept for themselves', async () => {
    const guid = await share({ visibility: 'public' })
    const one = await app.browser(somebody()).open(`/file/${guid}`)
    expect(one.path).toBe(`/file/${guid}/terms`)
    expect(one.text()).toContain('You accept as a visitor with this link.')
    await one.send('accept', { isAccepted: 'on' })
    expect(one.heading()).toBe('contract.pdf')
    const other = await app.browser(somebody()).open(`/file/${guid}`)
    expect(other.path).toBe(`/file/${guid}/terms`)
    expect(await acceptances(guid)).toMatchObject([{ email: null }])
  })

  test('looking, HEAD and prefetch accept nothing', async () => {
    const guid = await share()
    const rita = await proved(app, guid)
    await rita.fetch(`/file/${guid}/terms`, { method: 'HEAD' })
    await rita.fetch(`/file/${guid}/terms?intent=accept&isAccepted=on`)
    await rita.fetch(`/file/${guid}/terms`, { headers: { 'sec-purpose': 'prefetch' } })
    expect(await acceptances(guid)).toEqual([])
  })
})

describe('the owner', () => {
  async function accepted(fields: Parameters<typeof makeShare>[2] = {}): Promise<string> {
    const guid = await share(fields)
    const options = { ip: '198.51.100.7', userAgent: '=HYPERLINK("https://evil.example")' }
    const reader =
      fields.visibility === 'public'
        ? await app.browser(options).open(`/file/${guid}`)
        : await proved(app, guid, recipientEmail, options)
    await reader.send('accept', { isAccepted: 'on' })
    return guid
  }

  test('reads who accepted which text when and from where', async () => {
    const guid = await accepted()
    await sender.open(`/s/${guid}`)
    await sender.follow('Terms')
    expect([sender.path, sender.heading()]).toEqual([`/s/${guid}/terms`, 'Terms'])
    expect(sender.text()).toContain('You keep what you read here to yourself.')
    expect(sender.text()).toContain(recipientEmail)
    expect(sender.text()).toContain('198.51.100.7')
    expect(sender.text()).toContain(sha256Of(text))
    await askTerms(app, guid, 'A newer text.')
    await sender.open(`/s/${guid}/terms`)
    expect(sender.text()).toContain('A newer text.')
    await sender.follow('Your own text')
    expect(sender.text()).toContain('You keep what you read here to yourself.')
    expect(sender.text()).not.toContain('A newer text.')
  })

  test('saves them as CSV, in which nothing is a formula', async () => {
    const guid = await accepted({ visibility: 'public' })
    await sender.open(`/s/${guid}/terms`)
    await sender.follow('CSV')
    expect(sender.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(sender.headers.get('content-disposition')).toContain('attachment')
    const lines = Buffer.from(sender.bytes).toString().split('\r\n')
    expect(lines[1]).toBe(
      `Link visitor,,${new Date(app.clock.now()).toISOString().slice(0, 19).replace('T', ' ')},Your own text,${sha256Of(text)},198.51.100.7,"'=HYPERLINK(""https://evil.example"")"`,
    )
  })

  test('gets an email if they asked for it, without the name of the file, and switches it off and on', async () => {
    const guid = await share({ recipients: `${recipientEmail}, sam@example.net` })
    await changeShare(app, guid, { tells_acceptance: 1 })
    await (await proved(app, guid)).send('accept', { isAccepted: 'on' })
    const mail = await app.outbox.newest(operatorEmail)
    expect(mail.subject).toBe('The terms of your file were accepted')
    expect(mail.text).toContain(recipientEmail)
    expect(mail.text + mail.html).not.toContain('contract')
    const page = `http://localhost:3000/s/${guid}/terms`
    expect(mail.links).toEqual([page, `${page}#letters`])
    await sender.open(mail.links[1]!)
    await sender.press('Turn emails off')
    expect(sender.text()).toContain('You don’t get an email when someone accepts')
    await (await proved(app, guid, 'sam@example.net')).send('accept', { isAccepted: 'on' })
    expect((await app.outbox.newest(operatorEmail)).text).toBe(mail.text)
    await sender.press('Turn emails on')
    expect(sender.text()).toContain('You get an email each time')
  })

  test('alone has these pages: another account and a stranger have not', async () => {
    const guid = await accepted()
    const { guid: terms } = await app.strongroom.services.database.kysely
      .selectFrom('terms')
      .select('guid')
      .where('text', '=', text)
      .executeTakeFirstOrThrow()
    const ulrich = await makeUser(app, { email: 'ulrich@example.org', browser: somebody() })
    for (const address of [`/s/${guid}/terms`, `/s/${guid}/terms?text=${terms}`]) {
      await ulrich.open(address)
      expect([ulrich.status, ulrich.heading()], address).toEqual([404, 'Page not found'])
    }
    expect((await ulrich.fetch(`/s/${guid}/terms/export`)).status).toBe(404)
    const stranger = await app.browser(somebody()).fetch(`/s/${guid}/terms/export`)
    expect([stranger.status, stranger.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('/access/login'),
    ])
    // A text of another share is none of this one's.
    const other = await share()
    await sender.open(`/s/${guid}/terms?text=${await askTerms(app, other, 'Of another share')}`)
    expect(sender.status).toBe(404)
  })

  test('sees a visitor of a link that asks nothing pass without terms', async () => {
    const guid = await makeShare(app, await signIn(app, operatorEmail, somebody()), { visibility: 'public' })
    await openPublicShare(app, guid, somebody())
    await sender.open(`/s/${guid}/terms`)
    expect(sender.text()).toContain('This share has no terms.')
  })
})
