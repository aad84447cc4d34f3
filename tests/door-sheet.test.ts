import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { everyRoute, layouts } from '#app/routes.ts'
import { filesLike, readSource, textOf } from './support/sources/sources.ts'

const sheet = 'app/styles/door-pages.css'

function imported(file: string): string[] {
  return [...textOf(file).matchAll(/@import '\.\/([\w-]+\.css)'/g)].map(([, name]) => `app/styles/${name}`)
}

function classesIn(file: string): string[] {
  const rules = textOf(file).replaceAll(/\/\*.*?\*\//gs, '')
  return [...rules.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!)
}

/** A module and all components that it brings along. */
function componentsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const name of readSource(file).imports) {
    const found = name.startsWith('#app/')
      ? name.replace('#app/', 'app/')
      : path.join(path.dirname(file), name)
    if (found.endsWith('.tsx') && existsSync(found)) componentsOf(found, seen)
  }
  return seen
}

function classesOf(file: string): string[] {
  const given = [...textOf(file).matchAll(/className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)]
  return given.flatMap(
    ([, plain, computed = '']) =>
      (plain ?? [...computed.matchAll(/'([^']*)'|`([^`]*)`/g)].map(([text]) => text).join(' ')).match(
        /[\w-]+/g,
      ) ?? [],
  )
}

test('a page at the door has all its rules in the sheet of the door, or says that it needs the whole one', () => {
  const atDoor = new Set(imported(sheet).flatMap(classesIn))
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
  const parts = imported(sheet)
  expect(parts.length).toBeGreaterThan(3)
  expect(imported('app/styles/app.css').filter((file) => parts.includes(file))).toEqual(parts)
})
