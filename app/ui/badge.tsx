import type { SecurityLabel } from '#server/rules/sharing/security.ts'

export type Tone = 'good' | 'warn' | 'bad' | 'soft' | 'brass'

/** A status: always a word, never colour alone. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`badge badge-${tone}`}>{children}</span>
}

const securityTones: Record<SecurityLabel['level'], Tone> = { HIGH: 'brass', MED: 'warn', LOW: 'soft' }

type SecurityProps = { level: SecurityLabel['level']; note?: SecurityLabel['note']; words?: string }

/** How well something is protected, with what the level alone does not say. */
export function SecurityBadge({ level, note = null, words = level }: SecurityProps) {
  const badge = <Badge tone={securityTones[level]}>{words}</Badge>
  if (note === null) return badge
  return (
    <>
      {badge} <span className="small soft">{note}</span>
    </>
  )
}
