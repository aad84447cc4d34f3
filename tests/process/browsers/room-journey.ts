import path from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { makePlace, register, startServer } from '#tests/process/operating/place.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { Outbox } from '#tests/support/world/mail.ts'
import { patience } from '#tests/support/world/patience.ts'
import { TextBrowser, type TextBrowserKind } from './text-browser.ts'

const member = 'mia@example.net'

/** A member without an account, from the link of the invitation to leaving the room; answers what they read then. */
export async function walkThroughRoom(kind: TextBrowserKind): Promise<string> {
  const dataDir = await makePlace()
  const server = await startServer(dataDir)
  const outbox = new Outbox(path.join(dataDir, 'outbox'))
  const owner = await register(server)
  await (await owner.open('/foldercreate')).send('createRoom', { name: 'Project Alba' })
  const room = owner.url.pathname.split('/').at(-1)!
  await (await owner.open(`/rooms/${room}/add/${room}`)).send('addFolder', { name: 'Contracts' })
  const file = { name: 'lease.pdf', type: 'application/pdf', bytes: pdf(['Rent']) }
  await owner.send('addFiles', { file })
  await owner.open(`/rooms/${room}/settings`)
  await owner.send('changeRoom', { terms: 'custom', termsText: 'Keep it to yourself.' })
  await owner.open(`/rooms/${room}/people?panel=add`)
  await owner.send('add', { people: member, role: '1', notify: 'yes' })
  const [link] = (await vi.waitFor(() => outbox.newest(member), patience)).links
  expect(link).toContain(server.origin)

  const browser = await TextBrowser.start(kind, server.origin, link!.slice(server.origin.length))
  onTestFinished(() => browser.stop())
  await browser.sees('Open a protected data room')
  await browser.answer(member, 'Enter the verification code')
  const code = await vi.waitFor(async () => {
    const [newest] = (await outbox.codesNow(member)).slice(-1)
    if (!newest) throw new Error('No code has arrived')
    return newest
  }, patience)
  await browser.answer(code, 'Keep it to yourself.')
  await browser.tick('Your role')
  // Its name and theirs would be one word.
  expect(await browser.confirm('Search this room')).not.toContain(`Strongroom${member}`)
  await browser.follow('Contracts', 'lease.pdf')
  const viewer = await browser.follow('lease.pdf', 'Back to the folder')
  expect(viewer).toContain('The pages are pictures')
  await browser.open(`/rooms/${room}/leave`, 'You lose access right away')
  return browser.confirm('Nothing is shared with this address.')
}
