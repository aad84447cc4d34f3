import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { lockedPdf } from '#tests/support/files/locked-pdf.ts'
import { makeShare, openShare, operatorEmail, recipientEmail } from '#tests/support/world/make.ts'
import { atPasskey, sharePasskey } from '#tests/support/world/passkeys.ts'
import { askTerms, changeShare } from '#tests/support/world/conditions.ts'
import { askCode, somebody, proved, stranger } from '#tests/support/world/people.ts'
import { everything } from '#tests/support/world/everything.ts'
import { forge, formsOf } from '#tests/support/browser/forging.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { personPage } from '#tests/screens/shares/own-pages.ts'
import { askAccess, atRequest, decisionLinks } from '#tests/screens/requests/requests.ts'

const readers = [recipientEmail, 'ann@example.net', 'ben@example.net', 'cleo@example.net', 'dora@example.net']
const recipients = readers.join(', ')

const { app, operator: sender } = await makeWorld()
const expiryDate = app.clock.dateIn(2)
const guid = await makeShare(app, sender, { recipients, print: 'yes', expiry: 'date', expiryDate })
await changeShare(app, guid, { reminds: 1, tells_acceptance: 1 })
const sealed = await sharePasskey(app, sender)
const locked = await makeShare(app, sender, { file: { name: 'locked.pdf', bytes: lockedPdf('brass') } })
const nothing = Buffer.from('%PDF-1.4 nothing more')
const broken = await makeShare(app, sender, { file: { name: 'broken.pdf', bytes: nothing } })
const binned = await makeShare(app, sender)
await sender.open(`/s/${binned}/delete`)
await sender.send('deleteShare')
await sender.open('/share')
await sender.send('share', { presetName: 'Usual', savePreset: 'yes' })
await askAccess(app, guid, 'paul@example.net')
app.clock.advance(16 * minute)
const rita = await proved(app, guid, recipientEmail)
await rita.open(`/file/${guid}/comments`)
await rita.send('write', { text: 'A question' })

async function withTerms(): Promise<Browser> {
  const share = await makeShare(app, sender, { recipients: 'terms@example.net' })
  await askTerms(app, share, 'Keep it to yourself.')
  return proved(app, share, 'terms@example.net')
}

async function withName(): Promise<Browser> {
  const share = await makeShare(app, sender, { recipients: 'name@example.net' })
  await changeShare(app, share, { asks_name: 1 })
  return proved(app, share, 'name@example.net')
}

async function switchingOff(): Promise<Browser> {
  app.clock.advance(40 * 60 * minute)
  await app.strongroom.services.sweep()
  const { links } = (await app.outbox.to(recipientEmail)).findLast(({ headers }) =>
    headers.has('list-unsubscribe'),
  )!
  return stranger(app).open(links.at(-1)!)
}

async function commentsOfOne(): Promise<Browser> {
  await sender.open(`/s/${guid}/comments`)
  return sender.follow(recipientEmail)
}

async function ownPreset(): Promise<Browser> {
  await sender.open('/share/presets')
  return sender.follow('Change Usual')
}

/** Each page with forms, and what they are for. */
const pages: [string, () => Promise<Browser>, string[]][] = [
  ['the list of sent files', () => sender.open('/s'), ['bulk']],
  ['the bin', () => sender.open('/bin'), ['bulk']],
  ['the share form', () => sender.open('/share'), ['share']],
  ['one preset', ownPreset, ['renamePreset', 'makeStandard', 'deletePreset']],
  ['a share', () => sender.open(`/s/${guid}`), ['unshare']],
  ['the viewer, for the sender', () => sender.open(`/view/${guid}`), ['unmark', 'print']],
  [
    'a file that cannot be shown',
    () => sender.open(`/s/${locked}`),
    ['givePassword', 'asDownload', 'unshare'],
  ],
  ['a damaged file', () => sender.open(`/s/${broken}`), ['retry', 'asDownload']],
  ['deleting', () => sender.open(`/s/${guid}/delete`), ['deleteShare']],
  ['sending again', () => sender.open(`/s/${guid}/again`), ['sendAgain']],
  ['editing', () => sender.open(`/s/${guid}/edit`), ['edit']],
  ['versions', () => sender.open(`/s/${guid}/versions`), ['add']],
  ['activity', () => sender.open(`/s/${guid}/activity`), ['check']],
  ['the passkey of a share', () => sender.open(`/s/${sealed}/passkey`), ['change']],
  ['the terms of a share', () => sender.open(`/s/${guid}/terms`), ['stopTelling']],
  ['comments, for the sender', commentsOfOne, ['write', 'read']],
  [
    'one person',
    () => personPage(sender, guid, recipientEmail),
    ['revoke', 'sendAgain', 'setViewOnly', 'setEnd'],
  ],
  [
    'approving',
    async () => stranger(app).open((await decisionLinks(app, operatorEmail)).approve),
    ['approve'],
  ],
  ['rejecting', async () => stranger(app).open((await decisionLinks(app, operatorEmail)).reject), ['reject']],
  ['the door', () => stranger(app).open(`/file/${guid}`), ['ask']],
  ['the code', () => askCode(app, guid, 'code@example.net'), ['prove', 'ask']],
  ['the passkey', () => atPasskey(app, sealed, somebody()), ['unlock']],
  ['terms', withTerms, ['accept']],
  ['the name', withName, ['introduce']],
  ['the file', () => proved(app, guid, readers[1]!), ['open']],
  [
    'forwarding',
    async () => (await proved(app, guid, readers[2]!)).open(`/file/${guid}/forward`),
    ['forward'],
  ],
  [
    'comments',
    async () => (await proved(app, guid, recipientEmail)).open(`/file/${guid}/comments`),
    ['write', 'remove'],
  ],
  ['the files of a reader', async () => (await proved(app, guid, readers[3]!)).open('/files'), ['forget']],
  ['asking for access', () => stranger(app).open(`/p/request/${guid}`), ['code']],
  ['asking, with a proved address', () => atRequest(app, guid, 'pia@example.net'), ['ask']],
  ['switching letters off', switchingOff, ['stop']],
]

test.each(pages)(
  '%s takes no form from another site, and none without its token',
  async (_, open, expected) => {
    const browser = await open()
    expect(browser.status).toBe(200)
    const forms = formsOf(browser)
    expect(forms.map(({ fields }) => fields['intent'])).toEqual(expect.arrayContaining(expected))
    const before = await everything(app)
    await forge(browser, forms)
    expect(await everything(app)).toEqual(before)
  },
)

test('nor does the page of reading: no copy for printing is spent', async () => {
  const browser = await openShare(app, guid, readers[4]!, somebody())
  const forms = formsOf(browser)
  expect(forms.map(({ fields }) => fields['intent'])).toEqual(['print'])
  await forge(browser, forms)
  // The page is shown again, with what is wrong: that is reading, and recorded as such.
  expect(await eventKinds(app, guid)).not.toContain('Print')
})
