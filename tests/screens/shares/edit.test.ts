import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import {
  makeShare,
  makeUser,
  openShare,
  operatorEmail,
  proveAddress,
  signIn,
} from '#tests/support/world/make.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { expectHidden } from './own-pages.ts'
import { ownLink } from '#tests/support/world/people.ts'

const { app, operator: sender } = await makeWorld()

test('an owner changes name, permissions, end and message; who reads feels it with the next page', async () => {
  const guid = await makeShare(app, sender, { download: 'yes', message: 'First' })
  const rita = await openShare(app, guid)
  expect((await rita.fetch(`/view/${guid}/download`)).status).toBe(200)

  await sender.follow('Protection')
  expect([sender.status, sender.heading()]).toEqual([200, 'Protection'])
  expect(sender.page.links('Overview')).toEqual([`/s/${guid}`])
  sender
    .fill('Display name', 'Contract, second draft')
    .choose('Not allowed', 'Download')
    .choose('Allowed', 'Printing')
    .fill('Number of copies', '2')
    .choose('Self-destruct after opening')
    .fill('How long', '5')
    .fill('Message', 'Please sign.')
  await sender.press('Save changes')
  expect([sender.path, sender.status]).toEqual([`/s/${guid}`, 200])
  expect(sender.text()).toContain('Changes saved. They apply from the next page anyone opens.')
  expect(sender.heading()).toBe('Contract, second draft.pdf')
  expect(sender.text()).toContain('Each recipient can print 2 copies.')
  expect(sender.text()).toContain('It self-destructs 5 minutes after opening')

  expect((await rita.fetch(`/view/${guid}/download`)).status).toBe(403)
  await rita.open(`/file/${guid}`)
  expect(rita.heading()).toBe('Contract, second draft.pdf')
  expect(rita.text()).toContain('Please sign.')

  await sender.follow('Activity')
  const words = sender.text()
  for (const change of [
    'name: contract.pdf → Contract, second draft.pdf',
    'message: First → Please sign.',
    'download: yes → no',
    'printing: no → yes',
    'print limit: no limit → 2',
    'end date: none → 5 minutes after opening',
  ])
    expect(words).toContain(change)
})

test('people are added by a pasted list and taken away by a tick; the form says how many', async () => {
  const guid = await makeShare(app, sender, { recipients: 'rita@example.net, rob@example.net' })
  await sender.open(`/s/${guid}/edit`)
  sender.choose('rob@example.net').fill('Add people', '"Sam Smith" <sam@example.net>\nrita@example.net')
  await sender.press('Save changes')
  expect(sender.text()).toContain('An email with the link goes to 1 more person.')
  expect(sender.text()).toContain('Access removed for 1 person.')
  await app.settle()
  expect((await app.outbox.newest('sam@example.net')).links).toContainEqual(ownLink(guid))
  expect((await openShare(app, guid, 'sam@example.net')).status).toBe(200)
  const rob = app.browser()
  await rob.open(`/access/filelogin?share=${guid}`)
  const before = await app.outbox.to('rob@example.net')
  await rob.send('ask', { email: 'rob@example.net' })
  await app.settle()
  expect(await app.outbox.to('rob@example.net')).toHaveLength(before.length)
})

test('a form sent as it came changes nothing, and says so', async () => {
  const guid = await makeShare(app, sender)
  await sender.open(`/s/${guid}/edit`)
  await sender.press('Save changes')
  expect(sender.text()).toContain('No changes to save.')
  expect(await eventKinds(app, guid)).not.toContain('Changed')
})

describe('a form that is not accepted', () => {
  test('comes back with all that was typed, and with the error on its field', async () => {
    const guid = await makeShare(app, sender, { recipients: 'rita@example.net, rob@example.net' })
    await sender.open(`/s/${guid}/edit`)
    sender
      .fill('Display name', 'Other name')
      .choose('rob@example.net')
      .choose('Until a date')
      .fill('Last day', '2020-01-01')
      .fill('Add people', 'sam@example.net')
    await sender.press('Save changes')
    expect(sender.status).toBe(400)
    expect(sender.text()).toContain('The earliest date is tomorrow.')
    const { entries } = sender.page.submission(sender.page.form('edit'))
    const typed = Object.fromEntries(entries.map(({ name, value }) => [name, value]))
    expect(typed).toMatchObject({
      name: 'Other name',
      expiry: 'date',
      expiryDate: '2020-01-01',
      recipients: 'sam@example.net',
      remove: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  test('because someone changed the share meanwhile says so, and can be sent again', async () => {
    const guid = await makeShare(app, sender)
    await sender.open(`/s/${guid}/edit`)
    const window = await signIn(app, operatorEmail)
    await window.open(`/s/${guid}/edit`)
    await window.fill('Display name', 'From the other window').press('Save changes')

    await sender.fill('Display name', 'From this window').press('Save changes')
    expect(sender.status).toBe(409)
    expect(sender.text()).toContain('This share was changed in another window.')
    expect(sender.page.control('Display name', 'input').getAttribute('value')).toBe('From this window')
    expect((await window.open(`/s/${guid}`)).heading()).toBe('From the other window.pdf')

    await sender.press('Save changes')
    expect([sender.status, sender.heading()]).toEqual([200, 'From this window.pdf'])
  })

  test('for another reason does not take the newer state for seen', async () => {
    const guid = await makeShare(app, sender)
    await sender.open(`/s/${guid}/edit`)
    const window = await signIn(app, operatorEmail)
    await window.open(`/s/${guid}/edit`)
    await window.fill('Display name', 'From the other window').press('Save changes')
    await sender.choose('Until a date').press('Save changes')
    expect(sender.status).toBe(400)
    await sender.choose('Until I unshare it').fill('Display name', 'From this window').press('Save changes')
    expect(sender.status).toBe(409)
  })
})

test('a file without a passkey is not given one, and the page says why', async () => {
  const guid = await makeShare(app, sender)
  await sender.open(`/s/${guid}/edit`)
  expect(sender.text()).toContain('You can’t add a passkey to a file stored without one.')
  await sender.send('edit', { visibility: 'passkey' })
  expect([sender.status, sender.path]).toEqual([400, `/s/${guid}/edit`])
  expect(sender.text()).toContain('This file isn’t encrypted with a passkey, so you can’t add one now.')
})

test('a reader whom a link let in is asked who they are once the link is for named people', async () => {
  const guid = await makeShare(app, sender, { visibility: 'public', recipients: 'rita@example.net' })
  const visitor = await app.browser().open(`/file/${guid}`)
  await visitor.send('open')
  await sender.open(`/s/${guid}/edit`)
  await sender.choose('Only people I specify').press('Save changes')
  await visitor.open(`/view/${guid}`)
  expect(visitor.url.pathname).toBe('/access/filelogin')
  expect((await proveAddress(app, guid)).status).toBe(200)
})

test("another person's share cannot be edited, and does not seem to be there", async () => {
  const guid = await makeShare(app, sender)
  const other = await makeUser(app)
  const own = `/s/${await makeShare(app, other)}/edit`
  const pair: [string, string] = [`/s/${guid}/edit`, `/s/${'f'.repeat(32)}/edit`]
  await expectHidden(other, own, pair, { edit: { revision: '0', name: 'Mine', webView: 'yes' } })
  expect((await sender.open(`/s/${guid}`)).heading()).toBe('contract.pdf')
  expect((await app.browser().open(`/s/${guid}/edit`)).url.pathname).toBe('/access/login')
})
