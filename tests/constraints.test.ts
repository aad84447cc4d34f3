import { expect, test } from 'vitest'
import { filesLike, nodesIn, readSource, textOf, writtenAs } from './support/sources/sources.ts'

const files = filesLike('app/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'))

/** What a browser checks of a field by itself. */
const checks = ['isRequired', 'required', 'minLength', 'maxLength', 'min', 'max', 'step', 'pattern']
/** Elements for which these words mean something else. */
const others = ['progress', 'TourPicture']

/** The fields that say of themselves what a browser checks, each with its reason: all others have it from their schema. */
const said: Record<string, string[]> = {
  // What only asks is a GET, and has no schema.
  'app/reading/text/found-pages.tsx': ['input maxLength'],
  'app/layouts/find.tsx': ['input maxLength'],
  'app/ui/tables/list-filters.tsx': ['input maxLength'],
  'app/rooms/shared/folder-page.tsx': ['input maxLength'],
  'app/shares/watermark-lookup/route.tsx': ['Field isRequired'],
  'app/ui/forms/search-form.tsx': ['input maxLength'],
  // The sign-up code, where no one registers without one.
  'app/access/register/route.tsx': ['Field isRequired'],
  // The password, or the word where there is none: the service knows which it must be.
  'app/settings/delete/route.tsx': ['PasswordField isRequired', 'Field isRequired'],
  // The password, where the account has one.
  'app/settings/account/addresses-tab.tsx': ['PasswordField isRequired'],
  // A file, unless some of the form before have arrived and wait.
  'app/rooms/shared/folder-parts.tsx': ['input required'],
  'app/rooms/add/add-forms.tsx': ['Field isRequired'],
  // A code, which no page shows that does not ask for it.
  'app/ui/forms/credential-fields.tsx': ['Field isRequired'],
}

function checksSaid(file: string): string[] {
  const source = { file, text: textOf(file) }
  return nodesIn(source).flatMap((node) => {
    if (node.type !== 'JSXOpeningElement') return []
    const element = writtenAs(source, node.name)
    const names = node.attributes
      .filter((one) => one.type === 'JSXAttribute')
      .map((one) => writtenAs(source, one.name))
    return names
      .filter((name) => checks.includes(name) && !others.includes(element))
      .map((name) => `${element} ${name}`)
  })
}

test('a page does not say again what the schema of its form says of a field', () => {
  const again = files.map((file): [string, string[]] => [file, checksSaid(file)])
  expect(Object.fromEntries(again.filter(([, found]) => found.length > 0))).toEqual(said)
})

test('each page of the way in and of the settings that asks for something has its constraints loaded', () => {
  const asking = files.filter(
    (file) =>
      /^app\/(access|settings\/(account|delete)|requests\/access|reading\/(forward|name))\//.test(file) &&
      file.endsWith('/route.tsx') &&
      /<\w*Fields?\b/.test(textOf(file)),
  )
  expect(asking.length).toBeGreaterThan(12)
  for (const file of asking) expect(textOf(file), file).toMatch(/\bconstraints\b.*\bconstraints(?:Of|In)\(/)
})

test('no schema goes to a browser: what is read of one is plain data', () => {
  const { imports } = readSource('app/ui/constraints.ts')
  expect(imports.filter((name) => /zod/.test(name))).toEqual([])
})
