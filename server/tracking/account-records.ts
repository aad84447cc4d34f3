import type { RecordAccountEvent } from '#server/accounts/account-events.ts'
import { networkOf } from '#server/http/limits/network.ts'
import { currentMarks, type Log } from '#server/log.ts'
import type { Tracking } from './tracking.ts'

/**
 * What happens to an account is an event of its own stream, whose subject is the account, and a line of the log: both say
 * from which network. The log has the account's guid and no address of a person.
 */
export function accountRecords({ tracking, log }: { tracking: Tracking; log: Log }): RecordAccountEvent {
  return async (userGuid, kind, { tx, detail = {}, client } = {}) => {
    await tracking.append(tx ?? null, { subjectGuid: userGuid, kind, detail, ...(client ? { client } : {}) })
    const from = client ?? currentMarks().from
    log.info({ user: userGuid, event: kind, network: networkOf(from?.ip ?? ''), ...detail }, 'account')
  }
}
