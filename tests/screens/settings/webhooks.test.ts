import { expect, test } from 'vitest'
import { networksIn } from '#server/proxies.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { openReceiver, type Receiver } from '#tests/support/unit/webhooks.ts'
import { makeShare, makeUser } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld({ config: { outgoingNetworks: networksIn('loopback') } })
const { kysely } = app.strongroom.services.database
const [owner, other, admin, member] = [
  await makeUser(app, { email: 'owner@example.org', browser: somebody() }),
  await makeUser(app, { email: 'other@example.org', browser: somebody() }),
  await makeUser(app, { email: 'admin@example.org', browser: somebody() }),
  await makeUser(app, { email: 'member@example.org', browser: somebody() }),
]
await makeTeam(app, ['admin@example.org', 'member@example.org'])

const [ownTab, teamTab] = ['/setting?tabActive=webhooks', '/team/admin?tabActive=webhooks']

/** Adds a webhook by the form, and returns its page. */
async function addWebhook(browser: Browser, tab: string, url: string, kind: string): Promise<string> {
  await browser.open(tab)
  await browser.send('addWebhook', { url, kind })
  expect(browser.text()).toContain('Save this secret now: it’s shown only once.')
  await browser.follow('I’ve saved it')
  return browser.path
}

async function states() {
  return {
    hooks: await kysely
      .selectFrom('webhook')
      .select(['guid', 'state', 'kinds', 'secret_sealed'])
      .orderBy('guid')
      .execute(),
    messages: await kysely.selectFrom('webhook_message').select(['guid', 'state']).orderBy('guid').execute(),
  }
}

function receiverOf(answer: string): Promise<Receiver> {
  return openReceiver().then((receiver) => {
    receiver.answers = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(answer)
    return receiver
  })
}

test('someone adds a webhook, tests it, and sees what was sent and what came back as text', async () => {
  const receiver = await receiverOf('<script>alert(1)</script> thanks')
  await owner.open(ownTab)
  expect(owner.text()).toContain('No webhooks.')
  await owner.send('addWebhook', { url: 'nothing', kind: 'share.created' })
  expect([owner.status, owner.text()]).toEqual([400, expect.stringContaining('Enter the full address')])
  expect(owner.page.root.querySelector('#url')!.getAttribute('value')).toBe('nothing')
  expect(owner.page.root.querySelector('input[value="share.created"]')!.hasAttribute('checked')).toBe(true)
  await owner.open(ownTab)
  await owner.send('addWebhook', { url: receiver.url })
  expect([owner.status, owner.text()]).toEqual([400, expect.stringContaining('Choose at least one kind')])
  const page = await addWebhook(owner, ownTab, receiver.url, 'share.created')
  expect(owner.text()).not.toContain('whsec_')
  await owner.press('Send a test event')
  await app.settle()
  await owner.reload()
  expect(receiver.types).toEqual(['test'])
  expect(owner.text()).toContain('Delivered')
  expect(owner.text()).toContain('<script>alert(1)</script> thanks')
  await makeShare(app, owner)
  await app.settle()
  expect(receiver.types).toEqual(['test', 'share.created'])
  await owner.open(page)
  expect(owner.text()).toContain('share.created')
  await owner.follow('Shared')
  await owner.press('Send again')
  await app.settle()
  expect(receiver.types).toEqual(['test', 'share.created', 'share.created'])
  const [, first, again] = receiver.got
  expect(again!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
})

test('kinds are chosen again, a secret is replaced, and a webhook is turned off, on, and removed', async () => {
  const receiver = await openReceiver()
  const page = await addWebhook(owner, ownTab, receiver.url, 'share.opened')
  await owner.send('webhookKinds', { kind: 'share.created' })
  expect(owner.text()).toContain('Kinds of events saved.')
  await owner.press('Create new secret …')
  await owner.press('Create new secret')
  expect(owner.text()).toMatch(/whsec_[\w+/]{43}=/)
  await owner.open(page)
  expect(owner.text()).toContain('Requests are also signed with the previous secret')
  await owner.press('Turn off')
  await makeShare(app, owner)
  await app.settle()
  expect(receiver.got).toEqual([])
  await owner.open(page)
  await owner.press('Turn on')
  await app.settle()
  expect(receiver.types).toEqual(['share.created'])
  await owner.open(page)
  await owner.press('Remove …')
  await owner.press('Remove webhook')
  expect(owner.text()).toContain('Webhook removed.')
  expect((await owner.open(page)).status).toBe(404)
})

test('a team’s webhook is for its admins, and tells of the team and its accounts', async () => {
  const receiver = await openReceiver()
  await addWebhook(admin, teamTab, receiver.url, 'team.invited')
  await admin.open('/team/admin?panel=invite')
  await admin.send('invite', { people: 'new@example.org', role: '2' })
  await app.settle()
  expect(receiver.types).toEqual(['team.invited'])
  expect(receiver.got[0]!.data).toMatchObject({ by: 'admin@example.org', person: 'new@example.org' })
  for (const browser of [member, owner]) expect((await browser.open(teamTab)).status).toBe(404)
})

test('no one else sees a webhook or does anything with it, by whatever form', async () => {
  const receiver = await openReceiver()
  const page = await addWebhook(owner, ownTab, receiver.url, 'share.created')
  const teamPage = await addWebhook(admin, teamTab, receiver.url, 'team.invited')
  await owner.open(page)
  await owner.press('Send a test event')
  await app.settle()
  const [hook, teamHook] = [page, teamPage].map((one) => new URL(one, 'http://x').searchParams.get('hook')!)
  const { guid: message } = await kysely
    .selectFrom('webhook_message')
    .select('guid')
    .where('webhook_guid', '=', hook!)
    .executeTakeFirstOrThrow()
  const forms = (guid: string): [string, Record<string, string>][] => [
    ...['Send a test event', 'Turn off', 'Turn on', 'Remove webhook'].map(
      (act): [string, Record<string, string>] => ['webhookAct', { hook: guid, act }],
    ),
    ['webhookKinds', { hook: guid, kind: 'account.locked' }],
    ['renewWebhookSecret', { hook: guid }],
    ['sendWebhookAgain', { hook: guid, message }],
  ]
  const before = await states()
  const post = async (browser: Browser, path: string, intent: string, fields: Record<string, string>) => {
    await browser.open('/setting')
    const token = browser.page.root.querySelector('input[name="token"]')!.getAttribute('value')!
    return browser.fetch(path, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, intent, token }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  }
  for (const browser of [other, member, admin])
    for (const [intent, fields] of forms(hook!)) {
      const { status } = await post(browser, ownTab, intent, fields)
      expect([intent, fields['act'], status]).toEqual([intent, fields['act'], 404])
    }
  for (const browser of [owner, member])
    for (const path of [ownTab, teamTab])
      for (const [intent, fields] of forms(teamHook!)) {
        const { status } = await post(browser, path, intent, fields)
        expect([path, intent, status]).toEqual([path, intent, 404])
      }
  for (const browser of [other, member]) expect((await browser.open(page)).status).toBe(404)
  expect((await app.browser().fetch(page)).status).toBe(302)
  expect(await states()).toEqual(before)
})
