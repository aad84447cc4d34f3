import type { KeptJob } from '#server/operations/console/kept-jobs.ts'
import { recentTime } from '#server/rules/text/format.ts'
import type { Tone } from '#app/ui/badge.tsx'

/** What the kinds of jobs are called that people may know; the others by the names they have in the metrics. */
const labels: Record<string, string> = {
  mail: 'Email',
  render: 'Prepare a file’s pages',
  verify: 'Integrity check',
  invitations: 'Invitations',
  'sending-letters': 'Emails about a share',
  'door-code': 'Verification code',
  'account-letter': 'Email about an account',
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
