import { installation, type Events } from '#server/events/events.ts'
import type { Client } from '#server/http/client.ts'

/** What was asked for: the command's name, with what it was given; `by` is who, an address or a user of the machine. */
export type Commanded = { command: string; given: string; by: string }

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
