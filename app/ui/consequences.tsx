/** What will happen, in sentences. */
export function Consequences({ title = 'What will happen', lines }: { title?: string; lines: string[] }) {
  return (
    <section className="stack">
      <h2>{title}</h2>
      <ul className="bullets">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
