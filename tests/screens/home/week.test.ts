import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeShare, makeUser, proveAddress, signIn } from '#tests/support/world/make.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'

const day = 24 * 60 * minute
const { app } = await makeWorld()

test('home tells the week in four numbers, of shares and of data rooms, and in a sentence for each room', async () => {
  const email = 'wanda@example.org'
  const sender = await makeUser(app, { email })
  await sender.open('/home')
  expect(sender.page.root.querySelector('.numbers')).toBeNull()
  const guid = await makeShare(app, sender)
  await (await proveAddress(app, guid)).press('Open')
  const mia = 'mia@example.net'
  const room = await makeRoom(app, {
    ownerEmail: email,
    tree: { 'lease.pdf': 'Rent' },
    members: { [mia]: 1, 'ned@example.net': 1 },
  })
  for (const actor of [mia, 'ned@example.net'])
    await app.strongroom.services.events.record(null, {
      subject: room.items['lease.pdf']!,
      roomGuid: room.guid,
      kind: 'View',
      actor,
    })
  await sender.open('/home')
  const numbers = sender.page.root
    .querySelectorAll('.number')
    .map((one) => one.text.replace(/\s+/g, ' ').trim())
  expect(numbers).toEqual([
    'Files opened 3, 3 more than the week before',
    'Readers 3, no downloads',
    'Time read 0, none measured',
    'Waiting for you 0, no requests',
  ])
  const text = sender.text().replace(/\s+/g, ' ')
  expect(text).toContain(`${mia} and 1 other were in Project Alba 2 files opened`)
  await sender.follow('Project Alba')
  expect(sender.path).toBe(`/drstats/${room.guid}`)
})

test('what others own is in no one else’s week', async () => {
  const other = await makeUser(app, { email: 'other@example.org' })
  await other.open('/home')
  expect(other.text()).not.toContain('Files opened')
})

test('after a week in which something happened there is an email on Monday, once, which a link ends', async () => {
  const email = 'emil@example.org'
  const sender = await makeUser(app, { email })
  const quiet = 'quinn@example.org'
  await makeUser(app, { email: quiet })
  const { weekEmails } = app.strongroom.services.viewing
  const guid = await makeShare(app, sender)
  await (await proveAddress(app, guid)).press('Open')
  const weekly = async (to: string) => {
    await weekEmails.sweep()
    return (await app.outbox.to(to)).filter(({ subject }) => subject.startsWith('Your week'))
  }
  const openOne = async () => {
    const again = await makeShare(app, await signIn(app, email))
    await (await proveAddress(app, again)).press('Open')
  }
  // Nothing before the week is over.
  expect(await weekly(email)).toEqual([])
  app.clock.advance(7 * day)
  await openOne()
  const [told] = await weekly(email)
  expect(told?.text).toContain('1 person opened 1 file')
  expect(told?.text).not.toContain('contract.pdf')
  expect(await weekly(email)).toHaveLength(1)
  expect(await weekly(quiet)).toEqual([])
  const link = /https?:\/\/\S+\/p\/letters\/\S+/.exec(told?.text ?? '')?.[0] ?? ''
  const visitor = app.browser()
  await visitor.open(new URL(link).pathname)
  await visitor.press('Unsubscribe')
  expect(visitor.text()).toContain('weekly emails are off for this address')
  app.clock.advance(7 * day)
  await openOne()
  expect(await weekly(email)).toHaveLength(1)
})

test('a mail program turns the weekly email off by the address in its header, and by nothing else', async () => {
  const { weekEmails, quietAddresses } = {
    ...app.strongroom.services.viewing,
    ...app.strongroom.services.accounts,
  }
  const ida = await makeUser(app, { email: 'ida@example.org' })
  await (await proveAddress(app, await makeShare(app, ida))).press('Open')
  app.clock.advance(7 * day)
  await (await proveAddress(app, await makeShare(app, await signIn(app, 'ida@example.org')))).press('Open')
  await weekEmails.sweep()
  const mail = (await app.outbox.to('ida@example.org')).find(({ subject }) =>
    subject.startsWith('Your week'),
  )!
  expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const address = new URL(/<(.+)>/.exec(mail.headers.get('list-unsubscribe')!)![1]!)
  const isQuiet = async () => (await quietAddresses.find(address.pathname.split('/').at(-1)!)).isQuiet
  const post = (path: string, body: string) =>
    app.strongroom.handle(
      new Request(new URL(path, address), {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(body.length),
          'sec-fetch-site': 'cross-site',
          origin: 'https://mail.example.com',
        },
        body,
      }),
    )
  expect((await app.browser().fetch(address.pathname)).status).toBe(200)
  expect((await post(address.pathname, 'intent=stop')).status).not.toBe(200)
  expect((await post(address.pathname, 'List-Unsubscribe=No')).status).not.toBe(200)
  expect(await isQuiet()).toBe(false)
  expect((await post(`${address.pathname}x`, 'List-Unsubscribe=One-Click')).status).toBe(404)
  for (let again = 0; again < 2; again++) {
    expect((await post(address.pathname, 'List-Unsubscribe=One-Click')).status).toBe(200)
    expect(await isQuiet()).toBe(true)
  }
  expect((await post(address.pathname, 'List-Unsubscribe=One-Click&intent=goOn')).status).not.toBe(200)
  expect(await isQuiet()).toBe(true)
})
