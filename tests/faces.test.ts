import type { Node } from 'oxc-parser'
import { expect, test } from 'vitest'
import { faces } from './support/sources/faces.ts'
import {
  childrenOf,
  filesLike,
  readSource,
  targetOf,
  treeOf,
  type Source,
} from './support/sources/sources.ts'

const domains = new Set(Object.keys(faces))

/** Beside the faces: forms are for whoever shows or takes them, types are for everyone. */
const isForms = (file: string): boolean => /(?:^|\/|-)forms\.ts$/.test(file)

/** The modules of a domain from which a module outside it imports more than types. */
function reachedInto(source: Source): string[] {
  return childrenOf(treeOf(source)).flatMap((one) => {
    const from = 'source' in one && !hasTypesOnly(one) ? one.source : null
    const target =
      from && typeof from === 'object' && 'value' in from ? targetOf(source, String(from.value)) : null
    const domain = domainOf(target ?? '')
    return target && domain && domain !== domainOf(source.file) && !isForms(target) ? [target] : []
  })
}

function hasTypesOnly(one: Node): boolean {
  if (one.type === 'ExportAllDeclaration' || one.type === 'ExportNamedDeclaration') {
    return one.exportKind === 'type'
  }
  if (one.type !== 'ImportDeclaration') return false
  const names = one.specifiers
  return (
    one.importKind === 'type' ||
    (names.length > 0 && names.every((name) => name.type === 'ImportSpecifier' && name.importKind === 'type'))
  )
}

function domainOf(file: string): string | null {
  const [, domain = ''] = /^server\/([^/]+)\//.exec(file) ?? []
  return domains.has(domain) ? domain : null
}

test('from outside a domain only its face is imported, and a face has nothing that no one outside uses', () => {
  const outside = filesLike('{app,server}/**/*.{ts,tsx}')
    // Services are put together in one place; tests may look inside.
    .filter((file) => !/^server\/services|\.test\.ts$|\/test-/.test(file))
    .map(readSource)
  const reached = [...new Set(outside.flatMap(reachedInto))].toSorted()
  const allowed = Object.entries(faces).flatMap(([domain, files]) =>
    files.map((file) => `server/${domain}/${file}.ts`),
  )
  expect(reached).toEqual(allowed.toSorted())
})
