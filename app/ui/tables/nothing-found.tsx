type Props = { words: string; all: { to: string; label: string } }

/** Instead of a list that was filtered until nothing is left. */
export function NothingFound({ words, all }: Props) {
  return (
    <div className="card empty stack">
      <h2>{words}</h2>
      <p>
        <a className="btn" href={all.to}>
          {all.label}
        </a>
      </p>
    </div>
  )
}
