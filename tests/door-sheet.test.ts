import { expect, test } from 'vitest'
import { everyRoute, layouts } from '#app/routes.ts'
import { classesIn, classesOf, componentsOf, importedBy } from './support/sources/sheets.ts'
import { filesLike, textOf } from './support/sources/sources.ts'

const sheet = 'app/styles/door-pages.css'

test('a page at the door has all its rules in the sheet of the door, or says that it needs the whole one', () => {
  const atDoor = new Set(importedBy(sheet).flatMap(classesIn))
  const elsewhere = new Set(
    filesLike('app/styles/*.css')
      .flatMap(classesIn)
      .filter((name) => !atDoor.has(name)),
  )
  const pages = everyRoute.filter(({ layout }) => layout === 'door')
  const modules = [...new Set(pages.map(({ module }) => `app/${module}`))]
  expect(modules.length).toBeGreaterThan(30)
  const needy = modules
    .filter((module) => !textOf(module).includes("sheet: 'whole'"))
    .flatMap((module) =>
      [...componentsOf(module), ...componentsOf(`app/${layouts.door}`)].flatMap((file) =>
        classesOf(file)
          .filter((name) => elsewhere.has(name))
          .map((name) => `${module}: ${name} in ${file}`),
      ),
    )
  expect([...new Set(needy)]).toEqual([])
})

test('what surrounds every other page asks for the whole sheet', () => {
  const { none: _, door: __, ...others } = layouts
  for (const layout of Object.values(others)) expect(textOf(`app/${layout}`)).toContain("sheet: 'whole'")
})

test('the sheet of the door has its parts in the order of the whole one', () => {
  const parts = importedBy(sheet)
  expect(parts.length).toBeGreaterThan(3)
  expect(importedBy('app/styles/app.css').filter((file) => parts.includes(file))).toEqual(parts)
})

test('exactly the pages that have pictures of figures link the sheet of figures', () => {
  const figures = new Set(importedBy('app/styles/figures.css').flatMap(classesIn))
  const whole = new Set(importedBy('app/styles/app.css').flatMap(classesIn))
  const own = [...figures].filter((name) => !whole.has(name))
  expect(own.length).toBeGreaterThan(40)
  const modules = [...new Set(everyRoute.map(({ module }) => `app/${module}`))].filter((module) =>
    module.endsWith('.tsx'),
  )
  const having = modules.filter((module) =>
    [...componentsOf(module)].some((file) => classesOf(file).some((name) => own.includes(name))),
  )
  const linking = modules.filter((module) => textOf(module).includes('figuresSheet as links'))
  expect(having.length).toBeGreaterThan(3)
  expect(linking).toEqual(having)
})
