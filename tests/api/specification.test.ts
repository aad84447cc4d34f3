import { expect, test } from 'vitest'
import { callFields, callNames } from '#server/api/calls.ts'
import { makeProgramWorld } from './program.ts'
import { specified } from './specification.ts'

const {
  programs: [program],
} = await makeProgramWorld(['caller@example.org'])

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** With something in the place of each parameter. */
function filled(path: string): string {
  return path.replaceAll('{email}', 'rita@example.net').replaceAll(/\{\w+\}/g, '0'.repeat(32))
}

test.each(specified)(
  '%s is a call, with the fields that the specification names',
  async (name, ...fields) => {
    const [method = '', path = ''] = name.split(' ')
    const { http, said } = await program.send(
      method,
      filled(path),
      method === 'POST' ? { headers: form } : {},
    )
    expect(http).not.toBe(405)
    expect(said.StatusMessage ?? '').not.toContain('There is no such call')
    if (fields.length === 0) return
    const taken = callFields.get(callNamed(name))
    expect(fields.filter((field) => !taken?.includes(field))).toEqual([])
  },
)

/** The call that the specification names, which may name a value in place of a parameter. */
function callNamed(name: string): string {
  const fits = (call: string) => new RegExp(`^${call.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(name)
  return callNames.find((call) => call === name) ?? callNames.find(fits) ?? name
}
