import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Runs a transaction's work so that `refuseInsideTransaction` can see it. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const mark = { isOpen: true }
  try {
    return await current.run(mark, work)
  } finally {
    mark.isOpen = false
  }
}

/** With one writer, a write beside the transaction that waits for it would wait forever: say so instead. */
export function refuseInsideTransaction(): void {
  if (current.getStore()?.isOpen) {
    throw new Error(
      'A write outside the open transaction would wait for itself: use the transaction (tx) here',
    )
  }
}
