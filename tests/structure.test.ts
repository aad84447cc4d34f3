import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { brokenCssRules } from './support/sources/css.ts'
import {
  elementsIn,
  exists,
  filesLike,
  namesUsed,
  readSource,
  targetOf,
  textOf,
  type Source,
} from './support/sources/sources.ts'

/** Left may be imported by right, never the other way. */
const layers = [
  ['rules'],
  ['proxies', 'programs'],
  ['settings'],
  ['config', 'log', 'packaged', 'word-list'],
  ['metrics', 'tracing'],
  ['converting'],
  ['db', 'storage', 'mail', 'jobs', 'http'],
  ['events'],
  ['accounts'],
  ['teams'],
  ['plans'],
  ['tracking'],
  ['uploads'],
  ['rendering'],
  ['shares'],
  ['rooms'],
  ['viewing'],
  ['zips'],
  ['clouds'],
  ['webhooks'],
  ['account-data'],
  ['health'],
  ['operations'],
  ['services'],
  ['app', 'api'],
  ['application'],
  ['request-log'],
  ['strongroom'],
  ['cli'],
  ['main', 'preview'],
]
/** Machinery that may know other machinery: mail and rates are rows and jobs, jobs and storage are rows. */
const machineryOrder = ['db', 'storage', 'jobs', 'mail', 'http']
const machinery = new Set(machineryOrder)
const domains = new Set([
  'events',
  'accounts',
  'teams',
  'plans',
  'tracking',
  'uploads',
  'rendering',
  'shares',
  'rooms',
  'viewing',
  'zips',
  'clouds',
  'webhooks',
  'account-data',
])

/** One line for each thing that there is: they grow with the product, and are read like an index. */
const tables = new Set([
  'app/routes.ts',
  'server/db/schema.ts',
  'server/events/kinds.ts',
  'server/operations/tables.ts',
])

/** Lists of data, not code: their length says nothing. */
const dataFiles = new Set([
  'server/rules/accounts/common-passwords.ts',
  'server/rules/accounts/blocked-words.ts',
])

const modules = filesLike('app/**/*.{ts,tsx}', 'server/**/*.ts').filter((file) => !file.endsWith('.d.ts'))
const sources = modules.filter((file) => !isTest(file)).map(readSource)

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

/** Whether a name is the module's own or comes from another module of ours, and so hides the platform's. */
function isOwnName(text: string, name: string): boolean {
  return new RegExp(`\\b(type|interface|class) ${name}\\b|import [^'"]*\\b${name}\\b`).test(text)
}

/** The name by which a file is in the import law: its folder under server/, its own name there, or `app`. */
function placeOf(file: string): string {
  if (file.startsWith('app/')) return 'app'
  const [, first = ''] = file.split('/')
  return first.replace(/(\.test)?\.ts$/, '')
}

function layerOf(file: string): number {
  return layers.findIndex((places) => places.includes(placeOf(file)))
}

function mayImport(from: string, to: string): boolean {
  const [place, wanted] = [placeOf(from), placeOf(to)]
  if (place === wanted) return true
  if (place === 'rules') return false
  if (machinery.has(place) && machinery.has(wanted)) {
    return machineryOrder.indexOf(wanted) < machineryOrder.indexOf(place)
  }
  return layerOf(to) < layerOf(from)
}

/** What every screen uses: the framework's part, components, what loaders of several areas make for them, script. */
const sharedByScreens = /^app\/(request|ui|view-models|enhance|styles|routes\.ts)(\/|$)/
const frame = /^app\/(request|ui|view-models|enhance|styles|layouts)\//

function isOfScreen(file: string): boolean {
  return /^app\/[^/]+\//.test(file) && !frame.test(file)
}

/** Its own folder and those in and around it, but no other screen; of a folder beside nothing. */
function mayScreenImport(from: string, target: string): boolean {
  if (!target.startsWith('app/')) return !/^server\/(db|storage|jobs|api)\//.test(target)
  if (sharedByScreens.test(target)) return true
  const folder = path.posix.dirname(target).replace(/\/shared$/, '')
  const [own, wanted] = [`${path.posix.dirname(from)}/`, `${folder}/`]
  return !/\/route\.tsx?$/.test(target) && (own.startsWith(wanted) || wanted.startsWith(own))
}

function targetsOf(source: Source): string[] {
  return source.imports.flatMap((name) => targetOf(source, name)?.replace(/\?.*$/, '') ?? [])
}

/** The first circle that each module is in, if any: a walk that meets what it is still inside of. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const circles: string[] = []
  function walk(file: string, above: readonly string[]) {
    if (above.includes(file)) circles.push([...above.slice(above.indexOf(file)), file].join(' → '))
    if (above.includes(file) || done.has(file)) return
    for (const target of imports.get(file) ?? []) walk(target, [...above, file])
    done.add(file)
  }
  for (const file of imports.keys()) walk(file, [])
  return circles
}

describe('the import law', () => {
  test('every module is in a known place', () => {
    expect(modules.length).toBeGreaterThan(20)
    expect(modules.filter((file) => layerOf(file) < 0)).toEqual([])
  })

  test('a module imports only what stands left of it', () => {
    const wrong = sources.flatMap((source) =>
      source.imports.flatMap((name) => {
        const target = targetOf(source, name)
        if (!target || !/^(app|server)\//.test(target) || mayImport(source.file, target)) return []
        return [`${source.file} imports ${target}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  test('no module imports itself by way of others, for a type neither', () => {
    expect(circlesIn(new Map(sources.map((source) => [source.file, targetsOf(source)])))).toEqual([])
  })

  test('rules import nothing but rules', () => {
    const rules = sources.filter((source) => placeOf(source.file) === 'rules')
    const foreign = rules.flatMap((source) =>
      source.imports.filter((name) => !targetOf(source, name)?.startsWith('server/rules/')),
    )
    expect(foreign).toEqual([])
  })

  test('services and machinery but http know no framework', () => {
    const foreign = /^(@remix-run\/|react($|\/)|react-dom|remix-auth|@conform-to\/react|#app\/)/
    const wrong = sources
      .filter(
        ({ file }) =>
          domains.has(placeOf(file)) || (machinery.has(placeOf(file)) && placeOf(file) !== 'http'),
      )
      .flatMap(({ file, imports }) =>
        imports.filter((name) => foreign.test(name)).map((name) => `${file}: ${name}`),
      )
    expect(wrong).toEqual([])
  })

  test('services and machinery but http know no Request and no Response', () => {
    const wrong = sources
      .filter(
        ({ file }) =>
          domains.has(placeOf(file)) || (machinery.has(placeOf(file)) && placeOf(file) !== 'http'),
      )
      .filter((source) =>
        namesUsed(source, ['Request', 'Response']).some((name) => !isOwnName(source.text, name)),
      )
    expect(wrong.map(({ file }) => file)).toEqual([])
  })

  test('a screen imports its own folder, what its area shares, and what all screens share', () => {
    const wrong = sources
      .filter(({ file }) => isOfScreen(file))
      .flatMap((source) =>
        source.imports
          .map((name) => targetOf(source, name) ?? name)
          .filter((target) => !mayScreenImport(source.file, target))
          .map((target) => `${source.file} imports ${target}`),
      )
    expect(wrong).toEqual([])
  })

  test('imports inside the project name the ending of the file, and the file is there', () => {
    const wrong = modules.map(readSource).flatMap((source) =>
      source.imports
        .filter((name) => /^[.#]/.test(name))
        .filter((name) => !/\.\w+(\?[\w&]+)?$/.test(name) || !exists(targetOf(source, name) ?? ''))
        .map((name) => `${source.file} imports ${name}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('files', () => {
  test('no file is called utils, helpers, common, misc or lib', () => {
    const named = filesLike('{app,server,tests}/**/*').filter((file) =>
      /(^|\/)(utils?|helpers?|common|misc|lib)(\.\w+)*(\/|$)/.test(file),
    )
    expect(named).toEqual([])
  })

  test('no file is longer than 300 lines; a screen, a test or a table of what there is, than 400', () => {
    const long = [...modules, ...filesLike('tests/**/*.{ts,mjs}', 'server/**/*.mjs')]
      .filter((file) => !dataFiles.has(file))
      .map((file) => ({ file, lines: textOf(file).trimEnd().split('\n').length }))
      .filter(
        ({ file, lines }) =>
          lines > (isTest(file) || tables.has(file) || /^tests\/|\/route\.tsx?$/.test(file) ? 400 : 300),
      )
    expect(long).toEqual([])
  })

  test('no folder holds more than 25 files', () => {
    const files = filesLike('{app,server,tests}/**/*.*')
    const held = Object.entries(Object.groupBy(files, (file) => path.posix.dirname(file)))
    expect(held.filter(([, inside]) => inside!.length > 25).map(([folder]) => folder)).toEqual([])
  })

  test('every screen is named in the list of addresses, and twice only where two versions of rooms share it', () => {
    const listed: string[] = textOf('app/routes.ts').match(/(?<=')[\w/.-]+\/route\.tsx?(?=')/g) ?? []
    const screens = filesLike('app/**/route.{ts,tsx}')
    const names = screens.map((file) => file.slice('app/'.length))
    const twice = listed.filter((name, at) => listed.indexOf(name) !== at)
    expect({
      missing: names.filter((name) => !listed.includes(name)),
      twice: [...new Set(twice)].toSorted(),
    }).toEqual({
      missing: [],
      twice: [
        'public/legacy-redirect/route.ts',
        ...['folder', 'read', 'stats'].map((name) => `rooms/${name}/route.tsx`),
      ],
    })
    expect(listed.filter((name) => !names.includes(name))).toEqual([])
  })

  test('no text names a path of one machine', () => {
    const paths = ['root', 'Users'].map((folder) => `/${folder}/`)
    const texts = filesLike(
      '{app,server,tests,docs,public}/**/*.{ts,tsx,mjs,css,md,txt,svg}',
      '*.{js,json,md,yaml}',
      'Dockerfile',
    )
    const wrong = texts
      .filter((file) => file !== 'package-lock.json')
      .filter((file) => paths.some((name) => new RegExp(`(^|[\\s'"\`(=])${name}`, 'm').test(textOf(file))))
    expect(wrong).toEqual([])
    expect(sources.filter(({ text }) => text.includes('file:///')).map(({ file }) => file)).toEqual([])
  })
})

describe('habits', () => {
  test('only server/config.ts reads the environment', () => {
    const readers = sources.filter((source) => {
      const takesFromProcess = source.imports.some((name) => /^(node:)?process$/.test(name))
      return namesUsed(source, takesFromProcess ? ['process.env', 'env'] : ['process.env']).length > 0
    })
    // The font library is told its settings through the environment: that file writes there and reads nothing.
    // The command line for people knows no settings of a server, and has its own three.
    const may = new Set([
      'server/config.ts',
      'server/rendering/pdf/font-config.ts',
      'server/cli/remote/environment.ts',
    ])
    expect(readers.map(({ file }) => file).filter((file) => !may.has(file))).toEqual([])
  })

  test('screens have no effects; those belong to app/enhance', () => {
    const wrong = sources.filter(({ file, text }) => isOfScreen(file) && /\buse(Layout)?Effect\b/.test(text))
    expect(wrong.map(({ file }) => file)).toEqual([])
  })

  test('every form names its address, and what is posted is made in one place', () => {
    const forms = sources.flatMap((source) =>
      elementsIn(source, 'form').map((attributes) => ({ file: source.file, attributes })),
    )
    expect(forms.length).toBeGreaterThan(3)
    expect(forms.filter(({ attributes }) => !attributes.has('action')).map(({ file }) => file)).toEqual([])
    const posting = forms.filter(({ attributes }) => attributes.get('method') !== '"get"')
    expect(posting.map(({ file }) => file)).toEqual(['app/ui/forms/form.tsx', 'app/ui/forms/send-again.tsx'])
  })

  test('colours are tokens: no sheet but that of the tokens names one', () => {
    const sheets = filesLike('app/styles/*.css').filter((file) => file !== 'app/styles/tokens.css')
    expect(sheets.filter((file) => /#[0-9a-f]{3,8}\b/i.test(textOf(file)))).toEqual([])
  })

  test('no test is skipped, marked as to do, or run alone', () => {
    const marked = filesLike('{app,server,tests}/**/*.{test,spec}.{ts,tsx}').filter((file) =>
      /\b(test|it|describe)\.(skip|only|todo|fixme|fails)\b/.test(textOf(file)),
    )
    expect(marked).toEqual([])
  })

  test('served style sheets need nothing that older browsers lack', () => {
    const sheets = filesLike('app/**/*.css', 'public/**/*.css', 'build/client/**/*.css')
    expect(sheets.flatMap((file) => brokenCssRules(textOf(file)).map((rule) => `${file}: ${rule}`))).toEqual(
      [],
    )
  })
})

describe('packages', () => {
  type Entry = { version: string; optionalDependencies?: Record<string, string> }
  const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Entry> }

  test('Remix is at least 2.17.3, the oldest version that checks the origin of forms', () => {
    const names = ['node', 'react', 'server-runtime', 'dev', 'serve', 'express'].map(
      (name) => `@remix-run/${name}`,
    )
    const old = names.filter((name) => {
      const [major = 0, minor = 0, patch = 0] = (packages[`node_modules/${name}`]?.version ?? '0')
        .split('.')
        .map(Number)
      return major * 1_000_000 + minor * 1_000 + patch < 2_017_003
    })
    expect(old).toEqual([])
  })

  test('the lock file names the optional packages of every platform, without which npm ci refuses it', () => {
    const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !foldersAbove(place).some((folder) => packages[`${folder}node_modules/${name}`]))
        .map((name) => `${name} of ${place}`),
    )
    expect(missing).toEqual([])
  })

  function foldersAbove(place: string): string[] {
    const folders = ['']
    for (let at = 0; at >= 0 && place; at = place.indexOf('/node_modules/', at + 1)) {
      if (at > 0) folders.push(`${place.slice(0, at)}/`)
    }
    return [...folders, `${place}/`]
  }
})
