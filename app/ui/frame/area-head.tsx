import { Fragment, type ReactNode } from 'react'

export type Crumb = { to: string; label: string }
export type Tab = { to: string; label: string; isHere: boolean; count?: number | undefined }

type Props = {
  /** The places that this one lies in, the outermost first. */
  crumbs?: Crumb[] | undefined
  /** The name of this place at the end of the path, if it is not the title. */
  here?: string
  /** A picture of the thing, before its name. */
  picture?: ReactNode
  /** The thing that the area is about, the same on each of its tabs. */
  title: string
  /** A line of facts under the title. */
  facts?: ReactNode
  /** What can be done with it, the main action last. */
  actions?: ReactNode
  tabs?: Tab[] | undefined
  /** What the tabs are about, for screen readers. */
  tabsLabel?: string
}

/** More characters than that are several lines beside the actions. */
const longTitle = 48

/** The head of an area: the path to it, its title, facts, actions and tabs, at the same place on each of its pages. */
export function AreaHead({ crumbs = [], title, here = title, picture, ...more }: Props) {
  const { facts, actions, tabs = [], tabsLabel } = more
  return (
    <>
      {crumbs.length > 0 ? <Crumbs crumbs={crumbs} here={here} /> : null}
      <div className={title.length > longTitle ? 'head head-long' : 'head'}>
        {picture}
        <div className="head-text">
          <h1>{title}</h1>
          {facts ? <div className="small soft row">{facts}</div> : null}
        </div>
        {actions ? <div className="row">{actions}</div> : null}
      </div>
      {tabs.length > 1 ? (
        // Text browsers know no `nav`, and would go on in its line.
        <div>
          <nav className="tabs" aria-label={tabsLabel}>
            {tabs.map(({ to, label, isHere, count }) => (
              <Fragment key={to}>
                <a href={to} aria-current={isHere ? 'page' : undefined}>
                  {label}
                  {count ? <span className="soft"> {count}</span> : null}
                </a>{' '}
              </Fragment>
            ))}
          </nav>
        </div>
      ) : null}
    </>
  )
}

/** How many places above are shown; beyond that the middle is folded. */
const maxShown = 4

function Crumbs({ crumbs, here }: { crumbs: Crumb[]; here: string }) {
  const isFolded = crumbs.length > maxShown
  const folded = isFolded ? crumbs.slice(2, -1) : []
  const shown = isFolded ? [...crumbs.slice(0, 2), crumbs.at(-1)!] : crumbs
  return (
    <nav className="crumbs" aria-label="Path">
      <ol>
        {shown.map(({ to, label }, at) => (
          <Fragment key={to}>
            {isFolded && at === 2 ? <Folded crumbs={folded} /> : null}
            <li className={at === shown.length - 1 ? 'up' : undefined}>
              <a href={to}>{label}</a>
            </li>
          </Fragment>
        ))}
        <li>
          <span aria-current="page">{here}</span>
        </li>
      </ol>
    </nav>
  )
}

function Folded({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <li>
      <details className="menu">
        <summary>
          …<span className="unseen"> {crumbs.length} folders between</span>
        </summary>
        <ul>
          {crumbs.map(({ to, label }) => (
            <li key={to}>
              <a href={to}>{label}</a>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}
