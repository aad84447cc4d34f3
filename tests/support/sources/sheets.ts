import { existsSync } from 'node:fs'
import path from 'node:path'
import { readSource, textOf } from './sources.ts'

/** The sheets that a sheet consists of, in their order. */
export function importedBy(file: string): string[] {
  return [...textOf(file).matchAll(/@import '\.\/([\w-]+\.css)'/g)].map(([, name]) => `app/styles/${name}`)
}

/** The classes that a sheet has rules for. */
export function classesIn(file: string): string[] {
  const rules = textOf(file).replaceAll(/\/\*.*?\*\//gs, '')
  return [...rules.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!)
}

/** A module and all components that it brings along. */
export function componentsOf(file: string, seen = new Set<string>()): Set<string> {
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

/** The classes that a component gives to elements. */
export function classesOf(file: string): string[] {
  const given = [...textOf(file).matchAll(/className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)]
  return given.flatMap(
    ([, plain, computed = '']) =>
      (plain ?? [...computed.matchAll(/'([^']*)'|`([^`]*)`/g)].map(([text]) => text).join(' ')).match(
        /[\w-]+/g,
      ) ?? [],
  )
}
