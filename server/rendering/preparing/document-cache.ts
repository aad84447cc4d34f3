import type { OpenDocument } from '#server/rendering/open-document.ts'

const CAPACITY = 2
const IDLE_MS = 30_000

/** The documents a worker keeps open: the last two, closed after half a minute without a request. */
export class DocumentCache {
  private readonly documents = new Map<string, { document: OpenDocument; timer: NodeJS.Timeout }>()
  private readonly onIdle: () => void

  constructor(onIdle: () => void) {
    this.onIdle = onIdle
  }

  get keys(): string[] {
    return [...this.documents.keys()]
  }

  /** The document if it is open; it then counts as the most recently used. */
  find(key: string): OpenDocument | null {
    const held = this.documents.get(key)
    if (!held) return null
    this.documents.delete(key)
    this.documents.set(key, held)
    held.timer.refresh()
    return held.document
  }

  /** Closes what must be closed before another document is opened, so that both never fill the heap together. */
  makeRoom(): void {
    for (const key of this.documents.keys()) {
      if (this.documents.size < CAPACITY) return
      this.close(key)
    }
  }

  add(key: string, document: OpenDocument): void {
    const timer = setTimeout(() => {
      this.close(key)
      this.onIdle()
    }, IDLE_MS)
    this.documents.set(key, { document, timer })
  }

  private close(key: string): void {
    const held = this.documents.get(key)
    if (!held) return
    clearTimeout(held.timer)
    this.documents.delete(key)
    held.document.close()
  }
}
