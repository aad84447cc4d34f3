import { expect, test } from 'vitest'
import { filesLike, readSource, textOf } from './support/sources/sources.ts'

/** The areas whose forms take what a browser checks from their schemas: all but what stands here, with its reason. */
const areas = [
  'app/access/**/*.tsx',
  'app/settings/{account,delete}/**/*.tsx',
  'app/requests/access/route.tsx',
  'app/reading/{forward,name}/route.tsx',
  'app/ui/forms/{setup-fields,sign-in-form}.tsx',
  'app/ui/sign-in-status.tsx',
]

/** Fields that a page asks for in one case and not in another, which the schema takes either way. */
const said: Record<string, number> = {
  // The sign-up code, where nobody registers without one.
  'app/access/register/route.tsx': 1,
  // The password, or the word where there is none: the service knows which it must be.
  'app/settings/delete/route.tsx': 2,
  // The password, where the account has one.
  'app/settings/account/addresses-tab.tsx': 1,
}

const files = filesLike(...areas)

test('a page does not say again what the schema of its form says of a field', () => {
  const again = files.flatMap((file): [string, number][] => {
    const count = [...textOf(file).matchAll(/\s(?:isRequired|required|maxLength|minLength)(?=[=\s/>])/g)]
      .length
    return count === 0 ? [] : [[file, count]]
  })
  expect(Object.fromEntries(again)).toEqual(said)
})

test('each page that asks for something has its constraints loaded', () => {
  const asking = files.filter((file) => file.endsWith('/route.tsx') && /<\w*Fields?\b/.test(textOf(file)))
  expect(asking.length).toBeGreaterThan(12)
  for (const file of asking) expect(textOf(file), file).toMatch(/\bconstraints\b.*\bconstraints(?:Of|In)\(/)
})

test('no schema goes to a browser: what is read of one is plain data', () => {
  const { imports } = readSource('app/ui/constraints.ts')
  expect(imports.filter((name) => /zod/.test(name))).toEqual([])
})
