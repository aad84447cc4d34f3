import { expect, test } from 'vitest'
import type { Relationship } from '#server/rules/sharing/policy.ts'
import { mayViewAs, views } from './view-as.ts'

test.each<[Relationship, string[]]>([
  ['owner', ['self', 'sender']],
  ['recipient', ['self', 'recipient']],
  ['link visitor', ['self', 'recipient']],
  ['other', []],
  ['unknown', []],
])('%s can look at a file as %j and as nothing else', (relationship, allowed) => {
  expect(views.filter((view) => mayViewAs(relationship, view))).toEqual(allowed)
})

test.each<[Relationship, string[]]>([
  ['owner', ['self', 'folderowner', 'ownerasrecipient']],
  ['recipient', ['self', 'recipient']],
  ['other', []],
  ['unknown', []],
])('%s can look at a file in a room as %j and as nothing else', (relationship, allowed) => {
  expect(views.filter((view) => mayViewAs(relationship, view, true))).toEqual(allowed)
})
