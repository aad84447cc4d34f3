/** What a sender may choose for a share (specification 2, sections 1 and 5). */
export type Visibility = 'people' | 'public'
export type WatermarkSize = 'small' | 'medium' | 'large'
export type WatermarkColour = 'grey' | 'red' | 'blue'
export type Watermark = { size: WatermarkSize; colour: WatermarkColour }

export type Protections = {
  visibility: Visibility
  mayDownload: boolean
  mayPrint: boolean
  watermark: Watermark | null
  /** Specification 2 section 3: -1 none, 0 a fixed date, more than 0 seconds after the first opening. */
  destructSeconds: number
  /** Epoch milliseconds; set when destructSeconds is 0. */
  expiresAt: number | null
}

/** A choice in words, with what it means for the file. */
export type Choice<Value extends string> = { value: Value; label: string; hint: string }

export const visibilityChoices: Choice<Visibility>[] = [
  {
    value: 'people',
    label: 'Only people I specify',
    hint: 'Each must confirm the address with a code sent by mail. Security HIGH.',
  },
  {
    value: 'public',
    label: 'Anyone with the link',
    hint: 'Whoever gets the link can open the file. Nobody has to say who they are. Security LOW.',
  },
]

export const watermarkSizes: Choice<WatermarkSize>[] = [
  { value: 'small', label: 'Small', hint: 'Repeated all over the page' },
  { value: 'medium', label: 'Medium', hint: 'Repeated a few times' },
  { value: 'large', label: 'Large', hint: 'Once, across the page' },
]

export const watermarkColours: Choice<WatermarkColour>[] = [
  { value: 'grey', label: 'Grey', hint: '' },
  { value: 'red', label: 'Red', hint: '' },
  { value: 'blue', label: 'Blue', hint: '' },
]

/** Longest message a sender may add, in characters. */
export const longestMessage = 2000
/** Pages on one screen of the viewer (specification 1, section 9). */
export const pagesOnScreen = { desktop: 25, mobile: 10 } as const
/** Pages in one part of a print copy. */
export const pagesInPrintPart = 100
/** Widths in pixels at which a page image may be asked for. */
export const pageWidths = [800, 1200, 1600] as const
export type PageWidth = (typeof pageWidths)[number]
/** Rows of a list on one screen. */
export const rowsOnScreen = 200
