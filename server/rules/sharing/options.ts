/** What a sender can select for a share. */
export type Visibility = 'people' | 'passkey' | 'public'
export type WatermarkSize = 'small' | 'medium' | 'large'
export type WatermarkColour = 'grey' | 'red' | 'blue'
/** `text`: the sender's own text, drawn beside who reads and when; may be empty. */
export type Watermark = { size: WatermarkSize; colour: WatermarkColour; text: string }
/** Which text has to be accepted first: none, that of the sender's team, or the sender's own. */
export type TermsMode = 'off' | 'team' | 'custom'

export type Protections = {
  visibility: Visibility
  mayDownload: boolean
  mayPrint: boolean
  /** If printing is allowed: -1 without limit, otherwise the number of copies, up to 9999. */
  printCount: number
  watermark: Watermark | null
  /** Whether pages are shown in the browser; otherwise the file can only be downloaded. */
  isWebView: boolean
  /** Whether readers get the text of the pages: for screen readers and for search. Text can be copied. */
  mayReadText: boolean
  /** Whether people can forward the file to others without asking. */
  mayForward: boolean
  /** Whether readers give their name before they open the file. */
  asksName: boolean
  terms: TermsMode
  /** -1 none, 0 a fixed date, more than 0 seconds after the first opening. */
  destructSeconds: number
  /** Epoch milliseconds; set when destructSeconds is 0. */
  expiresAt: number | null
}

/** The defaults for what a sender leaves open. */
export const standardProtections: Protections = {
  visibility: 'people',
  mayDownload: false,
  mayPrint: false,
  printCount: -1,
  watermark: null,
  isWebView: true,
  mayReadText: false,
  mayForward: false,
  asksName: false,
  terms: 'off',
  destructSeconds: -1,
  expiresAt: null,
}

/** The defaults of the forms, and of calls that do not say otherwise. */
export const standardWatermark: Watermark = { size: 'small', colour: 'grey', text: '' }

/** Most print copies that can be allowed. */
export const maxPrints = 9999

/** A choice in words, with what it means for the file. */
export type Choice<Value extends string> = { value: Value; label: string; hint: string }

export const visibilityChoices: Choice<Visibility>[] = [
  {
    value: 'people',
    label: 'Only people I specify',
    hint: 'Each confirms their address with a code we email them. Security HIGH.',
  },
  {
    value: 'passkey',
    label: 'Anyone with the passkey',
    hint: 'The file is encrypted with a passkey: a password for this file, which you tell people yourself. They enter an address, which isn’t verified. Security HIGH, identity not verified.',
  },
  {
    value: 'public',
    label: 'Anyone with the link',
    hint: 'Anyone who gets the link can open the file, without saying who they are. Security LOW.',
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

/** Longest custom text in a watermark, in characters. */
export const maxWatermarkTextLength = 60
/** Longest message a sender can add, in characters. */
export const maxMessageLength = 2000
/** Longest title and text of a note, in characters. */
export const maxNoteTitleLength = 100
export const maxNoteLength = 20_000
/** Longest name of a preset, in characters, and how many a person can have. */
export const maxPresetNameLength = 60
export const maxPresets = 50
/** Files that can be shared at once. */
export const maxFilesPerForm = 20
/** Files that a form can add to a room, if each was uploaded separately before; and folders in one request. */
export const maxFilesInFolders = 200
/** Files and folders that can be dropped together. */
export const maxDropped = 20_000
/** Longest comment, in characters. */
export const maxCommentLength = 2000
/** Pages on one screen of the viewer. */
export const pagesOnScreen = { desktop: 25, mobile: 10 } as const
/** Thumbnails on one screen. */
export const thumbnailsOnScreen = 100
/** Pages in one part of a print copy. */
export const pagesInPrintPart = 100
/** Widths in pixels at which a page image can be requested. */
export const pageWidths = [200, 600, 800, 1200, 1600, 2400] as const
export type PageWidth = (typeof pageWidths)[number]
/** Widths of a thumbnail, of a page for slow lines, and of a page in the viewer. */
export const thumbnailWidth: PageWidth = 200
export const slowLineWidth: PageWidth = 600
export const screenWidths: readonly PageWidth[] = [800, 1200, 1600]
/** Of the picture beside a name in a list: sharp on fine screens, too small to read. No one can ask for it by width. */
export const listedWidth = 112
export type DrawnWidth = PageWidth | typeof listedWidth
/** Rows of a list on one screen. */
export const rowsOnScreen = 200
