type Route = { handle?: unknown; data?: unknown }

/** Whether a page waits for something in progress, and so checks again. */
export function isWaitingPage(routes: Route[]): boolean {
  return routes.some(({ data }) => (data as { isWaiting?: boolean } | null | undefined)?.isWaiting)
}

/** Whether a page loads script: its route says `handle.hydrate`, or it waits for something. */
export function shipsScript(routes: Route[]): boolean {
  return (
    isWaitingPage(routes) ||
    routes.some(({ handle }) => (handle as { hydrate?: boolean } | undefined)?.hydrate === true)
  )
}

/** Whether a page needs more of the style sheets than those at the door: its route or layout says `handle.sheet`. */
export function hasWholeSheet(routes: Route[]): boolean {
  return routes.some(({ handle }) => (handle as { sheet?: 'whole' } | undefined)?.sheet === 'whole')
}
