import type { KeptJob } from '#server/operations/console/kept-jobs.ts'
import { recentTime } from '#server/rules/text/format.ts'
import type { Tone } from '#app/ui/badge.tsx'

/** What the kinds of jobs are called that people may know; the others by the names they have in the metrics. */
const labels: Record<string, string> = {
  mail: 'Email',
  'account-letter': 'Email about an account',
  'access-request': 'Email about an access request',
  'access-token-ending': 'Email before an access token ends',
  'comment-letter': 'Email about a comment',
  'failed-sign-in': 'Email about failed sign-ins',
  'failed-sign-ins': 'Email about failed sign-ins',
  'lock-letter': 'Email about a locked account',
  'plan-ending': 'Email before a plan ends',
  'room-news': 'Email about news in a data room',
  'room-unshown': 'Email about files that can’t be shown',
  'sending-letters': 'Emails about a share',
  'team-second-factor': 'Email before two-step verification is required',
  'week-email': 'Email about a week',
  'address-code': 'Verification code',
  'door-code': 'Verification code',
  'door-links': 'Links by email',
  'sign-in-code': 'Sign-in code',
  invitations: 'Invitations',
  'access-token-end': 'End an access token',
  'plan-end': 'End a plan',
  'erase-account': 'Erase a closed account',
  'member-hand-over': 'Transfer what a removed member shared',
  'terms-fetch': 'Get a team’s terms from the web',
  render: 'Prepare a file’s pages',
  export: 'Prepare an export',
  zip: 'Prepare a ZIP',
  'zip-record': 'Record a ZIP download',
  'object-hash': 'Compute a file’s checksum',
  'cloud-copy': 'Copy from cloud storage',
  'cloud-check': 'Look for new versions in cloud storage',
  'cloud-revoked': 'Disconnect cloud storage',
  feed: 'Send events to webhooks',
  'audit-retention': 'Erase old audit records',
  verify: 'Integrity check',
  cleanup: 'Cleanup',
}

const tones: Record<KeptJob['state'], Tone> = { waiting: 'soft', running: 'good', failed: 'bad' }
const words: Record<KeptJob['state'], string> = { waiting: 'Waiting', running: 'Running', failed: 'Failed' }

export function jobName({ kind }: Pick<KeptJob, 'kind'>): string {
  return labels[kind] ?? kind
}

/** One job as lists show it. */
export function shownJob(job: KeptJob, { timeZone, now }: { timeZone: string; now: number }) {
  const { guid, state, tries, error, email } = job
  return {
    guid,
    name: jobName(job),
    email,
    tone: tones[state],
    state: words[state],
    tries,
    error: error ?? '',
    when: recentTime(job.failedAt ?? job.runAt, timeZone, now),
    isRunning: state === 'running',
  }
}

export type ShownJob = ReturnType<typeof shownJob>
