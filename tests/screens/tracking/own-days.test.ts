import { expect, test } from 'vitest'
import { makeShare, openShare, operatorEmail, recipientEmail, signIn } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { rowsUnder } from '#tests/support/browser/shown.ts'

const { app } = await makeWorld()

test('days of a filter are days of one’s own zone, of 25 hours where clocks are put back', async () => {
  // The last half hour of 31 October in Berlin, where that day had an hour twice: 24.5 hours after it began.
  app.clock.advance(Date.UTC(2027, 9, 31, 22, 30) - app.clock.now())
  const olivia = await signIn(app, operatorEmail, somebody())
  await olivia.open('/setting')
  await olivia.select('Time zone', /^Berlin/).press('Save profile')
  const guid = await makeShare(app, olivia, { recipients: recipientEmail })
  await openShare(app, guid, recipientEmail, somebody())
  const exported = async (query: string) => {
    const answer = await olivia.fetch(`/s/${guid}/export?format=csv&${query}`)
    return (await answer.text()).trim().split('\r\n').length - 1
  }
  const listed = async (query: string) =>
    rowsUnder(await olivia.open(`/s/${guid}/activity?about=reading&${query}`), 'When').length
  for (const [query, count] of [
    ['since=2027-10-31&until=2027-10-31', 1],
    ['until=2027-10-31', 1],
    ['since=2027-11-01', 0],
    ['until=2027-10-30', 0],
  ] as const) {
    expect(await exported(query), query).toBe(count)
    expect(await listed(query), query).toBe(count)
  }
})
