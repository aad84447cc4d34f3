import { redirect } from '@remix-run/node'
import { href, nameOf, type AddressName } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'

type Values = { [Name in 'Email' | 'SignupCode' | 'ShareGuid']?: string }

/**
 * Old and short addresses, and those that only fill in a form: the path proves nothing. Name → where it went.
 */
const moved = {
  start: () => href('home'),
  outgoingOld: () => href('outgoing'),
  incomingOld: () => href('incoming'),
  registerEmail: ({ Email: email }) => href('register', {}, { email }),
  registerCode: ({ Email: email, SignupCode: code }) => href('register', {}, { email, code }),
  roomsOld: () => href('rooms'),
  // The room's page leads on, where the room is of the other version.
  roomOld: ({ ShareGuid: guid }) => href('room1', { ShareGuid: guid ?? '' }),
  validationEmail: ({ Email: email }) => href('validation', {}, { email }),
} satisfies Partial<Record<AddressName, (values: Values) => string>>
const names = Object.keys(moved) as (keyof typeof moved)[]

/** The query goes along: it may say where someone wants to go. */
export const loader = load(names, 'anyone', async ({ url: { pathname, search }, params }) => {
  const name = names.find((each) => each === nameOf(pathname))
  const target = name ? moved[name](params) : href('home')
  return redirect(search ? `${target}${target.includes('?') ? '&' : '?'}${search.slice(1)}` : target)
})
