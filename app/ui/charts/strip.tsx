/** One thing of a strip: its picture, its name, and under them lines such as "48 s" and "3 readers". */
export type StripPart = {
  key: string
  name: string
  to: string | null
  thumbnail: string | null
  /** How much, in steps from 0 (nothing) to 5; hatched where it is not measured. */
  step: number
  isHatched: boolean
  lines: string[]
  /** The same in words. */
  words: string
}

/** Things in their order, from left to right: pages of a file, files of a folder. */
export function Strip({ label, parts }: { label: string; parts: StripPart[] }) {
  return (
    <ol className="film" aria-label={label}>
      {parts.map(({ key, name, to, thumbnail, step, isHatched, lines, words }) => (
        <li key={key} title={words}>
          {to ? (
            <a href={to}>
              <Picture thumbnail={thumbnail} />
              <b>{name}</b>
            </a>
          ) : (
            <>
              <Picture thumbnail={thumbnail} />
              <b>{name}</b>
            </>
          )}
          <span className={isHatched ? `heat q${step} est` : `heat q${step}`} />
          {lines.map((line) => (
            <div key={line}>{line} </div>
          ))}
        </li>
      ))}
    </ol>
  )
}

function Picture({ thumbnail }: Pick<StripPart, 'thumbnail'>) {
  if (!thumbnail) return null
  return <img className="thumb" src={thumbnail} width={200} height={260} alt="" loading="lazy" />
}
