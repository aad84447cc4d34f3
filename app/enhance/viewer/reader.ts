import type { ViewerScriptFacts } from './facts.ts'
import { Line } from './places/line.ts'
import { Heartbeat, type HeartbeatAnswer } from './times/heartbeat.ts'
import { ReadingClock } from './times/reading-clock.ts'
import { UnsentReading } from './times/unsent-reading.ts'

type ReaderEvents = {
  /** The server has said that all is well; `isBack` where it could not be reached before. */
  good(answer: HeartbeatAnswer, isBack: boolean): void
  /** The server does not answer; `isLost` once this has lasted so long that pages must be hidden. */
  away(isLost: boolean): void
  closed(text: string): void
}

const looksEach = 5_000
const activities = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll']

/**
 * The reader in front of the document: measures what is read, sends it with the heartbeat, and learns whether reading
 * may continue.
 */
export class Reader {
  readonly #events: ReaderEvents
  readonly #clock: ReadingClock
  readonly #line = new Line(now())
  readonly #heartbeat: Heartbeat | null
  #looks = 0
  #wasAway = false

  constructor({ heartbeat, token }: Pick<ViewerScriptFacts, 'heartbeat' | 'token'>, events: ReaderEvents) {
    const unsent = new UnsentReading()
    this.#events = events
    this.#clock = new ReadingClock(now(), (page, milliseconds) => unsent.add(page, milliseconds), {
      isVisible: document.visibilityState === 'visible',
    })
    this.#heartbeat =
      heartbeat === null
        ? null
        : new Heartbeat(heartbeat, token, unsent, {
            good: (answer) => this.#heard(answer),
            failed: () => this.#failed(),
            closed: (text) => this.#end(text),
          })
  }

  start(): void {
    for (const activity of activities) {
      addEventListener(activity, () => this.#clock.noteActivity(now()), { passive: true, capture: true })
    }
    document.addEventListener('visibilitychange', () => this.#turned())
    addEventListener('pagehide', () => this.#leave())
    addEventListener('pageshow', ({ persisted }) => persisted && this.ask())
    addEventListener('online', () => this.ask())
    addEventListener('offline', () => this.#failed())
    this.#heartbeat?.start()
    this.#looks = window.setInterval(() => this.#look(), looksEach)
  }

  /** The pages that show most now. */
  show(pages: number[]): void {
    this.#clock.show(pages, now())
  }

  /** Checks immediately whether the file can still be viewed: an expected response did not come. */
  ask(): void {
    this.#clock.settle(now())
    void this.#heartbeat?.beat()
  }

  #turned(): void {
    const isVisible = document.visibilityState === 'visible'
    this.#clock.noteVisible(isVisible, now())
    if (!isVisible) return this.#leave()
    this.#look()
    this.ask()
  }

  #leave(): void {
    this.#clock.settle(now())
    this.#heartbeat?.leave()
  }

  /** A computer that slept had no timers: what is too old is hidden before anything is requested. */
  #look(): void {
    this.#clock.settle(now())
    if (this.#heartbeat && this.#line.isLost(now())) this.#failed()
    if (this.#wasAway && navigator.onLine) this.ask()
  }

  #heard(answer: HeartbeatAnswer): void {
    const isBack = this.#wasAway
    this.#line.good(now())
    this.#wasAway = false
    this.#events.good(answer, isBack)
  }

  #failed(): void {
    this.#wasAway = true
    this.#events.away(this.#line.isLost(now()))
  }

  #end(text: string): void {
    clearInterval(this.#looks)
    this.#heartbeat?.stop()
    this.#events.closed(text)
  }
}

/**
 * Goes on while the computer sleeps; where someone sets it, one interval is wrong, and the server leaves that
 * out.
 */
function now(): number {
  return Date.now()
}
