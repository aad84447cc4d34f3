/** One right that can be chosen: for whom on what, what is chosen, and what is in force for which reason. */
export type ShownCell = {
  label: string
  was: string
  options: { value: string; label: string }[]
  right: string
  source: string
}

/** The list to choose a right from. */
export function RightChoice({ cell, chosen }: { cell: ShownCell; chosen: string | undefined }) {
  return (
    <select
      name="cell"
      className="right-choice"
      defaultValue={chosen ?? cell.was}
      aria-label={`Right of ${cell.label}`}
    >
      {cell.options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
