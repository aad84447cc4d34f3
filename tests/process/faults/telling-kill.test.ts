import { expect, test, vi } from 'vitest'
import { pdf } from '#tests/support/files/documents.ts'
import { makeOperator } from '#tests/support/world/make.ts'
import { patience } from '#tests/support/world/patience.ts'
import { KilledServer } from './killed-server.ts'

test('a server that is killed while pages are being made tells each recipient when they are there, once', async () => {
  const server = await KilledServer.start()
  const { outbox } = server
  const owner = await makeOperator(server)
  const people = Array.from({ length: 4 }, (_, at) => `reader${at}@example.net`)
  const pages = Array.from({ length: 200 }, (_, at) => `Page ${at}`)
  for (const recipients of people) {
    await owner.open('/share')
    await owner.send('share', { recipients, file: { name: 'plan.pdf', bytes: pdf(pages) } })
    expect(owner.path).toMatch(/^\/s\/[0-9a-f]{32}$/)
    await server.kill()
    await server.startAgain()
  }
  await vi.waitFor(async () => {
    for (const person of people) expect(await outbox.to(person)).not.toEqual([])
  }, patience)
  await server.kill()
  await server.startAgain()
  await owner.open('/s')
  expect(owner.text()).not.toContain('not notified yet')
  const emails = await outbox.all()
  // One that was leaving when the process died may leave again, as the same one.
  for (const person of people) {
    const own = emails.filter(({ to }) => to.includes(person))
    expect(new Set(own.map(({ headers }) => headers.get('message-id'))).size).toBe(1)
  }
})
