import { createInterface } from 'node:readline'
import { Argument, InvalidArgumentError } from 'commander'
import { emailAddress } from '#server/rules/accounts/email.ts'
import { WrongUsage } from './answer.ts'

/** An email address as an argument of a command, in its canonical spelling. */
export function emailArgument(name: string, description: string): Argument {
  return new Argument(`<${name}>`, description).argParser(readEmail)
}

/** Throws InvalidArgumentError. */
export function readEmail(text: string): string {
  const email = emailAddress(text)
  if (email === null) throw new InvalidArgumentError('It must be a full address, like name@example.com.')
  return email
}

/** The first line on standard input. Throws WrongUsage if there is none. */
export async function lineFromStdin(what: string): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdin.destroy()
    if (line !== '') return line
    break
  }
  throw new WrongUsage(`Give ${what} as one line on standard input.`)
}
