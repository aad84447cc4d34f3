import { BatchMemory } from './batch-memory.ts'
import type { Gathered, Left } from './dropped-tree.ts'
import { RoomBatch } from './room-batch.ts'
import { Transfers, type Place } from './transfers.ts'

export type SendingState = Readonly<{
  isRunning: boolean
  left: readonly Left[]
  refusal: string
  /** Where the outcome is, once everything that could be added is there. */
  to: string | null
}>

/** Files and folders on their way into a folder of a room, which are added to it as they arrive. */
export class RoomSending {
  readonly place: Place
  readonly transfers: Transfers
  readonly #batch: RoomBatch
  readonly #listeners = new Set<() => void>()
  #state: SendingState = { isRunning: false, left: [], refusal: '', to: null }
  #hasFolders = false
  /** What was brought and is not among the transfers yet: its folders come first. */
  readonly #brought: Pick<Gathered, 'files' | 'folders'>[] = []

  constructor(place: Place, token: string) {
    this.place = place
    this.transfers = new Transfers({ token, place })
    this.#batch = new RoomBatch({ place, token, transfers: this.transfers, memory: new BatchMemory(place) })
    this.transfers.subscribe(() => {
      // One that failed is tried again.
      if (this.transfers.isBusy) void this.#run()
    })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly state = (): SendingState => this.#state

  /** Whether leaving the page would lose something. */
  get isBusy(): boolean {
    return this.#state.isRunning || this.transfers.isBusy
  }

  /** Whether something is in the room now that was brought, also if no file is. */
  get hasAdded(): boolean {
    return this.#hasFolders || this.transfers.released.length > 0
  }

  add({ files, folders, left }: Pick<Gathered, 'files' | 'folders' | 'left'>): void {
    this.#brought.push({ files, folders })
    this.#say({ left: [...this.#state.left, ...left], to: null })
    void this.#run()
  }

  /** Tries again what the server refused. */
  goOn(): void {
    void this.#run()
  }

  async #run(): Promise<void> {
    if (this.#state.isRunning) return
    this.#say({ isRunning: true, refusal: '' })
    try {
      do {
        await this.#takeBrought()
        await this.#batch.follow()
      } while (this.#brought.length > 0 || this.transfers.isBusy)
      if (this.transfers.items().length === 0) this.#batch.forget()
      this.#say({ isRunning: false, to: this.#batch.to })
    } catch (error) {
      this.#say({ isRunning: false, refusal: error instanceof Error ? error.message : String(error) })
    }
  }

  async #takeBrought(): Promise<void> {
    await this.#batch.goOn()
    for (let next = this.#brought[0]; next; next = this.#brought[0]) {
      const notMade = await this.#batch.make(next.folders)
      this.#brought.shift()
      this.#hasFolders ||= notMade.length < next.folders.length
      this.#say({ left: [...this.#state.left, ...notMade] })
      const { there = [], missing = [] } = Object.groupBy(next.files, (file) =>
        this.#batch.hadAdded(file) ? 'there' : 'missing',
      )
      this.transfers.pass(there)
      this.transfers.add(missing)
    }
  }

  #say(change: Partial<SendingState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
