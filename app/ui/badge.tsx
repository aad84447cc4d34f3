export type Tone = 'good' | 'warn' | 'bad' | 'soft' | 'brass'

/** A status: always a word, never colour alone. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`badge badge-${tone}`}>{children}</span>
}
