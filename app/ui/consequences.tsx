/** What will happen, in sentences; under a heading of its own where none above asks for it. */
export function Consequences({ title, lines }: { title?: string; lines: string[] }) {
  return (
    <section className="stack">
      {title ? <h2>{title}</h2> : null}
      <ul className="bullets">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
