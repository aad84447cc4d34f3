import type { SecurityLabel } from '#server/rules/security.ts'

export type Tone = 'good' | 'warn' | 'bad' | 'soft' | 'brass'

/** A status: always a word, never colour alone. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`badge badge-${tone}`}>{children}</span>
}

const securityTones: Record<SecurityLabel['level'], Tone> = { HIGH: 'brass', MED: 'warn', LOW: 'soft' }

/** How well something is protected. */
export function SecurityBadge({ level, words = level }: { level: SecurityLabel['level']; words?: string }) {
  return <Badge tone={securityTones[level]}>{words}</Badge>
}
