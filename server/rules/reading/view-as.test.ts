import { expect, test } from 'vitest'
import type { Standing } from '#server/rules/sharing/gate.ts'
import { mayViewAs, views } from './view-as.ts'

test.each<[Standing, string[]]>([
  ['owner', ['self', 'sender']],
  ['recipient', ['self', 'recipient']],
  ['link visitor', ['self', 'recipient']],
  ['other', []],
  ['unknown', []],
])('%s may look at a file as %j and as nothing else', (standing, allowed) => {
  expect(views.filter((view) => mayViewAs(standing, view))).toEqual(allowed)
})

test.each<[Standing, string[]]>([
  ['owner', ['self', 'folderowner', 'ownerasrecipient']],
  ['recipient', ['self', 'recipient']],
  ['other', []],
  ['unknown', []],
])('%s may look at a file in a room as %j and as nothing else', (standing, allowed) => {
  expect(views.filter((view) => mayViewAs(standing, view, true))).toEqual(allowed)
})
