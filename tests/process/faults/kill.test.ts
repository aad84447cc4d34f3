import { expect, test } from 'vitest'
import { budget } from '#tests/support/world/budget.ts'
import { tellOfKills } from './kill-story.ts'

/** One for each kind of progress after which the process is killed. */
const kills = budget({ some: 4, all: 20 })

test(`${kills} kills under load lose nothing that was acknowledged, and leave no half file`, async () => {
  const { killed, objects } = await tellOfKills(kills, { env: {}, config: {} })
  // What they left half-written or unused is gone from the disk when it was cleared up.
  expect((await killed.storedFiles()).toSorted()).toEqual(objects.toSorted())
})
