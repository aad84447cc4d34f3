import ts from 'typescript'
import { expect, test } from 'vitest'
import { faces } from './support/sources/faces.ts'
import { filesLike, readSource, targetOf, type Source } from './support/sources/sources.ts'

const domains = new Set(Object.keys(faces))

/** Beside the faces: forms are for whoever shows or takes them, types are for everyone. */
const isForms = (file: string): boolean => /(?:^|\/|-)forms\.ts$/.test(file)

/** The modules of a domain from which a module outside it imports more than types. */
function reachedInto(source: Source): string[] {
  const tree = ts.createSourceFile(source.file, source.text, ts.ScriptTarget.Latest, true)
  return tree.statements.flatMap((one) => {
    const from = (ts.isImportDeclaration(one) || ts.isExportDeclaration(one)) && one.moduleSpecifier
    if (!from || !ts.isStringLiteral(from) || hasTypesOnly(one)) return []
    const target = targetOf(source, from.text)
    const domain = domainOf(target ?? '')
    return target && domain && domain !== domainOf(source.file) && !isForms(target) ? [target] : []
  })
}

function hasTypesOnly(one: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(one)) return one.isTypeOnly
  const { importClause: clause } = one
  if (!clause || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return clause !== undefined
  const names = clause.namedBindings
  return (
    !clause.name &&
    !!names &&
    ts.isNamedImports(names) &&
    names.elements.every(({ isTypeOnly }) => isTypeOnly)
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
