import { expect, test } from 'vitest'
import { filesLike, textOf } from './support/sources/sources.ts'

/**
 * Browsers without style sheets put what stands side by side into one line, with nothing between but what is written;
 * edbrowse does so after a paragraph, and Dillo after a form, too.
 */
const touching =
  /<\/(?:(?:Submit|Form|a|label|legend|summary)>\n\s*<(?:Form|a|button|Submit|input|label|select)|p>\n\s*<(?:a|button|Submit|input|label|select))\b.*/g

test('a button or link is parted by a space from what is before it in one line', () => {
  const found = filesLike('app/**/*.tsx').flatMap((file) =>
    [...textOf(file).matchAll(touching)].map(([place]) => `${file}: ${place.replace(/\s+/g, ' ')}`),
  )
  expect(found).toEqual([])
})
