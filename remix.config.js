import { cpSync, globSync } from 'node:fs'
import path from 'node:path'
import globalData from '@csstools/postcss-global-data'
import { vitePlugin as remix } from '@remix-run/dev'
import customProperties from 'postcss-custom-properties'
import { transformWithEsbuild } from 'vite'
import { everyRoute, layouts } from './app/routes.ts'

const root = import.meta.dirname

/** Server code must never reach a browser; only server/rules (pure) may. */
function keepServerOnServer() {
  return {
    name: 'keep-server-on-server',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      if (options.ssr || options.scan || !importer) return null
      const found = await this.resolve(id, importer, { ...options, skipSelf: true })
      const inside = path.relative(path.join(root, 'server'), found?.id.split('?')[0] ?? root)
      if (found && !inside.startsWith('..') && !inside.startsWith('rules' + path.sep)) {
        this.error(`${path.relative(root, importer)} pulls server/${inside} into the browser`)
      }
      return found
    },
  }
}

/** The server build starts at server/main.ts; worker threads get entries of their own beside it. */
function startFromMain() {
  const workers = globSync('server/**/*-worker.ts', { cwd: root })
  const entries = workers.map((file) => [
    file.slice('server/'.length, -'.ts'.length).replaceAll(path.sep, '-'),
    path.join(root, file),
  ])
  return {
    name: 'start-from-main',
    apply: 'build',
    enforce: 'post',
    config: (_, { isSsrBuild }) =>
      isSsrBuild && {
        build: {
          rollupOptions: {
            input: {
              index: 'server/main.ts',
              cli: 'server/cli.ts',
              preview: 'server/preview.ts',
              ...Object.fromEntries(entries),
            },
            // All in one folder, so that every part finds the others from where it stands itself.
            output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
          },
        },
      },
    writeBundle(options) {
      if (!options.dir?.endsWith('server')) return
      for (const data of [
        'rendering/fonts',
        'converting/confinement/confine.pl',
        'events/bundle/verify.mjs',
      ]) {
        cpSync(path.join(root, 'server', data), path.join(options.dir, 'files', data), { recursive: true })
      }
    },
  }
}

/**
 * V8 keeps the whole text of what it has loaded, at two bytes a letter once a single one is beyond ASCII. Without comments
 * and indentation, and with such letters written as their numbers, that is 4 MB instead of 11. Names stay, for the log.
 */
function keepServerTextSmall() {
  return {
    name: 'keep-server-text-small',
    apply: 'build',
    async generateBundle({ dir }, bundle) {
      if (!dir?.endsWith('server')) return
      const options = { charset: 'ascii', minifyWhitespace: true, lineLimit: 120, target: 'esnext' }
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const { code } = await transformWithEsbuild(chunk.code, chunk.fileName, {
          ...options,
          sourcemap: false,
        })
        // In a regular expression they stay as they are.
        const wide = /[^\0-\x7f]/u.exec(code)
        if (wide) this.error(`${chunk.fileName} has a regular expression with “${wide[0]}”: write its number`)
        chunk.code = code
      }
    },
  }
}

function routes(defineRoutes) {
  return defineRoutes((route) => {
    const inLayout = (layout) => {
      for (const { id, path: address, module, layout: of } of everyRoute) {
        if (of === layout)
          route(address === '/' ? '' : address.slice(1), module, { id, index: address === '/' })
      }
    }
    for (const [layout, file] of Object.entries(layouts)) {
      if (file) route('', file, { id: layout }, () => inLayout(layout))
      else inLayout(layout)
    }
  })
}

export default {
  root,
  plugins: [
    keepServerOnServer(),
    startFromMain(),
    keepServerTextSmall(),
    remix({
      ignoredRouteFiles: ['**/*'],
      routes,
      serverModuleFormat: 'esm',
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: false,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
  build: { target: 'es2022' },
  // The scripts of pages without React; what they rarely need is loaded by them.
  worker: { format: 'es' },
  // Browsers that know no custom properties get the value of light screens before each of them.
  css: {
    postcss: {
      plugins: [
        globalData({ files: [path.join(root, 'app/styles/tokens.css')] }),
        customProperties({ preserve: true }),
      ],
    },
  },
  // Taken into the bundle only as far as they are used: loaded whole, each costs up to 40 MB of memory; and React in
  // its production form, whatever the environment says.
  ssr: {
    noExternal: [
      'react',
      'react-dom',
      'react-router',
      'react-router-dom',
      'lucide-react',
      'kysely',
      'zod',
      'prom-client',
      'openid-client',
      'zod-openapi',
      'otplib',
      'oauth4webapi',
      'htmlparser2',
      'entities',
      'bowser',
      'internmap',
      /^dom(utils|handler|elementtype)$/,
      'dom-serializer',
      /^@(otplib|noble|scure)\//,
      /^d3-/,
      /^@conform-to\//,
      /^@remix-run\/(react|router)$/,
    ],
  },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
}
