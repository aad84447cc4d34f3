import { expect, test } from 'vitest'
import { maxMessageLength } from '#server/rules/sharing/options.ts'
import { plainText } from '#server/rules/text/text.ts'
import { shareForm } from './forms.ts'

test('a message of the greatest length passes, although a browser writes two characters for a line end', () => {
  const message = 'a line\n'.repeat(maxMessageLength / 8).padEnd(maxMessageLength, 'x')
  expect(message).toHaveLength(maxMessageLength)
  const { message: read = '' } = shareForm.parse({ message: message.replaceAll('\n', '\r\n') })
  expect(plainText(read, { field: 'message', maxLength: maxMessageLength })).toBe(message)
})

test('a message is measured in characters as people count them', () => {
  const message = '🙂'.repeat(maxMessageLength)
  expect(shareForm.safeParse({ message }).success).toBe(true)
})

test('texts that no form of ours could hold are refused before anything looks at them', () => {
  for (const name of ['message', 'recipients', 'expiryDate', 'expiryTime', 'destructAmount']) {
    const read = shareForm.safeParse({ [name]: 'x'.repeat(50_001) })
    expect(read.error?.issues.map(({ path }) => path.join())).toEqual([name])
  }
})
