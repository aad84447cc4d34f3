type StorageBarProps = {
  words: string
  hint: string
  /** From 0 to 1; null without a limit. */
  part: number | null
  tone: 'good' | 'warn' | 'bad'
}

const width = 400
const height = 12

/** How full the storage is: a picture, with the numbers in words under it. */
export function StorageBar({ words, hint, part, tone }: StorageBarProps) {
  return (
    <figure className="storage">
      {part === null ? null : (
        <svg
          className={tone === 'good' ? 'meter' : `meter meter-${tone}`}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {part > 0 ? <rect width={Math.max(2, part * width)} height={height} /> : null}
        </svg>
      )}
      <figcaption>
        <strong className="figures">{words}</strong> <span className="soft">{hint}</span>
      </figcaption>
    </figure>
  )
}
