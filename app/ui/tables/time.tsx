import type { ShownTime } from '#server/rules/text/format.ts'

/** A moment as a page shows it, with UTC on request. */
export function Time({ text, title, iso }: ShownTime) {
  return (
    <time dateTime={iso} title={title}>
      {text}
    </time>
  )
}
