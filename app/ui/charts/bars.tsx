import type { FigureTable } from './figure.tsx'

/** Columns by day, stacked: each part begins at `y` in a box 10 by 100 and has the colour of its series. */
export type BarsShown = {
  columns: { name: string; words: string; parts: { series: number; y: number; height: number }[] }[]
  /** So many columns that only one in seven has its name. */
  isMany: boolean
  table: FigureTable
}

/** A column for each day; its words are for readers of the screen, and shown on pointing at it. */
export function Bars({ bars: { columns, isMany } }: { bars: BarsShown }) {
  if (columns.every(({ parts }) => parts.length === 0)) return <p className="soft">None in this period.</p>
  return (
    <ol className={isMany ? 'days many-days' : 'days'}>
      {columns.map(({ name, words, parts }) => (
        <li key={words} title={words}>
          <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
            {parts.map(({ series, y, height }) => (
              <rect key={series} className={`bar-${series}`} y={y} width="10" height={height} />
            ))}
          </svg>
          <span className="unseen">{words} </span>
          <span className="day-name" aria-hidden="true">
            {name}
          </span>
        </li>
      ))}
    </ol>
  )
}
