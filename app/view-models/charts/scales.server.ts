import { scaleLinear, scaleThreshold } from 'd3-scale'

/** The height of a picture in its own units; it is stretched to its place. */
export const high = 100

/** Amounts from 0 to `max` as heights from the lower edge, in units of the picture, to a hundredth. */
export function heights(max: number, height = high): (amount: number) => number {
  const scale = scaleLinear([0, Math.max(max, 1)], [0, height]).clamp(true)
  return (amount) => Math.round(scale(amount) * 100) / 100
}

/** The five steps of colour for seconds of reading. */
const secondSteps = scaleThreshold<number, number>([10, 20, 40, 70], [1, 2, 3, 4, 5])
export const stepOfSeconds = (seconds: number): number => secondSteps(seconds)

/** What the steps mean, from the first. */
export const stepKeys = ['under 10 s', '10–20 s', '20–40 s', '40–70 s', '70 s and more'].map((words, at) => ({
  look: `q${at + 1}`,
  words,
}))

/** The five steps of colour for any amount of which `max` is the largest; 0 for none. */
export function stepOfAmount(max: number): (amount: number) => number {
  const step = scaleThreshold<number, number>(
    [0.2, 0.4, 0.6, 0.8].map((part) => part * Math.max(max, 1)),
    [1, 2, 3, 4, 5],
  )
  return (amount) => (amount > 0 ? step(amount) : 0)
}
