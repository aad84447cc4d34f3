/** The last row of the screen before: when (epoch ms), or how much, and its guid. */
export type After = { at: number; guid: string }
