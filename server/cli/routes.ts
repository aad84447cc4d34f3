import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { everyRoute, type Route } from '#app/routes.ts'
import { callNames } from '#server/api/calls.ts'
import { answering } from './answer.ts'
import { columns } from './columns.ts'

type Listed = Pick<Route, 'path' | 'module' | 'takesFiles'> & { name: string; layout: string }

/** `strongroom routes`: every address that the server answers. */
export function addRoutesCommands(program: Command): void {
  const routes = program
    .command('routes')
    .description('list every address that the server answers, with name, layout and module')
    .addHelpText('after', '\nExample:\n  strongroom routes --json')
  answering(routes, async () => {
    const data = [...screens(), ...calls(), ...files()]
    const rows = data.map(({ path, name, layout, module, takesFiles }) => [
      path,
      name,
      layout,
      takesFiles ? `${module} (files go through the upload middleware)` : module,
    ])
    return { lines: columns([['PATH', 'NAME', 'LAYOUT', 'MODULE'], ...rows]), data }
  })
}

function screens(): Listed[] {
  return everyRoute.map(({ id, ...route }) => ({ ...route, name: id }))
}

/** The calls of programs; docs/api.md says what each takes. */
function calls(): Listed[] {
  return callNames.map((call) => {
    const [name = '', path = ''] = call.split(' ')
    return { path, name, layout: 'none', module: 'an API call', takesFiles: path === '/v1/upload' }
  })
}

/** What the server answers from the built client, before any screen is asked. */
function files(): Listed[] {
  const folder = fileURLToPath(new URL('../client', import.meta.url))
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries
    .filter(({ name }) => !/^\.|\.(br|gz|map)$/.test(name))
    .map((entry) => (entry.isDirectory() ? `/${entry.name}/*` : `/${entry.name}`))
    .toSorted()
    .map((path) => ({
      path,
      name: 'static',
      layout: 'none',
      module: 'a build file',
      takesFiles: false,
    }))
}
