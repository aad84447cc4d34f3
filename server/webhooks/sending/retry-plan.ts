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

/** When a message is retried after the given number of attempts; null if it is given up. */
export function nextTry(tries: number, now: number): number | null {
  const wait = waits[tries - 1]
  return wait === undefined ? null : now + wait
}

/** How long a receiver is left alone after this many failures in a row: it is tried at least every hour. */
export function pauseAfter(failures: number): number {
  return waits[Math.min(failures - 1, waits.indexOf(hour))]!
}

/** A receiver that has failed for this long is not tried any more. */
export const failsFor = 5 * day
