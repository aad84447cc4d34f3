import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeShare, operatorEmail, proveAddress, recipientEmail, userOf } from '#tests/support/world/make.ts'
import { Program } from '#tests/api/program.ts'
import { somebody } from '#tests/support/world/people.ts'
import {
  allowForwarding,
  askAccess,
  decisionLinks,
  forward,
  requestsOf,
} from '#tests/screens/requests/requests.ts'

const { app, operator: olivia } = await makeWorld()
const program = await new Program(app).enter(operatorEmail)

/** The addresses of the shares that a search in the list of sent files finds. */
async function found(word: string): Promise<string[]> {
  await olivia.open(`/s?q=${word}`)
  const links = olivia.page.root.querySelectorAll('table a').map((link) => link.getAttribute('href')!)
  return [...new Set(links.flatMap((link) => /^\/s\/([0-9a-f]{32})/.exec(link)?.[1] ?? []))]
}

/** Every way in which someone new comes to a share. */
const ways: Record<string, (guid: string, email: string) => Promise<unknown>> = {
  'an edit': async (guid, added) => {
    const { editing } = app.strongroom.services.shares
    const owner = await userOf(app, operatorEmail)
    const { share, state } = await editing.find(owner, guid)
    await editing.update(owner, guid, { ...state, added, removed: [] }, share.revision)
  },
  'passing it on': async (guid, email) => {
    await allowForwarding(app, guid)
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    await forward(await rita.open(`/file/${guid}/forward`), email)
  },
  'an approval': async (guid, email) => {
    await askAccess(app, guid, email)
    const { approve } = await decisionLinks(app, operatorEmail)
    const page = await app.browser(somebody()).open(approve)
    await page.send('approve', { granted: 'view' })
  },
  'a call': (guid, email) => program.post('/v1/send/link', { ShareGuid: guid, RecipientEmails: email }),
}

test.each(Object.keys(ways))('who came by %s is found by address', async (way) => {
  const guid = await makeShare(app, olivia)
  const name = `quill${Object.keys(ways).indexOf(way)}`
  expect(await found(name)).toEqual([])
  await ways[way]!(guid, `${name}@example.net`)
  expect(await found(name)).toEqual([guid])
})

test('a file that a call renamed is found by its new name, and not by the old one', async () => {
  const guid = await makeShare(app, olivia)
  await program.post('/v1/share/update', { ShareGuid: guid, DocumentPath: 'Marigold' })
  expect(await found('marigold')).toEqual([guid])
})

test.each(['an edit', 'a call'])('by %s a request that waits is settled', async (way) => {
  const guid = await makeShare(app, olivia)
  const email = `wait${Object.keys(ways).indexOf(way)}@example.net`
  await askAccess(app, guid, email)
  await ways[way]!(guid, email)
  expect(await requestsOf(app, guid)).toMatchObject([{ email, status: 'Approved', decided_by: 'added' }])
})
