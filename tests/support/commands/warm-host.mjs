// Runs commands one after the other, each as if in a process of its own: with its own arguments, environment,
// folder and standard input, and the command line evaluated again. What it is made of stays loaded.
import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'

const [, , cli, end] = process.argv
// Under another name each time, or it would be evaluated once.
let count = 0

registerHooks({
  resolve: (name, context, next) =>
    name === 'node:worker_threads' && context.parentURL?.includes('/build/server/')
      ? { url: new URL('kept-threads.mjs', import.meta.url).href, shortCircuit: true }
      : next(name, context),
})

process.on('disconnect', () => process.exit())
process.on('message', async ({ args, cwd, env, input }) => {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd)
  process.argv = [process.execPath, cli, ...args]
  process.exitCode = undefined
  process.stdout.removeAllListeners('error')
  const stdin = Readable.from(input === '' ? [] : [input])
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
  try {
    count += 1
    await import(`${pathToFileURL(path.resolve(cli))}?${count}`)
  } catch (error) {
    process.stderr.write(`${error.stack}\n`)
    process.exitCode = 1
  }
  // Both outputs are pipes, which Node writes to at once: all that the command said is before these.
  writeSync(1, `${end}${process.exitCode ?? 0}\n`)
  writeSync(2, `${end}\n`)
  process.exitCode = undefined
})
