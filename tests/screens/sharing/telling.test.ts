import { describe, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { rows } from '#tests/support/browser/shown.ts'
import { emptyPdf, pdf } from '#tests/support/files/documents.ts'
import { day, hour } from '#tests/support/world/clock.ts'
import type { ReceivedEmail } from '#tests/support/world/mail.ts'
import {
  makeUser,
  openShare,
  operatorEmail,
  password,
  proveAddress,
  signIn,
  trySignIn,
  type ShareFields,
} from '#tests/support/world/make.ts'
import { askCode, codeFor, somebody } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { Program } from '#tests/api/program.ts'
import { askAccess, decisionLinks } from '#tests/screens/requests/requests.ts'

const { app } = await makeWorld()
const { kysely } = app.strongroom.services.database

const olivia = (): Promise<Browser> => signIn(app, operatorEmail, somebody())
let people = 0
const newAddress = (): string => `reader${++people}@example.net`
const good = (name = 'plan.pdf') => ({ name, type: 'application/pdf', bytes: pdf(['Page one']) })
const damaged = (name = 'plan.pdf') => ({ name, type: 'application/pdf', bytes: emptyPdf() })

/** Shares files without letting any job run. */
async function share(sender: Browser, fields: ShareFields): Promise<string> {
  await sender.open('/share')
  await sender.send('share', { file: good(), ...fields })
  expect(sender.status).toBe(200)
  return sender.path.split('/').at(-1)!
}

/** Lets all jobs run but those that make pages, and answers the emails that there are. */
async function settleWithoutPages(): Promise<ReceivedEmail[]> {
  const rename = (before: string, after: string) =>
    kysely.updateTable('job').set({ kind: after }).where('kind', '=', before).execute()
  await rename('render', 'render later')
  const emails = await app.outbox.all()
  await rename('render later', 'render')
  return emails
}

async function emailsTo(address: string): Promise<string[]> {
  const emails = await settleWithoutPages()
  return emails.filter(({ to }) => to.includes(address)).map(({ text }) => text)
}

/** The emails that an address has once everything has run; asked twice, so that none comes late. */
async function settled(address: string): Promise<string[]> {
  await app.settle()
  app.clock.advance(1000)
  await app.settle()
  return (await app.outbox.to(address)).map(({ text }) => text)
}

async function held(address: string): Promise<number> {
  const row = await kysely
    .selectFrom('held_letter')
    .innerJoin('recipient', 'recipient.guid', 'held_letter.recipient_guid')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('recipient.email', '=', address)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** What someone gets who proves their address. */
async function statusFor(guid: string, address: string): Promise<number> {
  const reader = await askCode(app, guid, address)
  await reader.send('prove', { code: await codeFor(app, address) })
  return reader.status
}

/** Whose email waits, by the sender's own page of the share. */
const mailOf = (sender: Browser, address: string): string =>
  rows(sender).find((row) => row.includes(address)) ?? ''

describe('while pages are being made', () => {
  test('recipients have no email, the sender reads so, and then each has one', async () => {
    const [sender, rita, rosa] = [await olivia(), newAddress(), newAddress()]
    const guid = await share(sender, { recipients: `${rita} ${rosa}` })
    await settleWithoutPages()
    expect([await held(rita), await held(rosa)]).toEqual([1, 1])
    await sender.open(`/s/${guid}`)
    expect(sender.text()).toContain(
      'Your 2 recipients haven’t been notified yet. They get their emails when the pages are ready.',
    )
    expect(mailOf(sender, rita)).toContain('Not notified yet')
    expect((await sender.open('/s')).text()).toMatch(new RegExp(`· not notified yet\\n${rita}, ${rosa}`))
    for (const address of [rita, rosa]) {
      const [mail, ...more] = await settled(address)
      expect([mail, more]).toEqual([expect.stringContaining(`/file/${guid}`), []])
      expect(mail).not.toContain('download only')
    }
    await sender.open(`/s/${guid}`)
    expect(sender.text()).not.toContain('been notified yet')
    expect(mailOf(sender, rita)).toContain('Sent')
    expect((await sender.open('/s')).text()).not.toContain('not notified yet')
  })

  test('who is added, or sent the link again and again, has one email when they are there', async () => {
    const [sender, rita, nora] = [await olivia(), newAddress(), newAddress()]
    const guid = await share(sender, { recipients: rita })
    await settleWithoutPages()
    await sender.open(`/s/${guid}/edit`)
    await sender.send('edit', { recipients: nora })
    expect(sender.text()).toContain('1 more person, as soon as its pages are ready.')
    await sender.open(`/s/${guid}/again`)
    await sender.send('sendAgain', { to: 'all' })
    expect(sender.text()).toContain(
      'An email with the link goes to 2 people, as soon as its pages are ready.',
    )
    await sender.open(`/s/${guid}`)
    await sender.follow(rita)
    await sender.press('Send link again')
    expect(sender.text()).toContain('They’ll get the link once they can view or download the file.')
    expect([await emailsTo(rita), await emailsTo(nora)]).toEqual([[], []])
    expect(await settled(rita)).toHaveLength(1)
    expect(await settled(nora)).toHaveLength(1)
  })

  test('who is taken off, and whose share is closed, has none; given back, they are told then', async () => {
    const [sender, rita, rosa] = [await olivia(), newAddress(), newAddress()]
    const guid = await share(sender, { recipients: `${rita} ${rosa}` })
    await sender.open(`/s/${guid}`)
    await sender.follow(rita)
    await sender.press('Remove access')
    expect([(await settled(rita)).length, (await settled(rosa)).length]).toEqual([0, 1])
    await sender.open(`/s/${guid}`)
    await sender.follow(rita)
    await sender.press('Restore access')
    expect(await settled(rita)).toHaveLength(1)

    const other = newAddress()
    const closed = await share(sender, { recipients: other })
    await sender.open(`/s/${closed}`)
    await sender.press('Unshare')
    expect(await settled(other)).toEqual([])
    await sender.open(`/s/${closed}`)
    await sender.press('Share again')
    expect(await settled(other)).toHaveLength(1)
  })

  test('no one is notified of what has ended or is in the trash meanwhile; put back, it is told', async () => {
    const [sender, rita, rosa] = [await olivia(), newAddress(), newAddress()]
    const expiryDate = app.clock.dateIn(2)
    await share(sender, { recipients: rita, expiry: 'date', expiryDate, reminds: 'yes' })
    const binned = await share(sender, { recipients: rosa })
    await sender.open(`/s/${binned}/delete`)
    await sender.send('deleteShare')
    app.clock.advance(3 * day)
    expect([await settled(rita), await settled(rosa)]).toEqual([[], []])
    const back = await olivia()
    await back.open('/bin')
    await back.send('bulk', { share: binned, act: 'Restore' })
    expect([(await settled(rita)).length, (await settled(rosa)).length]).toEqual([0, 1])
  })
})

describe('a file that cannot be shown', () => {
  test('is told to its sender alone, with who does not know of it and what can be done', async () => {
    const [sender, rita] = [await olivia(), newAddress()]
    const before = (await app.outbox.to(operatorEmail)).length
    const guid = await share(sender, { recipients: rita, file: damaged() })
    expect(await settled(rita)).toEqual([])
    const [mail, ...more] = (await app.outbox.to(operatorEmail)).slice(before)
    expect(more).toEqual([])
    expect(mail!.text).toContain(
      'Your recipient hasn’t been notified yet: we email them once they can read or download it.',
    )
    expect(mail!.text).toContain(
      'On its page you can try again, replace the file and keep the link, or let recipients download it.',
    )
    await sender.open('/home')
    expect(sender.text()).toMatch(
      /Strongroom couldn’t display plan\.pdf\. Your recipient hasn’t been notified yet\./,
    )
    expect(sender.text()).toMatch(new RegExp(`· not notified yet\\n${rita}`))
    await sender.open(`/s/${guid}`)
    expect(sender.text()).toContain(
      'Your recipient hasn’t been notified yet. They get an email once they can view or download the file.',
    )
    expect(mailOf(sender, rita)).toContain('Not notified yet')
  })

  test('is told to its recipients when another version can be', async () => {
    const [sender, rita] = [await olivia(), newAddress()]
    const guid = await share(sender, { recipients: rita, file: damaged() })
    expect(await settled(rita)).toEqual([])
    await sender.open(`/s/${guid}/versions`)
    await sender.send('add', { file: good() })
    expect(await emailsTo(rita)).toEqual([])
    const emails = await settled(rita)
    expect(emails).toEqual([expect.stringContaining(`/file/${guid}`)])
    await openShare(app, guid, rita, somebody())
  })

  test('is told to its recipients as download only when its sender lets them download it', async () => {
    const [sender, rita] = [await olivia(), newAddress()]
    const guid = await share(sender, { recipients: rita, file: damaged() })
    expect(await settled(rita)).toEqual([])
    await sender.open(`/s/${guid}`)
    await sender.press('Share as download only')
    expect(await settled(rita)).toEqual([
      expect.stringContaining('The file is download only: you can’t read it in the browser.'),
    ])
  })

  test('is told to its recipients at once as download only where they can download it as it is', async () => {
    const [sender, rita, vera] = [await olivia(), newAddress(), newAddress()]
    const before = (await app.outbox.to(operatorEmail)).length
    const fields = { recipients: rita, file: damaged(), download: 'yes', watermark: 'off' } as const
    const guid = await share(sender, fields)
    expect(await settled(rita)).toEqual([
      expect.stringContaining('The file is download only: you can’t read it in the browser.'),
    ])
    const [mail, ...more] = (await app.outbox.to(operatorEmail)).slice(before)
    expect(more).toEqual([])
    expect(mail!.text).toContain('Recipients you allowed to download it still can')
    expect(mail!.text).not.toContain('let recipients download it')
    await sender.open(`/s/${guid}`)
    expect(sender.text()).toContain('Recipients can download it.')
    expect(sender.text()).not.toContain('Share as download only')
    expect((await sender.open('/s')).text()).toContain('Download only\ndamaged')
    const reader = await proveAddress(app, guid, rita, somebody())
    await reader.send('open')
    await reader.open(`/view/${guid}/download`)
    expect([reader.status, Buffer.from(reader.bytes).equals(emptyPdf())]).toEqual([200, true])
    for (const place of ['page/1', 'print'])
      expect((await reader.open(`/view/${guid}/${place}`)).status).toBe(403)
    await sender.open(`/s/${guid}/edit`)
    await sender.send('edit', { recipients: vera })
    expect(await settled(vera)).toHaveLength(1)
    await sender.open(`/s/${guid}`)
    await sender.follow(vera)
    await sender.press('Make view only')
    expect(await statusFor(guid, vera)).toBe(422)
  })

  test('with a watermark waits for its sender, since no mark can be put into it', async () => {
    const [sender, rita] = [await olivia(), newAddress()]
    const guid = await share(sender, { recipients: rita, file: damaged(), download: 'yes' })
    expect(await settled(rita)).toEqual([])
    expect(await statusFor(guid, rita)).toBe(422)
    await sender.open(`/s/${guid}/edit`)
    await sender.send('edit', { watermark: 'off' })
    // The first letter brought the code.
    const [, mail, ...more] = await settled(rita)
    expect([mail, more]).toEqual([expect.stringContaining('The file is download only'), []])
  })

  test('is told to its recipients when another try makes its pages', async () => {
    const [sender, rita] = [await olivia(), newAddress()]
    const guid = await share(sender, { recipients: rita })
    await settleWithoutPages()
    await kysely.updateTable('file').set({ render_started_at: 1 }).where('name', '=', 'plan.pdf').execute()
    app.clock.advance(hour)
    await app.strongroom.services.files.rendering.sweep()
    await kysely.deleteFrom('job').where('kind', '=', 'render').execute()
    expect(await settled(rita)).toEqual([])
    const again = await olivia()
    await again.open(`/s/${guid}`)
    await again.press('Try again')
    expect(await emailsTo(rita)).toEqual([])
    expect(await settled(rita)).toHaveLength(1)
  })
})

test('letters that were due while the account of their sender was shut leave once it is open again', async () => {
  const [rita, vera] = [newAddress(), newAddress()]
  const email = 'ulrich@example.org'
  const sender = await makeUser(app, { email, browser: somebody() })
  const { administration } = app.strongroom.services.accounts
  await share(sender, { recipients: rita })
  await administration.disable(email)
  expect(await settled(rita)).toEqual([])
  await administration.enable(email)
  expect(await settled(rita)).toHaveLength(1)

  const again = await signIn(app, email, somebody())
  await share(again, { recipients: vera })
  await again.open('/setting/delete')
  again.fill('Your password', password).choose(/^I understand/)
  await again.press('Delete my account')
  expect(await settled(vera)).toEqual([])
  const back = await trySignIn(app, email)
  await back.send('keep', { email, password })
  expect(await settled(vera)).toHaveLength(1)
})

test('of a file that needs no pages recipients are told at once, and that it is download only', async () => {
  const [sender, rita] = [await olivia(), newAddress()]
  const file = {
    name: 'plans.zip',
    type: 'application/zip',
    bytes: Buffer.from('PK\u0003\u0004 no more than its beginning'),
  }
  await share(sender, { recipients: rita, download: 'yes', file })
  const [mail, ...more] = await emailsTo(rita)
  expect(more).toEqual([])
  expect(mail).toContain('The file is download only')
})

test('of several files each recipient has one email with those that can be read, and another with the last one', async () => {
  const [sender, rita] = [await olivia(), newAddress()]
  await sender.open('/share')
  sender.attach('File', good('a.pdf'), good('b.pdf'), damaged('c.pdf'))
  await sender.send('share', { recipients: rita })
  expect(await emailsTo(rita)).toEqual([])
  const [mail, ...more] = await settled(rita)
  expect([mail!.match(/\/file\//g), more]).toEqual([['/file/', '/file/'], []])
  await sender.reload()
  await sender.follow('c.pdf')
  expect(sender.text()).toContain('Your recipient hasn’t been notified yet.')
  await sender.press('Share as download only')
  const [, last, ...others] = await settled(rita)
  expect([last!.match(/\/file\//g), others]).toEqual([['/file/'], []])
})

test('who asked for access to a file that cannot be shown is told of the consent once it can be', async () => {
  const [sender, rita, paul] = [await olivia(), newAddress(), newAddress()]
  const guid = await share(sender, { recipients: rita, file: damaged() })
  await askAccess(app, guid, paul)
  const { approve } = await decisionLinks(app, operatorEmail)
  await sender.open(approve)
  await sender.send('approve', { granted: 'view' })
  const approved = async () => (await settled(paul)).filter((text) => text.includes('You have access now'))
  expect(await approved()).toEqual([])
  expect(await held(paul)).toBe(1)
  await sender.open(`/s/${guid}/versions`)
  await sender.send('add', { file: good() })
  expect(await approved()).toHaveLength(1)
  expect(await settled(rita)).toHaveLength(1)
})

test('who can only read is told of a download once they can have it', async () => {
  const [sender, rita] = [await olivia(), newAddress()]
  const guid = await share(sender, { recipients: rita, file: damaged() })
  await settled(rita)
  await sender.open(`/s/${guid}`)
  await sender.follow(rita)
  await sender.press('Make view only')
  await sender.open(`/s/${guid}`)
  expect(sender.text()).toContain('People with view-only access won’t get it.')
  await sender.press('Share as download only')
  expect(await settled(rita)).toEqual([])
  expect(sender.text()).toContain('This person has view-only access, and the file can only be downloaded.')
  await sender.follow(rita)
  await sender.press('Use the share’s settings')
  expect(await settled(rita)).toEqual([expect.stringContaining('download only')])
})

test('a file with a passkey is told once, though no one but its readers can open it', async () => {
  const [sender, rita] = [await olivia(), newAddress()]
  const passkey = 'green lantern under ice'
  await share(sender, { visibility: 'passkey', passkey, passkeyAgain: passkey, recipients: rita })
  expect(await settled(rita)).toEqual([
    expect.stringContaining('enter the passkey: the password for the file'),
  ])
  app.clock.advance(hour)
  expect(await settled(rita)).toHaveLength(1)
})

test('a program reads who has not been told, and its links wait like all others', async () => {
  const [rita, nora] = [newAddress(), newAddress()]
  const program = await new Program(app).enter(operatorEmail)
  const { text } = await program.upload(damaged())
  const { said } = await program.post('/v5/sharefile', {
    Source: 'upload',
    DocumentUrl: text,
    RecipientEmails: JSON.stringify([rita]),
  })
  const ShareGuid = String(said['ShareGuid'])
  const sent = { ShareGuid, RecipientEmails: JSON.stringify([nora, rita]), Message: 'Have a look' }
  await program.post('/v1/send/link', sent)
  expect([await settled(rita), await settled(nora)]).toEqual([[], []])
  const told = async () => {
    const info = await program.get(`/v1/shares/info/${ShareGuid}/sender`)
    return (info.said['Recipients'] as { IsTold: boolean }[]).map(({ IsTold }) => IsTold)
  }
  expect(await told()).toEqual([false, false])
  const sender = await olivia()
  await sender.open(`/s/${ShareGuid}/versions`)
  await sender.send('add', { file: good() })
  for (const address of [rita, nora])
    expect(await settled(address)).toEqual([expect.stringContaining('Have a look')])
  expect(await told()).toEqual([true, true])
})
