import { afterAll, afterEach, beforeEach } from 'vitest'

// A test that prints something, or makes Node warn, hides a fault: it fails.
const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const
const original = Object.fromEntries(methods.map((name) => [name, console[name]]))
let printed: string[] = []

const onWarning = (warning: Error) => printed.push(`Node warns: ${warning.stack ?? warning.message}`)
process.on('warning', onWarning)
// The next file in this process listens for itself.
afterAll(() => void process.off('warning', onWarning))

beforeEach(() => {
  printed = []
  for (const name of methods) {
    console[name] = (...values: unknown[]) => {
      printed.push(
        `console.${name}: ${values.map((value) => (value instanceof Error ? value.stack : String(value))).join(' ')}`,
      )
    }
  }
})

afterEach(() => {
  Object.assign(console, original)
  const unexpected = printed
  printed = []
  if (unexpected.length > 0) throw new Error(`Unexpected output:\n${unexpected.join('\n')}`)
})
