type Props = { words: string; all: { to: string; label: string } }

/** Instead of a list that was filtered until nothing is left. */
export function NothingFound({ words, all }: Props) {
  return (
    <div className="card empty stack">
      <p>{words}</p>
      <p>
        <a href={all.to}>{all.label}</a>
      </p>
    </div>
  )
}
