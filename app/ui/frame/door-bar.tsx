/** Whose door this is: the sender's company, and a style sheet with its colours if it has any. */
export type DoorBar = { company: string; styles: string | null }

type Route = { data?: unknown }

/** What the page in a door says of the bar over it; null for the product's own. */
export function doorBarOf(routes: Route[]): DoorBar | null {
  for (const { data } of routes) {
    const bar = (data as { door?: DoorBar | null } | null | undefined)?.door
    if (bar) return bar
  }
  return null
}

export function CompanyBar({ company, styles }: DoorBar) {
  return (
    <header className="door-bar">
      {styles ? <link rel="stylesheet" href={styles} /> : null}
      <p>{company}</p>
    </header>
  )
}
