import { expect, test } from 'vitest'
import { closeText, privateText, signedIn } from './signed-out.ts'

/** Pages that are the same for everyone, and words of each. */
const others = [
  ['/version', 'Version'],
  ['/c/feedback', 'Feedback'],
  ['/thankyou', 'Thank you'],
  ['/access/404', 'Page not found'],
  ['/access/filelogin', 'Open a protected file'],
  ['/test', 'Browser test'],
] as const

test('ELinks asks again on its way back but for the last few pages, and who signs out is told to close it', async () => {
  const elinks = await signedIn('elinks')
  await elinks.open('/s', privateText)
  for (const [address, words] of others) await elinks.open(address, words)
  await elinks.signOut()
  expect(await elinks.sees('You’re signed out.')).toContain(closeText)
  await elinks.back('This ends your session')
  for (const [, words] of others.toReversed()) await elinks.back(words)
  expect(await elinks.back('Sign in to continue')).not.toContain(privateText)
})
