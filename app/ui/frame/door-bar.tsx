/** A team's logo: its address, and how large it is shown. */
export type ShownLogo = { src: string; width: number; height: number }

/** Whose door this is: the sender's company, a style sheet with its colours if it has any, and its logo. */
export type DoorBar = { company: string; styles: string | null; logo: ShownLogo | null }

type Route = { data?: unknown }

/** What the page in a door says of the bar over it; null for the product's own. */
export function doorBarOf(routes: Route[]): DoorBar | null {
  for (const { data } of routes) {
    const bar = (data as { door?: DoorBar | null } | null | undefined)?.door
    if (bar) return bar
  }
  return null
}

export function CompanyBar({ company, styles, logo }: DoorBar) {
  return (
    <header className="door-bar">
      {styles ? <link rel="stylesheet" href={styles} /> : null}
      <CompanyName company={company} logo={logo} />
    </header>
  )
}

/** A company's logo, and its name beside it: many logos mean nothing to people who do not know them. */
export function CompanyName({ company, logo }: Pick<DoorBar, 'company' | 'logo'>) {
  return (
    <p className="company">
      {logo ? <img {...logo} alt="" /> : null}
      {company}
    </p>
  )
}
