import { addressOf, pageIn, type Place } from './place.ts'
import type { Zoom } from './zoom.ts'

/** What an entry of the browser's history stores, so that a reload returns to the very place. */
type SavedPlace = { place: Place; shown: number; zoom: Zoom }

const quietFor = 300

/** Keeps the address at the page being read. */
export class ReadingHistory {
  #timer = 0

  /** What was stored before this page was reloaded; else the page that its address requests; null for neither. */
  wanted(): { place: Place; zoom: Zoom } | null {
    const kept = (history.state as { viewer?: SavedPlace } | null)?.viewer
    const page = pageIn(new URL(location.href))
    if (kept && kept.shown === (page ?? 1)) return kept
    return page === null ? null : { place: { page, at: 0 }, zoom: 'auto' }
  }

  /** Browsers allow few changes a minute, so only where one stays is kept. */
  note(kept: SavedPlace): void {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#keep(kept), quietFor)
  }

  #keep(kept: SavedPlace): void {
    const page = kept.shown
    history.replaceState({ viewer: kept }, '', addressOf(page, new URL(location.href)))
    // When its time is over the page is requested again, at the place being read.
    const renewal = document.querySelector<HTMLElement>('[data-then]')
    if (!renewal) return
    const next = new URL(renewal.dataset['then']!, location.href)
    next.searchParams.set('page', String(page))
    renewal.setAttribute('data-then', next.pathname + next.search)
  }
}
