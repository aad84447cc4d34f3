import { describe, expect, test } from 'vitest'
import { addressForms } from '#tests/support/carriers/addresses.ts'
import { carrierKinds } from '#tests/support/carriers/carriers.ts'
import { partsOf } from '#tests/support/files/packages.ts'
import { rewritten } from '#tests/support/files/rewritten.ts'

const canary = 'canary'
const addresses = [
  ...Object.values(addressForms).map((form) => form(`/srv/folder/${canary}.png`)),
  `/run/pipes/${canary}`,
  `file:///dev/${canary}`,
]

/** What is written in a document in whichever way: in one run or many, by numbers, percent-encoded, in hexadecimals. */
async function textsOf(bytes: Buffer): Promise<Record<string, string>> {
  const texts = Object.entries(await partsOf(bytes)).map(([name, part]) => {
    const text = part
      .toString('latin1')
      // A hyperlink to the web asks for nothing until someone follows it, and no picture may use it.
      .replace(/<Relationship [^>]*\/hyperlink" Target="http:[^>]*>/g, '')
      .replace(/&#x([\da-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replace(/%([\da-f]{2})/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replaceAll('\0', '')
    const data = text.match(/[a-z0-9+/]{40,}/gi) ?? []
    const read = data.flatMap((each) => [Buffer.from(each, 'hex'), Buffer.from(each, 'base64')])
    return [
      name,
      [text, text.replace(/<[^>]*>/g, ''), ...read.map((each) => each.toString('latin1'))].join('\n'),
    ] as const
  })
  return Object.fromEntries(texts)
}

async function namingCanary(bytes: Buffer): Promise<string[]> {
  const texts = Object.entries(await textsOf(bytes))
  return texts.filter(([, text]) => text.includes(canary)).map(([name]) => name)
}

describe.each(carrierKinds)(
  'a document that names something outside of it: $ending',
  ({ ending, ways, document }) => {
    test.each([...ways])('by %s', async (way) => {
      const carrier = document([way], addresses)
      // That the document says what is looked for is what makes its absence afterwards mean something.
      expect(await namingCanary(carrier)).not.toEqual([])
      expect(await namingCanary(await rewritten(ending, carrier))).toEqual([])
    })
  },
)
