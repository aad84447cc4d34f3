/** One permission to select: for whom on what, what is selected, and what applies for which reason. */
export type ShownCell = {
  label: string
  was: string
  options: { value: string; label: string }[]
  right: string
  source: string
}

/** The list to select a permission from. */
export function RightChoice({ cell, chosen }: { cell: ShownCell; chosen: string | undefined }) {
  return (
    <select
      name="cell"
      className="right-choice"
      defaultValue={chosen ?? cell.was}
      aria-label={`Permission of ${cell.label}`}
    >
      {cell.options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
