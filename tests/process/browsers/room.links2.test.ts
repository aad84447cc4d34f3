import { expect, test } from 'vitest'
import { walkThroughRoom } from './room-journey.ts'

test('with Links a member goes from the email through the terms into the room, reads, and leaves', async () => {
  expect(await walkThroughRoom('links2')).toContain('You left the data room.')
})
