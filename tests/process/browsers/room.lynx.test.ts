import { expect, test } from 'vitest'
import { walkThroughRoom } from './room-journey.ts'

test('with lynx a member goes from the email through the terms into the room, reads, and leaves', async () => {
  expect(await walkThroughRoom('lynx')).toContain('You left the data room.')
})
