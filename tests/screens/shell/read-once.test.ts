import { describe, expect, test } from 'vitest'
import { recipientEmail } from '#tests/support/world/make.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator, room, share } = await makeWorld({ room: {}, share: { recipients: recipientEmail } })
await app.settle()

/** Pages with tables, forms that ask, and buttons of lists. */
const pages = [
  '/home',
  '/s',
  `/s/${share}`,
  '/d',
  '/r',
  '/requests',
  '/bin',
  '/d/bin',
  '/s/trace',
  `/dr/${room.guid}`,
  `/rooms/${room.guid}/people`,
  `/rooms/${room.guid}/search`,
  `/rooms/${room.guid}/rights`,
]

describe('without style', () => {
  test.each(pages)('%s says what is in a column once, in the head of its table', async (page) => {
    await operator.open(page)
    expect(operator.status).toBe(200)
    for (const table of operator.page.root.querySelectorAll('table')) {
      // Heads that only name a column of boxes or of menus say nothing that its cells could repeat.
      const heads = table
        .querySelectorAll('thead th')
        .map((head) => (head.querySelector('.unseen') ? '' : head.text.trim()))
      const rows = table.querySelectorAll('tbody tr').map((row) => row.querySelectorAll('td'))
      const repeated = rows.flatMap((cells) => {
        const own = heads.slice(heads.length - cells.length)
        return cells.filter((cell, at) => own[at] && cell.text.startsWith(own[at]))
      })
      expect(repeated.map((cell) => cell.text)).toEqual([])
    }
  })

  test.each(pages)('%s has buttons that lynx shows once, and no links about its scripts', async (page) => {
    await operator.open(page)
    // Of a button with words in it lynx shows the value and, beside it, the words.
    expect(operator.page.root.querySelectorAll('button').map((button) => button.outerHTML)).toEqual([])
    expect(operator.page.root.querySelectorAll('link[rel=modulepreload]')).toEqual([])
  })
})
