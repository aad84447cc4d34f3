import type { FigureTable } from './figure.tsx'

/** A series of numbers by day, ready to draw: `line` and `area` are paths in a box `width` by 100. */
export type CurveShown = {
  width: number
  line: string
  area: string
  /** What is at the upper edge. */
  top: string
  /** The first day, one in the middle, and the last. */
  days: string[]
  /** What it shows, and what it tells, in a sentence each. */
  title: string
  words: string
  table: FigureTable
}

/** Days from left to right, stretched to the width of its place; the words beside it are not. */
export function Curve({ id, curve }: { id: string; curve: CurveShown }) {
  const { width, line, area, top, days, title, words } = curve
  return (
    <div className="curve">
      <div className="curve-high" aria-hidden="true">
        <span>{top}</span> <span>0</span>
      </div>
      <svg
        viewBox={`0 0 ${width} 100`}
        preserveAspectRatio="none"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no other element draws
        role="img"
        aria-labelledby={`${id}-title ${id}-words`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-words`}>{words}</desc>
        <path className="grid" d={`M0 50H${width}`} />
        <path className="area" d={area} />
        <path className="stroke" d={line} />
      </svg>
      <div className="curve-days" aria-hidden="true">
        {days.map((day) => (
          <span key={day}>{day} </span>
        ))}
      </div>
    </div>
  )
}
