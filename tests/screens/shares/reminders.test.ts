import { beforeEach, describe, expect, test } from 'vitest'
import { startApp, type App } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day, hour } from '#tests/support/world/clock.ts'
import { makeOperator, makeShare, operatorEmail, recipientEmail, signIn } from '#tests/support/world/make.ts'
import { changeShare } from '#tests/support/world/conditions.ts'
import { ownLink } from '#tests/support/world/people.ts'

const subject = 'Access to a file shared with you ends soon'
let app: App
let sender: Browser

beforeEach(async () => {
  app = await startApp()
  sender = await makeOperator(app)
})

/** A share that ends in three days, with a reminder. */
async function share(recipients = recipientEmail): Promise<string> {
  const date = app.clock.dateIn(3)
  const guid = await makeShare(app, sender, { recipients, expiry: 'date', expiryDate: date })
  await changeShare(app, guid, { reminds: 1 })
  return guid
}

/** The reminders to an address after so much time has passed. */
async function remindersAfter(milliseconds: number, email = recipientEmail) {
  app.clock.advance(milliseconds)
  await app.strongroom.services.sweep()
  return (await app.outbox.to(email)).filter((mail) => mail.subject === subject)
}

describe('a reminder before a file expires', () => {
  test('comes once, in the last day, with the link and until when, and without the name of the file', async () => {
    const guid = await share()
    expect(await remindersAfter(day)).toEqual([])
    const [mail] = await remindersAfter(2 * day)
    expect(mail!.links[0]).toEqual(ownLink(guid))
    expect(mail!.text).toMatch(/until 20\d\d-\d\d-\d\d \d\d:\d\d UTC/)
    expect(mail!.text + mail!.html).not.toContain('contract')
    expect(await remindersAfter(hour)).toHaveLength(1)
  })

  test('does not come for what was unshared, nor to who wants none', async () => {
    const guid = await share()
    await sender.open(`/s/${guid}`)
    await sender.send('unshare')
    await share(`${recipientEmail}\nsam@example.net`)
    const [mail] = await remindersAfter(3 * day - hour, 'sam@example.net')
    expect(await remindersAfter(0)).toHaveLength(1)
    const reader = app.browser()
    await reader.open(mail!.links.find((link) => link.includes('/p/letters/')) ?? '')
    expect(reader.heading()).toBe('Emails to sam@example.net')
    await reader.send('stop')
    expect(reader.text()).toContain('are off for this address')
    sender = await signIn(app, operatorEmail)
    await share(`${recipientEmail}\nsam@example.net`)
    expect(await remindersAfter(3 * day - hour)).toHaveLength(2)
    expect(await remindersAfter(0, 'sam@example.net')).toHaveLength(1)
  })

  test('the link to switch emails off is no one else’s, and opening it changes nothing', async () => {
    await share('sam@example.net')
    const [mail] = await remindersAfter(3 * day - hour, 'sam@example.net')
    const link = mail!.links.find((one) => one.includes('/p/letters/'))!
    expect(mail!.headers.get('list-unsubscribe')).toBe(`<${link}>`)
    const reader = app.browser()
    for (const method of ['GET', 'HEAD']) await reader.fetch(link, { method })
    await reader.open(link)
    expect(reader.text()).toContain('are sent to this address')
    expect(Buffer.from(link.split('/').at(-1)!, 'base64url').toString('latin1')).not.toContain('sam')
    for (const wrong of [`${link}A`, link.slice(0, -2), 'http://localhost:3000/p/letters/c2Ft']) {
      await reader.open(wrong)
      expect(reader.status).toBe(404)
    }
  })
})
