import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { Cluster } from '#tests/support/servers/cluster.ts'
import { pdf, slowPdf } from '#tests/support/files/documents.ts'
import { makeOperator, openShare, recipientEmail } from '#tests/support/world/make.ts'
import { patience } from '#tests/support/world/patience.ts'

let cluster: Cluster
let sender: Browser

beforeEach(async () => {
  cluster = await Cluster.start(2)
  sender = await makeOperator(cluster)
})
afterEach(() => cluster.close())

async function share(bytes: Buffer): Promise<string> {
  await sender.open('/share')
  const file = { name: 'plan.pdf', type: 'application/pdf', bytes }
  await sender.send('share', { recipients: recipientEmail, download: 'yes', watermark: 'off', file })
  expect([sender.status, sender.path.slice(0, 3)]).toEqual([200, '/s/'])
  return sender.url.pathname.slice('/s/'.length)
}

test('what a killed process was rendering another one renders when the lease ends', async () => {
  const [first] = cluster.servers
  cluster.only(first!)
  const guid = await share(slowPdf())
  await cluster.kill(first!)
  const { kysely } = cluster.database
  const held = await kysely
    .selectFrom('job')
    .select(['leased_by', 'tries'])
    .where('kind', '=', 'render')
    .execute()
  expect(held).toEqual([{ leased_by: expect.stringMatching(/^[0-9a-f]{32}$/), tries: 1 }])
  cluster.only(cluster.servers[1]!)
  await vi.waitFor(async () => {
    await sender.open(`/s/${guid}`)
    expect(sender.page.links('Preview as recipient')).toHaveLength(1)
  }, patience)
})

test('nothing that was acknowledged is lost with the process that acknowledged it', async () => {
  const [first, second] = cluster.servers
  cluster.only(first!)
  const shared: { guid: string; bytes: Buffer }[] = []
  for (const text of ['one', 'two', 'three']) {
    const bytes = pdf([text])
    shared.push({ guid: await share(bytes), bytes })
  }
  await sender.open(`/s/${shared[2]!.guid}`)
  await sender.send('unshare')
  await cluster.kill(first!)
  cluster.only(second!)
  const reader = await openShare(cluster, shared[0]!.guid)
  for (const { guid, bytes } of shared.slice(0, 2)) {
    await reader.open(`/file/${guid}`)
    await reader.send('open')
    const copy = await reader.fetch(`/view/${guid}/download`)
    expect(copy.status).toBe(200)
    expect(Buffer.from(await copy.bytes()).equals(bytes)).toBe(true)
  }
  expect((await reader.open(`/file/${shared[2]!.guid}`)).status).toBe(410)
  const emails = await cluster.outbox.to(recipientEmail)
  const links = new Set(emails.flatMap((email) => email.links))
  // The third was unshared, perhaps before its email left.
  for (const { guid } of shared.slice(0, 2)) expect([...links].some((link) => link.includes(guid))).toBe(true)
})
