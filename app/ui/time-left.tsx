// The address of the script as a file of its own, which is not what it exports.
// oxlint-disable-next-line import/default
import countdown from '#app/enhance/countdown-alone.ts?worker&url'

export type TimeLeft = {
  /** "9 minutes", as of when the page was sent. */
  words: string
  /** "10:53 UTC", which stays true while the page is open. */
  until: string
  seconds: number
  /** When the page checks again, in seconds, and where; null if it ends too late for a page to stay open. */
  renewal: { after: number; to: string } | null
}

type TimeLeftProps = { left: TimeLeft; before?: string; after?: string }

/**
 * The time that a reader has left, within text. With script it counts down, and the page reloads itself at the end;
 * without, the document does (root.tsx).
 */
export function TimeLeftShown({ left, before = '', after = '' }: TimeLeftProps) {
  const { words, until, seconds, renewal } = left
  if (!renewal) return <span>{before + words + after}</span>
  return (
    <>
      <span>
        {before}
        <span data-seconds-left={seconds} data-then={renewal.to}>
          {words}
        </span>
        {`${after}, until ${until}`}
      </span>
      <script type="module" src={countdown} />
    </>
  )
}

/** How a page reloads itself if no script runs: derived from the data of all its parts. */
export function renewalOf(routes: { data?: unknown }[]): TimeLeft['renewal'] {
  for (const { data } of routes) {
    const left = timeLeftIn(data)
    if (left?.renewal) return left.renewal
  }
  return null
}

/** Pages show it beside their content; a viewer shows it in its bar. */
function timeLeftIn(data: unknown): TimeLeft | null {
  const { timeLeft, file } = (data ?? {}) as Timed & { file?: Timed | null }
  return timeLeft ?? (typeof file === 'object' ? file?.timeLeft : null) ?? null
}

type Timed = { timeLeft?: TimeLeft | null }
