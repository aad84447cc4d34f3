/** Works on the given number of items at once; it uses memory only for those. The first failure ends it and is thrown. */
export async function inParallel<T>(
  items: AsyncIterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  let hasFailed = false
  async function go(): Promise<void> {
    try {
      for (let next = await iterator.next(); !next.done && !hasFailed; next = await iterator.next())
        await work(next.value)
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  const settled = await Promise.allSettled(Array.from({ length: concurrency }, go))
  if (hasFailed) await iterator.return?.()
  for (const result of settled) if (result.status === 'rejected') throw result.reason
}
