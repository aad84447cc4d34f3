import { Badge, type Tone } from '#app/ui/badge.tsx'

/** When something ends: plain, or as a badge where it is out of the ordinary. */
export function EndBadge({ words, tone }: { words: string; tone: Tone | null }) {
  return tone ? <Badge tone={tone}>{words}</Badge> : <span className="soft nowrap">{words}</span>
}
