import { textOf } from './sources.ts'

type StartCommand = { env: Record<string, string>; options: string[] }

/** What `npm start` gives the server: variables of the environment and options of Node. */
export function startCommand(): StartCommand {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: { start: string } }
  const words = scripts.start.split(' ')
  const program = words.indexOf('node')
  const pairs = words.slice(0, program).map((word) => word.split('=') as [string, string])
  return {
    env: Object.fromEntries(pairs),
    options: words.slice(program + 1).filter((word) => word.startsWith('--')),
  }
}
