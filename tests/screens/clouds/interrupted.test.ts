import { afterAll, expect, test } from 'vitest'
import { BoxServer } from '#tests/services/box.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const box = await new BoxServer().listen()
afterAll(() => box.close())
const { app, operator, room } = await makeWorld({ room: {}, config: { clouds: { box: box.config } } })
const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.txt`)

async function goThroughBox(): Promise<void> {
  await operator.press('Continue to Box')
  await operator.open(await box.allow(operator.page.links('Continue to Box')[0]!))
}

/** Has six files copied, and does something in the middle of the first. */
async function copyMeanwhile(folder: string, inTheMiddle: () => void): Promise<void> {
  const inside = box.addFolder(folder)
  for (const name of names) box.addFile(name, Buffer.alloc(700_000, name), inside)
  await operator.open(`/rooms/${room.guid}/add/${room.guid}`)
  await operator.press(/^Box/)
  await operator.choose(`Select ${folder}`).press('Copy files')
  box.downloads.length = 0
  box.faults.eachMoment = () => {
    if (box.downloads.length === 0) return
    box.faults.eachMoment = null
    inTheMiddle()
  }
  await settle()
}

/** A job that found nothing left to begin looks again. */
async function settle(): Promise<void> {
  await app.settle()
  app.clock.advance(5000)
  await app.settle()
  await operator.reload()
}

test('access that ends in the middle of a copy is renewed, and every file arrives once', async () => {
  await operator.open('/add/connect/box')
  await goThroughBox()
  await copyMeanwhile('Ended', () => box.endAccess())
  expect(operator.heading()).toBe('Copied from Box')
  expect(operator.text()).toContain('7 copied')
  expect(box.downloads.map(({ name }) => name).toSorted()).toEqual(names)
})

test('who takes the access back in the middle of a copy connects again, and the rest arrives', async () => {
  await copyMeanwhile('Taken back', () => box.endAll())
  expect(operator.text()).toContain('Box is no longer connected. What was copied stays')
  await operator.follow('Connect again')
  await goThroughBox()
  expect(operator.heading()).toBe('Copying from Box')
  await operator.press('Go on')
  await settle()
  expect(operator.heading()).toBe('Copied from Box')
  expect(operator.text()).toContain('7 copied')
})
