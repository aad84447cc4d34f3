import type { Command } from 'commander'
import { hasFlag, Problem } from '#server/rules/problems.ts'

/** A command's result: text for people, data for `--json`, and whether it found a problem. */
export type Answer = { lines: string[]; data: unknown; hasFailed?: boolean }

/** The exit codes, for scripts: done; failed or found a problem; wrong usage; installation not reachable. */
export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, unreachable: 3 } as const

/** The arguments make no sense together, or the settings make none. */
export class WrongUsage extends Error {
  override name = 'WrongUsage'
}

/** The database, the storage or the mail server is down, or a running server is using the installation. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

/**
 * Gives a command its action and `--json`. The answer goes to stdout: its lines, or with `--json` one JSON document;
 * errors go to stderr, and with `--json` to stdout, too, as `{"error": "…"}`. Sets the exit code of the process.
 */
export function answering<Values extends unknown[]>(
  command: Command,
  run: (...values: Values) => Promise<Answer>,
): void {
  command.option('--json', 'answer with one JSON document, for scripts')
  command.action(async (...values) => {
    running = nameOf(command)
    const isJson = command.opts()['json'] === true
    try {
      const answer = await run(...(values as Values))
      print(isJson ? [JSON.stringify(answer.data, null, 2)] : answer.lines)
      process.exitCode = answer.hasFailed ? exitCodes.failed : exitCodes.done
    } catch (error) {
      fail(error, isJson)
    }
  })
}

/** The command that is running, as it is entered: `user create`. Empty before one runs. */
export function runningCommand(): string {
  return running
}

let running = ''

function nameOf(command: Command): string {
  const { parent } = command
  return parent?.parent ? `${parent.name()} ${command.name()}` : command.name()
}

/** Reports an error and sets the exit code. Only a fault of the program itself shows where it happened. */
export function fail(error: unknown, isJson: boolean): void {
  const words = errorText(error)
  if (isJson) print([JSON.stringify({ error: words })])
  else process.stderr.write(`${words}\n`)
  if (isFault(error)) process.stderr.write(`${error.stack}\n`)
  process.exitCode = exitCodeOf(error)
}

function print(lines: string[]): void {
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
}

/** The message of a failure for people. */
export function errorText(error: unknown): string {
  if (error instanceof Problem) return error.text
  return error instanceof Error ? error.message : String(error)
}

function exitCodeOf(error: unknown): number {
  if (error instanceof WrongUsage) return exitCodes.wrongUsage
  return error instanceof Unreachable || isAway(error) ? exitCodes.unreachable : exitCodes.failed
}

/** What goes down in the middle of the work counts as unreachable, too. */
function isAway(error: unknown): boolean {
  return error instanceof Problem && hasFlag(error.problem, 'isUnreachable')
}

function isFault(error: unknown): error is Error {
  return error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
}
