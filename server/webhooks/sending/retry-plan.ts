const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]

/** Before the second, third … attempt to deliver a message: a day in all. */
const waits = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  6 * hour,
  10 * hour,
]

/** How many attempts a message has. */
export const maxTries = waits.length + 1

/** When a message is tried again after so many attempts; null if it is given up. */
export function nextTry(tries: number, now: number): number | null {
  const wait = waits[tries - 1]
  return wait === undefined ? null : now + wait
}

/** How long a receiver that failed so often in a row is left alone: it is asked every hour at least. */
export function pauseAfter(failures: number): number {
  return waits[Math.min(failures - 1, waits.indexOf(hour))]!
}

/** A receiver that has failed for so long is not asked any more. */
export const failsFor = 5 * day
