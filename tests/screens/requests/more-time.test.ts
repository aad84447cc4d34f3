import { beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day, minute } from '#tests/support/world/clock.ts'
import { changeShare } from '#tests/support/world/conditions.ts'
import { makeShare, operatorEmail, proveAddress, recipientEmail, signIn } from '#tests/support/world/make.ts'
import { ownLink, somebody } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { decisionLinks, requestsOf } from './requests.ts'

const nora = 'nora@example.net'
const ask = 'Ask for 7 more days'

let olivia: Browser

const { app } = await makeWorld()
beforeEach(async () => {
  app.clock.advance(day)
  olivia = await signIn(app, operatorEmail, somebody())
})

/** A share for two people whose end has just passed, and the first of them, who had opened it. */
async function ended(): Promise<{ guid: string; rita: Browser }> {
  const guid = await makeShare(app, olivia, { recipients: `${recipientEmail}, ${nora}` })
  const rita = await proveAddress(app, guid, recipientEmail, somebody())
  await rita.send('open')
  await changeShare(app, guid, { destruct_seconds: 0, expires_at: app.clock.now() + minute })
  app.clock.advance(2 * minute)
  return { guid, rita }
}

/** The same, and the first of them has asked for more days. */
async function requestMoreDays(): Promise<{ guid: string; rita: Browser }> {
  const { guid, rita } = await ended()
  await rita.open(`/p/request/${guid}`)
  await rita.press(ask)
  await app.settle()
  return { guid, rita }
}

/** The sender approves the one request for a share, from its own list. */
async function approve(guid: string): Promise<void> {
  await olivia.open(`/s/${guid}/requests`)
  await olivia.press(`Approve ${recipientEmail}`)
}

/** Someone who comes by the link proves the address, and reads that the file has ended for them. */
async function expectEnded(guid: string, email: string): Promise<void> {
  await expect(proveAddress(app, guid, email, somebody())).rejects.toThrow('with status 410')
}

test('a recipient whose access ended asks for seven more days, and gets them by one click', async () => {
  const { guid, rita } = await ended()
  const image = `/view/${guid}/page/1`
  expect((await rita.open(image)).status).toBe(410)
  await rita.open(`/file/${guid}`)
  expect(rita.status).toBe(410)
  await rita.follow(ask)
  expect(rita.heading()).toBe(ask)
  await rita.fill(/^Message/, 'The board meets on Friday').press(ask)
  expect(rita.heading()).toBe('Request sent')
  await app.settle()

  const mail = await app.outbox.newest(operatorEmail)
  expect(mail.subject).toBe('A recipient asks for 7 more days')
  expect(mail.text).toContain(`${recipientEmail} asks for 7 more days`)
  await olivia.open('/requests')
  expect(olivia.text()).toMatch(/asks for 7 more days with contract\.pdf.*The board meets on Friday/)
  await approve(guid)
  expect(olivia.text()).toContain('Approved. They’ll get an email.')
  await app.settle()

  const given = await app.outbox.newest(recipientEmail)
  expect([given.subject, given.links]).toEqual(['Your request was approved', [ownLink(guid)]])
  expect(given.text).toContain('gave you more time with a protected file, until')
  await rita.open(`/file/${guid}`)
  await rita.send('open')
  expect(rita.path).toBe(`/view/${guid}`)
  expect((await rita.open(image)).status).toBe(200)
  expect((await olivia.open(`/s/${guid}`)).text()).toContain('Extended to')
  app.clock.advance(7 * day)
  await expectEnded(guid, recipientEmail)
})

test('what one recipient was given opens nothing for another', async () => {
  const { guid } = await requestMoreDays()
  await approve(guid)
  await expectEnded(guid, nora)
})

test('the sender sets another end, or refuses, from the email', async () => {
  const [first, second] = [await requestMoreDays(), await requestMoreDays()]
  const { reject } = await decisionLinks(app, operatorEmail)
  const refusing = await app.browser(somebody()).open(reject)
  expect(refusing.heading()).toBe(`Reject more time for ${recipientEmail}?`)
  await refusing.press('Reject')
  expect((await app.outbox.newest(recipientEmail)).text).toContain('more time with a protected file wasn’t')
  expect((await second.rita.open(`/file/${second.guid}`)).status).toBe(410)
  await second.rita.open(`/p/request/${second.guid}`)
  expect(second.rita.text()).toContain('You can ask again after')

  await olivia.open(`/s/${first.guid}/requests`)
  await olivia.follow('Approve with options')
  expect(olivia.heading()).toBe(`Give ${recipientEmail} 7 more days?`)
  const inTwoDays = new Date(app.clock.now() + 2 * day).toISOString().slice(0, 10)
  await olivia.fill(/^Last day/, inTwoDays).press('Approve')
  expect((await first.rita.open(`/file/${first.guid}`)).status).toBe(200)
  app.clock.advance(4 * day)
  await expectEnded(first.guid, recipientEmail)
})

describe('nothing comes of it', () => {
  test('when the file is unshared, or the person is removed, before the sender decides', async () => {
    const { guid } = await requestMoreDays()
    await olivia.open(`/s/${guid}/requests`)
    await changeShare(app, guid, { status: 'Killed' })
    await olivia.press(`Approve ${recipientEmail}`)
    expect(olivia.text()).toContain('no longer')
    await changeShare(app, guid, { status: 'Active' })
    const { kysely } = app.strongroom.services.database
    const revoked_at = app.clock.now()
    await kysely.updateTable('recipient').set({ revoked_at }).where('share_guid', '=', guid).execute()
    await approve(guid)
    expect(olivia.text()).toContain('no longer')
    expect(await requestsOf(app, guid)).toMatchObject([{ status: 'Pending' }])
  })

  test('of a second request while the first one waits', async () => {
    const { guid, rita } = await requestMoreDays()
    await rita.open(`/p/request/${guid}`)
    expect(rita.heading()).toBe('More time requested')
    expect(rita.text()).toContain('You asked on')
    expect(await requestsOf(app, guid)).toHaveLength(1)
  })

  test('for someone who was not on the list, who reads what they always read', async () => {
    const { guid } = await ended()
    const elsewhere = await makeShare(app, olivia, { recipients: 'paula@example.net' })
    const browser = await proveAddress(app, elsewhere, 'paula@example.net', somebody())
    await browser.open(`/p/request/${guid}`)
    expect(browser.text()).not.toContain('more days')
    await browser.press('Request access')
    expect(browser.heading()).toBe('Request sent')
    await app.settle()
    expect(await requestsOf(app, guid)).toEqual([])
  })

  test('after a self-destruct, or on a link for anyone: there is no button', async () => {
    const timed = await makeShare(app, olivia)
    const rita = await proveAddress(app, timed, recipientEmail, somebody())
    await rita.send('open')
    await changeShare(app, timed, { destruct_seconds: 60 })
    app.clock.advance(2 * minute)
    await rita.open(`/file/${timed}`)
    expect(rita.status).toBe(410)
    expect(rita.text()).not.toContain(ask)
    const open = await makeShare(app, olivia, { visibility: 'public' })
    const visitor = await app.browser(somebody()).open(`/file/${open}`)
    await visitor.send('open')
    await changeShare(app, open, { destruct_seconds: 0, expires_at: app.clock.now() + minute })
    app.clock.advance(2 * minute)
    await visitor.open(`/file/${open}`)
    expect(visitor.status).toBe(410)
    expect(visitor.text()).not.toContain(ask)
  })
})
