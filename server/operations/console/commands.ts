import type { User } from '#server/accounts/users.ts'
import { installation, type Events } from '#server/events/events.ts'
import type { Client } from '#server/http/client.ts'

/** What was asked for: the command's name, with what it was given; `by` is who, an address or a user of the machine. */
export type Commanded = { command: string; given: string; by: string }

/** Who asks for it on a page, and from where. */
export type CommandedBy = { user: Pick<User, 'email'>; client: Client }

const maxGiven = 500

/**
 * Puts what an operator asks for on the installation's record, before it is done: from a page with who they are and from
 * where, from a command without.
 */
export async function recordCommand(
  events: Events,
  { command, given, by }: Commanded,
  from?: { actor: string; client: Client },
): Promise<void> {
  await events.record(null, {
    subject: installation,
    kind: 'Commanded',
    client: from?.client ?? null,
    ...(from ? { actor: from.actor } : {}),
    detail: { command, given: given.slice(0, maxGiven), by },
  })
}

/** What the operator does on a page: on record as the same command is, before it is done. */
export class Commands {
  readonly #events: Events

  constructor({ events }: { events: Events }) {
    this.#events = events
  }

  /** Records it and does it. What cannot be recorded is not done. */
  async run<T>(
    { user, client }: CommandedBy,
    command: string,
    given: readonly string[],
    work: () => Promise<T>,
  ): Promise<T> {
    const line = [command, ...given].join(' ')
    await recordCommand(this.#events, { command, given: line, by: user.email }, { actor: user.email, client })
    return work()
  }
}
