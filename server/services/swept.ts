import type { People } from './people.ts'
import type { Sharing } from './sharing.ts'

/** What has rows that run out within minutes. */
export function sweptOften(
  { accounts, teams }: People,
  { shares, viewing, files, zips, webhooks }: Omit<Sharing, 'own'>,
) {
  const { credentials, addresses, signIn, signInNotices, signInFlows } = accounts
  const ofPeople = [
    credentials,
    addresses,
    signIn,
    signInNotices,
    signInFlows,
    teams.singleSignOn,
    teams.emailCodes,
  ]
  const { reminders, requests, sending, endings } = shares
  const { codes, readers, unlocking, pages, weekEmails } = viewing
  const ofFiles = [
    codes,
    readers,
    reminders,
    requests,
    unlocking,
    pages,
    weekEmails,
    files.rendering,
    files.resumable,
    sending,
    endings,
    zips,
    webhooks.clearing,
  ]
  return [...ofPeople, ...ofFiles]
}
