import { expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { stranger } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator, share } = await makeWorld({ share: {} })

/** What the page holds a person to: `name`, or `name?` where it may stay empty, with the longest that it takes. */
function held({ page }: Browser): string[] {
  const fields = page.root.querySelectorAll('main .field input, main .field textarea')
  return fields.map((field) => {
    const isRequired = field.getAttribute('required') !== undefined
    const max = field.getAttribute('maxlength')
    return `${field.getAttribute('name')}${isRequired ? '' : '?'}${max ? ` ${max}` : ''}`
  })
}

test.each([
  ['/access/login', ['email 300', 'password 1000']],
  ['/access/register', ['firstName 100', 'lastName 100', 'email 300', 'password']],
  ['/access/reset', ['email 300']],
  ['/access/validation', ['email 300']],
  ['/access/keep', ['email 300', 'password 1000']],
  ['/access/sso', ['email 300']],
  [`/access/filelogin?share=${share}`, ['email 300']],
  [`/access/filelogin?share=${share}&step=code&email=ann%40example.net`, ['code 40']],
  [`/p/request/${share}`, ['email 300']],
  ['/c/feedback', ['message 2000', 'email? 300']],
])('%s asks for what its schema requires', async (address, expected) => {
  expect(held(await stranger(app).open(address))).toEqual(expected)
})

test.each([
  ['/share?write=note', 'noteTitle 100'],
  ['/share?write=note', 'noteText 200000'],
  ['/share', 'message? 2000'],
  ['/share', 'presetName? 60'],
  ['/share', 'file'],
  ['/foldercreate', 'name 300'],
  ['/foldercreate', 'description? 20000'],
  [`/s/${share}/edit`, 'message? 2000'],
])('%s asks a sender for %s', async (address, field) => {
  expect(held(await operator.open(address))).toContain(field)
})

test.each([
  ['/setting', ['firstName 100', 'lastName 100']],
  ['/setting?tabActive=addresses', ['email 300', 'password 1000']],
  ['/setting?tabActive=password', ['password 1000', 'newPassword']],
  ['/access/changepassword', ['password 1000', 'newPassword']],
])('%s asks someone who is signed in for what its schema requires', async (address, expected) => {
  expect(held(await operator.open(address))).toEqual(expected)
})
