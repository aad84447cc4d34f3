import { accountLimits } from '#server/accounts/sign-in/limits.ts'
import { largestPage } from '#server/api/events.ts'
import { maxPerCall } from '#server/api/shares/lists.ts'
import { maxBodyBytes } from '#server/http/limits/guard.ts'
import type { RateLimit } from '#server/http/limits/rate.ts'
import {
  commentsByOne,
  invitationEmails,
  linkEmails,
  tellingsByNetwork,
  tourFiles,
} from '#server/rules/product/call-rates.ts'
import { maxZipBytes } from '#server/rules/product/client-constants.ts'
import { tokenCalls } from '#server/rules/accounts/tokens/token-scopes.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'

/** At most this many of something; within this many seconds, if it is a rate. */
export type Limit = { most: number; of: string; seconds?: number }

/** The limits of every call. */
export const generalLimits: readonly Limit[] = [
  rate(tokenCalls, 'calls of an access token'),
  { most: maxBodyBytes, of: 'bytes in a body that is not a file' },
]

/** The limits of calls, by what they are about. */
export const limits = {
  signIn: [
    rate(accountLimits.signInByAddress.network[0]!, 'wrong passwords for an address from a network'),
    rate(accountLimits.signIn.network[0]!, 'wrong passwords from a network'),
  ],
  accounts: [
    rate(accountLimits.registerByNetwork, 'accounts from a network'),
    rate(accountLimits.registerByAddress, 'calls for an address'),
  ],
  emails: [
    rate(accountLimits.emailByNetwork, 'emails asked for from a network'),
    rate(accountLimits.emailByAddress.network[0]!, 'emails to an address'),
  ],
  addresses: [
    rate(accountLimits.addressByUser, 'emails with codes'),
    rate(accountLimits.addressByAddress, 'emails to an address'),
    rate(accountLimits.addressTriesByUser, 'codes entered'),
  ],
  demo: [rate(tourFiles, 'calls')],
  upload: [{ most: 1, of: 'file' }],
  recipients: [{ most: maxPerCall, of: 'recipients; fewer in some plans' }],
  rows: [{ most: rowsOnScreen, of: 'rows in an answer' }],
  several: [{ most: maxPerCall, of: 'shares' }],
  links: [
    { most: maxPerCall, of: 'recipients; fewer in some plans' },
    rate(linkEmails.one, 'emails to an address'),
    rate(linkEmails.all, 'emails'),
  ],
  severalLinks: [
    { most: maxPerCall, of: 'shares' },
    { most: maxPerCall, of: 'recipients; fewer in some plans' },
    rate(linkEmails.one, 'emails to an address'),
    rate(linkEmails.all, 'emails'),
  ],
  comments: [rate(commentsByOne, 'comments on a share')],
  visitors: [rate(tellingsByNetwork, 'calls from a network')],
  events: [{ most: largestPage, of: 'events in an answer' }],
  invitations: [{ most: maxPerCall, of: 'members' }, rate(invitationEmails, 'emails')],
  archive: [{ most: maxZipBytes, of: 'bytes in a part of an archive' }],
} as const satisfies Record<string, readonly Limit[]>

function rate({ count, per }: RateLimit, of: string): Limit {
  return { most: count, of, seconds: per / 1000 }
}

/** "30 comments on a share in 10 minutes". */
export function limitText({ most, of, seconds }: Limit): string {
  const words = `${most.toLocaleString('en')} ${of}`
  if (seconds === undefined) return words
  const minutes = seconds / 60
  return `${words} in ${minutes === 60 ? 'an hour' : `${minutes} minutes`}`
}
