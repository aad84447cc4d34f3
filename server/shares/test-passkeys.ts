import type { Passkeys } from './passkeys.ts'

/** For tests in which nobody chooses a passkey. */
export const withoutPasskeys = {
  locking: (_actor: unknown, _file: unknown, make: (lock: null) => Promise<unknown>) => make(null),
} as unknown as Passkeys
