import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { networkOf } from '#server/http/limits/network.ts'
import { composeEmail } from '#server/mail/layout.ts'
import type { Email } from '#server/mail/layout.ts'
import { zonedTime } from '#server/rules/text/format.ts'
import { productName } from '#server/rules/product/product.ts'
import type { EmailTo } from '#server/accounts/emails.ts'
import { deviceName } from './device-name.ts'
import type { Client } from './sessions.ts'
import { settingsUrl } from '#server/accounts/keeping/settings-url.ts'
import type { User } from '#server/accounts/users.ts'

const day = 24 * 3_600_000
/** How long a device is remembered after its last sign-in, in milliseconds. */
export const deviceRemembered = 90 * day

export type SignInNoticesDeps = {
  database: Database
  events: Events
  clock: () => number
}

/**
 * Emails an account's owner about a sign-in from a browser or network that was not seen with this account in the last
 * 90 days. The very first device of an account is the one it was created with: nothing is sent for that.
 */
export class SignInNotices {
  readonly #deps: SignInNoticesDeps

  constructor(deps: SignInNoticesDeps) {
    this.#deps = deps
  }

  /** Call when a session has begun, whatever the method. */
  async note(user: User, client: Client): Promise<void> {
    const { database, events } = this.#deps
    await database.transaction(async (tx) => {
      if (!(await this.#isNews(tx, user, client))) return
      await events.record(tx, { subject: user.guid, kind: 'NewDevice', client })
    })
  }

  /** Remembers the device, and returns whether its owner is to be notified. Of two at once one gets "yes". */
  async #isNews(tx: Transaction, user: User, client: Client): Promise<boolean> {
    const now = this.#deps.clock()
    const device = { user_guid: user.guid, device_hash: deviceHash(client) }
    const others = await tx
      .selectFrom('known_device')
      .select('device_hash')
      .where('user_guid', '=', user.guid)
      .limit(1)
      .executeTakeFirst()
    const added = await tx
      .insertInto('known_device')
      .values({ ...device, seen_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['user_guid', 'device_hash'])
          .doUpdateSet({ seen_at: now })
          .where('known_device.seen_at', '<=', now - deviceRemembered),
      )
      .returning('device_hash')
      .executeTakeFirst()
    if (added) return others !== undefined
    await tx
      .updateTable('known_device')
      .set({ seen_at: now })
      .where('user_guid', '=', user.guid)
      .where('device_hash', '=', device.device_hash)
      .execute()
    return false
  }

  /** Forgets old devices, except an account's last one: without any, the next sign-in would be taken for its first. */
  async sweep(): Promise<number> {
    const { database, clock } = this.#deps
    const { numDeletedRows } = await database.kysely
      .deleteFrom('known_device')
      .where('seen_at', '<=', clock() - deviceRemembered)
      .where((row) =>
        row.exists(
          row
            .selectFrom('known_device as later')
            .select('later.device_hash')
            .whereRef('later.user_guid', '=', 'known_device.user_guid')
            .whereRef('later.seen_at', '>', 'known_device.seen_at'),
        ),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

// Versions are left out: a browser that was updated is the same one.
function deviceHash(client: Client): string {
  const browser = client.userAgent.replaceAll(/[\d._]+/g, '')
  return createHash('sha256')
    .update(`${browser}|${networkOf(client.ip)}`)
    .digest('hex')
}

type NewDevice = EmailTo & { timeZone: string; ip: string; userAgent: string; place: string; at: number }

export function newDeviceEmail({ to, timeZone, publicUrl, ip, userAgent, place, at }: NewDevice): Email {
  const from = place === '' ? `the IP address ${ip}` : `${place}, the IP address ${ip}`
  return composeEmail({
    to,
    subject: `New sign-in to your ${productName} account`,
    heading: 'New sign-in to your account',
    paragraphs: [
      `Someone signed in to your account at ${publicUrl.host} from a new browser or network.`,
      `When: ${zonedTime(at, timeZone)}\nWith: ${deviceName(userAgent)}\nFrom: ${from}`,
      'If this was you, you don’t need to do anything. If not, change your password now and sign out that device in Settings.',
    ],
    action: { label: 'View signed-in devices', url: settingsUrl(publicUrl, 'sessions') },
    footer: 'You can turn these emails off in Settings › Notifications.',
    switchOffAt: settingsUrl(publicUrl, 'notifications'),
  })
}
