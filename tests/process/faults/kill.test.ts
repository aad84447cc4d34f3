import { expect, test } from 'vitest'
import { budget } from '#tests/support/world/budget.ts'
import { tellOfKills } from './kill-story.ts'
import { firstKindOf } from './kills.ts'

/** One for each kind of progress that is left to this ground. */
const kills = budget({ some: 2, all: 20 })

test(`${kills} kills under load lose nothing that was acknowledged, and leave no half file`, async () => {
  const { killed, objects } = await tellOfKills(kills, { env: {}, config: {}, firstKind: firstKindOf(0) })
  // What they left half-written or unused is gone from the disk when it was cleared up.
  expect((await killed.storedFiles()).toSorted()).toEqual(objects.toSorted())
})
