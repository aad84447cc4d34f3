import { expect, test } from 'vitest'
import { tellOfKills } from './kill-story.ts'

test('twenty kills under load lose nothing that was acknowledged, and leave no half file', async () => {
  const { killed, objects } = await tellOfKills(20, { env: {}, config: {} })
  // What they left half-written or unused is gone from the disk when it was cleared up.
  expect((await killed.storedFiles()).toSorted()).toEqual(objects.toSorted())
}, 240_000)
