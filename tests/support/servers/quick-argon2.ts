import { registerHooks } from 'node:module'
import * as argon2 from '@node-rs/argon2'
import type { Options } from '@node-rs/argon2'

// What argon2 costs on purpose, for every sign-in and for every passkey that is tried, screen tests would pay thousands of
// times. Beside the modules that ask for it, and in the tests of processes, it costs what it costs.
const quick: Options = { memoryCost: 64, timeCost: 1 }

export const { verify } = argon2

export function hash(text: string, options: Options): Promise<string> {
  return argon2.hash(text, { ...options, ...quick })
}

export function hashRaw(text: string, options: Options): Promise<Buffer> {
  return argon2.hashRaw(text, { ...options, ...quick })
}

/** Has the built server, where it is loaded after this, take the functions above for those of the package. */
export function useQuickArgon2(): void {
  registerHooks({
    resolve: (name, context, next) =>
      name === '@node-rs/argon2' && context.parentURL?.includes('/build/server/')
        ? { url: import.meta.url, shortCircuit: true }
        : next(name, context),
  })
}
