import { expect, test } from 'vitest'
import { closeText, privateText, signedIn } from './signed-out.ts'

test('lynx asks again for a page that it has, and who signs out is told to close it', async () => {
  const lynx = await signedIn('lynx')
  await lynx.open('/s', privateText)
  await lynx.signOut()
  expect(await lynx.sees('You’re signed out.')).toContain(closeText)
  // Its way back shows the last ten pages from memory, whatever their headers say; anything else it asks for.
  expect(await lynx.open('/s', 'Sign in to continue')).not.toContain(privateText)
  // It would say so, and wait, at each redirect.
  expect(lynx.everything()).not.toMatch(/not absolute/i)
})
