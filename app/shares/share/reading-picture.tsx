import { ChoiceLinks, type ChoiceLink } from '#app/ui/forms/choice-links.tsx'
import { Legend } from '#app/ui/charts/legend.tsx'
import { Strip, type StripPart } from '#app/ui/charts/strip.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'

/** A page for one reader; null if they were not shown it. */
export type PictureCell = { step: number; isEstimated: boolean; figure: string; words: string } | null
type Bar = { measured: number; estimated: number; figure: string; words: string } | null

export type ReadingPicture = {
  pages: { page: number; to: string }[]
  /** The same pages, each with its picture. */
  strip: StripPart[]
  /** A few columns have a fixed size; where there are too many for figures, they show colour alone. */
  isNarrow: boolean
  isWide: boolean
  all: Bar[]
  readers: { who: string; to: string | null; cells: PictureCell[] | null }[]
  /** How many readers are only counted in the row of all. */
  more: number
  /** How many read it, for how long in all, and how much of that is estimated. */
  totals: string
  isEstimated: boolean
  /** The ways to choose the columns, if not all pages fit. */
  views: ChoiceLink[]
  where: string
  previous: string | null
  next: string | null
}

/** Who read which page for how long. Measured is solid with its seconds, estimated is hatched and has no figure. */
export function ReadingTable({ picture, title }: { picture: ReadingPicture; title: string }) {
  const { pages, all, readers, more, isNarrow, isWide, isEstimated } = picture
  const size = isNarrow ? 'reading few' : isWide ? 'reading many' : 'reading'
  return (
    <section className="card section" aria-labelledby="pages">
      <header>
        <h2 id="pages">{title}</h2>{' '}
        <span className="small soft">
          Seconds, or minutes:seconds, per reader and page · {picture.totals}
        </span>
      </header>
      {picture.views.length > 0 ? (
        <div className="section">
          <ChoiceLinks label="Pages shown" choices={picture.views} />
        </div>
      ) : null}
      <Strip label="Pages, how long they were read, and by how many" parts={picture.strip} />
      <table className={size}>
        <thead>
          <tr>
            <th scope="col" className="corner">
              <span className="unseen">Page</span>
            </th>
            {pages.map(({ page, to }) => (
              <th scope="col" key={page}>
                <a href={to} aria-label={`Page ${page}`}>
                  <span>{page}</span>
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="bars-row">
            <th scope="row">All readers</th>
            {all.map((bar, at) => (
              <td key={at} title={bar?.words}>
                {bar ? <BarOf bar={bar} /> : null}
              </td>
            ))}
          </tr>
          {readers.map(({ who, to, cells }) => (
            <tr key={who}>
              <th scope="row" title={who}>
                {to ? (
                  <a className="plain" href={to}>
                    {who}
                  </a>
                ) : (
                  who
                )}
              </th>
              {cells ? (
                cells.map((cell, at) => <CellOf key={at} cell={cell} />)
              ) : (
                <td colSpan={pages.length} className="soft">
                  Counted in “All readers” only
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? (
        <p className="small soft">
          The {readers.length} latest readers; {more} more {more === 1 ? 'is' : 'are'} counted in “All
          readers”.
        </p>
      ) : null}
      <Pager label="Pages of the file" {...picture} />
      <Legend keys={isEstimated ? [...keys, estimated] : keys} />
    </section>
  )
}

function CellOf({ cell }: { cell: PictureCell }) {
  if (!cell) return <td className="q0" aria-label="not read" />
  const { step, isEstimated, figure, words } = cell
  return (
    <td className={isEstimated ? `q${step} est` : `q${step}`} title={words}>
      {isEstimated ? <span className="unseen">{words}</span> : <span>{figure}</span>}
    </td>
  )
}

function BarOf({ bar: { measured, estimated, figure, words } }: { bar: NonNullable<Bar> }) {
  return (
    <>
      <svg viewBox="0 0 20 48" preserveAspectRatio="none" aria-hidden="true">
        <rect y={48 - measured} width="20" height={measured} />
        <rect
          y={48 - measured - estimated}
          width="20"
          height={estimated}
          fill="url(#hatch)"
          className="hatched"
        />
      </svg>
      {figure ? <span>{figure}</span> : <span className="unseen">{words}</span>}
    </>
  )
}

const keys = ['under 10 s', '10–20 s', '20–40 s', '40–70 s', '70 s and more'].map((words, at) => ({
  key: <i className={`key q${at + 1}`} />,
  words,
}))
const estimated = {
  key: <i className="key q3 est" />,
  words: 'Estimated: the page was requested, the time was not measured',
}
