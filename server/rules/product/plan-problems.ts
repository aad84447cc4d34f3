import type { ProblemEntry } from '#server/rules/problem-entry.ts'

/** What can go wrong with plans, trials and what is asked for them. */
export const planProblems = {
  trialUsed: {
    http: 409,
    code: 20440,
    text: 'This account already had a trial. You can upgrade at any time.',
    title: 'Trial already used',
    scope: 'form',
  },
  trialOfTeam: {
    http: 409,
    code: 20440,
    text: 'You belong to a team, so its plan counts. Ask your team’s owner for an upgrade.',
    title: 'No trial for team members',
    scope: 'form',
  },
  trialNotNeeded: {
    http: 409,
    code: 20440,
    text: 'Your plan already has what the trial offers.',
    title: 'No trial needed',
    scope: 'form',
  },
  planRequested: {
    http: 409,
    code: 20440,
    text: 'Your earlier request is still waiting for a decision. Withdraw it before you send another.',
    title: 'Already requested',
    scope: 'form',
  },
  planDecided: {
    http: 409,
    code: 20440,
    text: 'This request was already decided or withdrawn. Nothing was changed.',
    title: 'Already decided',
    scope: 'form',
  },
} as const satisfies Record<string, ProblemEntry>
