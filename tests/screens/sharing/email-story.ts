import { startApp, type App } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day, minute } from '#tests/support/world/clock.ts'
import { pdf, strip } from '#tests/support/files/documents.ts'
import type { UploadedFile } from '#tests/support/browser/encode.ts'
import type { ReceivedEmail } from '#tests/support/world/mail.ts'
import { makeOperator, operatorEmail, proveAddress, signIn } from '#tests/support/world/make.ts'
import { proved } from '#tests/support/world/people.ts'
import { countNine } from '#tests/support/world/passkeys.ts'
import { atOrigin, origin } from '#tests/support/world/email-table.ts'
import { atRequest, decisionLinks, forward } from '#tests/screens/requests/requests.ts'

/** What no email may say. */
export const secrets = {
  fileName: 'quarterly-merger',
  noteTitle: 'Heron',
  passkey: 'green lantern under ice',
  terms: 'You keep what you read to yourself.',
}

const rita = 'rita@example.net'

/** What the story left open, for the tests that continue it. */
export type Story = {
  app: App
  guids: Record<'main' | 'open' | 'free' | 'passkey', string>
  /** Links of requests that no one has decided. */
  waiting: Record<'forward' | 'access', { approve: string; reject: string }>
  emails: ReceivedEmail[]
}

/** One story in which every email about shares comes. At its end everyone's browser is closed. */
export async function tellStory(): Promise<Story> {
  const app = await startApp({ config: { publicUrl: new URL(origin) } })
  let olivia = await makeOperator(app, { browser: atOrigin() })
  const share = (fields: Record<string, string>, files = 1) => shared(app, olivia, fields, files)

  const inThreeDays = app.clock.dateIn(3)
  const main = await share({
    recipients: `Rita Reader <${rita}>`,
    message: 'Please read this before Monday.',
    expiry: 'date',
    expiryDate: inThreeDays,
    reminds: 'on',
    terms: 'custom',
    termsText: secrets.terms,
    tellAcceptance: 'on',
  })
  const reader = await proved(app, main, rita, atOrigin())
  await reader.send('accept', { isAccepted: 'on' })
  await reader.send('open')

  await reader.open(`/file/${main}/forward`)
  await forward(reader, 'nora@example.net', { name: 'Nora North' })
  await decide(app, 'approve')
  await reader.open(`/file/${main}/forward`)
  await forward(reader, 'nils@example.net')
  await decide(app, 'reject')
  await askAccess(app, main, 'paul@example.net')
  await decide(app, 'approve')
  await askAccess(app, main, 'pia@example.net')
  await decide(app, 'reject')

  await reader.open(`/file/${main}/comments`)
  await reader.send('write', { text: 'What does page two mean?' })
  app.clock.advance(5 * minute)
  await app.settle()
  await olivia.open(`/s/${main}/comments`)
  await olivia.follow('Rita Reader')
  await olivia.send('write', { text: 'It means what it says.' })
  app.clock.advance(5 * minute)
  await app.settle()

  await olivia.open(`/s/${main}`)
  await olivia.follow('Rita Reader')
  await olivia.send('sendAgain')
  await olivia.open(`/s/${main}/edit`)
  await olivia.fill('Add people', 'adam@example.net').press('Save changes')

  await share({ recipients: 'several@example.net' }, 2)
  const open = await share({ visibility: 'public', recipients: 'open@example.net' })
  await olivia.open(`/s/${open}/again`)
  await olivia.send('sendAgain', { to: 'all' })
  const free = await share({ forward: 'yes', recipients: rita })
  const passing = await proveAddress(app, free, rita, atOrigin())
  await passing.open(`/file/${free}/forward`)
  await forward(passing, 'fay@example.net')
  const { passkey: typed } = secrets
  const passkey = await share({
    visibility: 'passkey',
    passkey: typed,
    passkeyAgain: typed,
    recipients: 'petra@example.net',
  })
  const guesser = await app.browser(atOrigin()).open(`/file/${passkey}`)
  await guesser.send('unlock', { passkey: 'red lantern under ice', email: 'guess@example.net' })
  await countNine(app, passkey)
  app.clock.advance(20 * minute)
  await guesser.send('unlock', { passkey: 'blue lantern under ice', email: 'guess@example.net' })

  const door = await app.browser(atOrigin()).open('/access/filelogin')
  await door.send('ask', { email: rita })
  await app.settle()

  app.clock.advance(3 * day)
  olivia = await signIn(app, operatorEmail, atOrigin())
  await app.strongroom.services.sweep()
  await app.settle()
  const again = await proved(app, main, rita, atOrigin())
  await again.open(`/file/${main}/forward`)
  await forward(again, 'nick@example.net')
  await app.settle()
  const forwardLinks = await decisionLinks(app, operatorEmail)
  await askAccess(app, main, 'pat@example.net')
  const waiting = { forward: forwardLinks, access: await decisionLinks(app, operatorEmail) }
  return { app, guids: { main, open, free, passkey }, waiting, emails: await app.outbox.all() }
}

/** Sends one file or more; returns the guid of the first. */
async function shared(
  app: App,
  sender: Browser,
  fields: Record<string, string>,
  count: number,
): Promise<string> {
  await sender.open('/share')
  sender.attach('File', ...Array.from({ length: count }, (_, index) => document(index)))
  const submission = sender.page.submission(sender.page.form('share'))
  const kept = submission.entries.filter(({ name }) => !(name in fields))
  const given = Object.entries(fields).map(([name, value]) => ({ name, value }))
  await sender.submit({ ...submission, entries: [...kept, ...given] })
  if (!/^\/(s|share\/sent)\//.test(sender.path))
    throw new Error(`Not shared, but at ${sender.path}:\n${sender.text()}`)
  await app.settle()
  return sender.url.pathname.split('/').at(-1)!
}

function document(index: number): UploadedFile {
  return {
    name: `${secrets.fileName}-${index}.pdf`,
    type: 'application/pdf',
    bytes: pdf(['Page one', 'Page two'], strip),
  }
}

async function askAccess(app: App, guid: string, email: string): Promise<void> {
  const browser = await atRequest(app, guid, email, atOrigin())
  await browser.send('ask', { message: 'I audit this deal' })
  await app.settle()
}

/** The owner decides the newest request, by the link of its email. */
async function decide(app: App, decision: 'approve' | 'reject'): Promise<void> {
  await app.settle()
  const browser = await app.browser(atOrigin()).open((await decisionLinks(app, operatorEmail))[decision])
  await browser.send(decision, decision === 'approve' ? { granted: 'view' } : { note: 'Not this time' })
  if (browser.heading() !== 'This request has been decided')
    throw new Error(`Not decided:\n${browser.text()}`)
  await app.settle()
}
