import { contradictionIn } from '#server/rules/sharing/contradictions.ts'
import { destructSeconds, localDate, readExpiryDate } from '#server/rules/sharing/expiry.ts'
import { personName, personNameMessage } from '#server/rules/accounts/names.ts'
import {
  standardProtections,
  standardWatermark,
  type Protections,
  type Watermark,
} from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { listIn } from './lists.ts'

/** A share's protections as a call gives them. */
export type WireOptions = {
  ShareOptions: string
  DestructSeconds: string
  ExpiryDate: string
  Watermark: string
}

export type ReadOptions = {
  protections: Protections
  /** The name of the one recipient, or nothing. */
  name: string
  /** Fields without a meaning here: stored and ignored. */
  otherOptions: string[]
}

/** Each with what it contradicts. */
const vocabulary = {
  public: 'passkey',
  passkey: 'public',
  forwarding: null,
  webview: null,
  download: 'nodownload',
  nodownload: 'download',
  allowprint: 'noprint',
  noprint: 'allowprint',
  expiry: 'destruct',
  destruct: 'expiry',
} as const

type Word = keyof typeof vocabulary

/**
 * The protections that a call requests; `now` in epoch milliseconds. `mayLock`: the call carries a passkey. For an existing share, `before`, what no word
 * mentions stays as it is. Throws badForm on the field at fault.
 */
export function readOptions(
  wire: WireOptions,
  { timeZone, before, mayLock = false }: { timeZone: string; before?: Protections; mayLock?: boolean },
  now: number,
): ReadOptions {
  const given = listIn(wire.ShareOptions, 'ShareOptions')
  const words = new Set(given.filter((text): text is Word => Object.hasOwn(vocabulary, text)))
  for (const word of words) {
    const opposite = vocabulary[word]
    if (opposite && words.has(opposite))
      throw contradiction(`"${word}" and "${opposite}" can’t be used together.`)
  }
  if (words.has('passkey') && !before && !mayLock)
    throw contradiction('Only POST /v5/sharefile sets a passkey.')
  const protections: Protections = {
    ...(before ?? standardProtections),
    visibility: words.has('public') ? 'public' : words.has('passkey') ? 'passkey' : 'people',
    mayForward: words.has('forwarding'),
    mayDownload: words.has('download'),
    mayPrint: words.has('allowprint'),
    // Pages can only be turned off if download is allowed.
    isWebView: words.has('webview') || !words.has('download'),
    watermark: readWatermark(wire.Watermark, before?.watermark),
    ...endOf(wire, words, { timeZone, before }, now),
  }
  const wrong = contradictionIn(protections)
  if (wrong) throw new Problem('badForm', wrong)
  return { protections, name: nameIn(given), otherOptions: given.filter((text) => !isKnown(text)) }
}

/** The protections as the words of the calls, and what a call had sent besides. */
export function optionsOf(share: Protections, otherOptions: readonly string[] = []): string[] {
  return [
    ...(share.visibility === 'people' ? [] : [share.visibility]),
    ...(share.mayForward ? ['forwarding'] : []),
    ...(share.isWebView ? ['webview'] : []),
    share.mayDownload ? 'download' : 'nodownload',
    share.mayPrint ? 'allowprint' : 'noprint',
    ...(share.destructSeconds === 0 ? ['expiry'] : share.destructSeconds > 0 ? ['destruct'] : []),
    ...otherOptions,
  ]
}

/** What a call says of an existing share: fields it leaves out keep their value. */
export function filledOptions(
  params: Partial<WireOptions>,
  before: Protections,
  others: readonly string[],
): WireOptions {
  const { ExpiryDate = '', DestructSeconds = '', ShareOptions, Watermark } = params
  const isEndSaid = ExpiryDate !== '' || DestructSeconds !== ''
  // A caller who sets a new end does not have to remove the old one.
  const words = optionsOf(before, others).filter((word) => word !== 'expiry' && word !== 'destruct')
  const date = before.expiresAt === null ? '' : new Date(before.expiresAt).toISOString()
  return {
    ShareOptions: ShareOptions ?? JSON.stringify(words),
    DestructSeconds: isEndSaid ? DestructSeconds : String(before.destructSeconds),
    ExpiryDate: ExpiryDate === '' ? date : ExpiryDate,
    Watermark: Watermark ?? watermarkText(before.watermark),
  }
}

/** `off`, or size and colour: `small grey`. */
export function watermarkText(watermark: Watermark | null): string {
  return watermark ? `${watermark.size} ${watermark.colour}` : 'off'
}

/**
 * A call cannot set the sender's own text in the watermark: it stays. If the call does not mention the watermark it
 * stays as it is, or starts as in the form.
 */
function readWatermark(text: string, before: Watermark | null = standardWatermark): Watermark | null {
  const words = text
    .trim()
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  if (words.length === 0) return before
  if (words.length === 1 && words[0] === 'off') return null
  const watermark: Watermark = { ...standardWatermark, text: before?.text ?? '' }
  for (const word of words) {
    if (word === 'small' || word === 'medium' || word === 'large') watermark.size = word
    else if (word === 'grey' || word === 'red' || word === 'blue') watermark.colour = word
    else if (word !== 'on')
      throw new Problem('badForm', {
        field: 'watermark',
        text: 'Watermark is "off", "on", or a size and a colour: small, medium or large; grey, red or blue.',
      })
  }
  return watermark
}

type End = Pick<Protections, 'destructSeconds' | 'expiresAt'>

/** The end of `before` can be repeated, though it could no longer be selected. */
function endOf(
  wire: WireOptions,
  words: Set<Word>,
  { timeZone, before }: { timeZone: string; before: End | undefined },
  now: number,
): End {
  const seconds = secondsIn(wire.DestructSeconds)
  const date = wire.ExpiryDate.trim()
  if (words.has('expiry') && seconds !== null && seconds > 0)
    throw contradiction('With "expiry" DestructSeconds is 0.')
  if (words.has('destruct') && (seconds === null || seconds <= 0))
    throw contradiction('With "destruct" DestructSeconds is more than 0.')
  if (seconds !== null && seconds > 0) {
    const isKept = seconds === before?.destructSeconds
    return { destructSeconds: isKept ? seconds : specified(seconds), expiresAt: null }
  }
  if (words.has('expiry') || seconds === 0 || (seconds === null && date !== '')) {
    const kept = before?.expiresAt ?? null
    if (kept !== null && Date.parse(date) === kept) return { destructSeconds: 0, expiresAt: kept }
    const read = readExpiryDate({ ...dateGiven(date, timeZone), timeZone }, now)
    if ('refused' in read) throw new Problem('badForm', { field: 'expiryDate', text: read.refused })
    return { destructSeconds: 0, expiresAt: read.expiresAt }
  }
  return { destructSeconds: -1, expiresAt: null }
}

/** Null for nothing said. */
function secondsIn(text: string): number | null {
  if (text.trim() === '') return null
  if (!/^(?:-1|\d{1,6})$/.test(text.trim())) throw wrongSeconds()
  return Number(text)
}

function specified(seconds: number): number {
  const found = destructSeconds(seconds / 60, 'minutes') ?? destructSeconds(seconds / 3600, 'hours')
  if (found === null) throw wrongSeconds()
  return found
}

function wrongSeconds(): Problem {
  return new Problem('badForm', {
    field: 'destructAmount',
    text: 'DestructSeconds is -1 for no end, 0 with an ExpiryDate, or 1 to 60 whole minutes or hours in seconds.',
  })
}

/** m/d/yyyy or ISO, with a time as 17:30 or 5:30 pm after a space; or a full ISO time with its zone. */
export function dateGiven(text: string, timeZone: string): { date: string; time: string } {
  const instant = /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(instant)) {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(instant)
    return { date: localDate(instant, timeZone), time: clock }
  }
  const [, date = '', time = ''] = /^([^\sT]*)[\sT]*(.*)$/s.exec(text) ?? []
  return { date, time }
}

const named = /^(FirstName|LastName):(.*)$/s

function isKnown(text: string): boolean {
  return Object.hasOwn(vocabulary, text) || named.test(text)
}

function nameIn(options: string[]): string {
  const names = new Map(options.flatMap((text) => (named.exec(text)?.slice(1, 3) ? [pairOf(text)] : [])))
  return [names.get('FirstName'), names.get('LastName')].filter(Boolean).join(' ')
}

function pairOf(text: string): [string, string] {
  const [, key = '', value = ''] = named.exec(text) ?? []
  if (value.trim() === '') return [key, '']
  const name = personName(value)
  if (name === null) throw new Problem('badForm', { field: 'options', text: personNameMessage })
  return [key, name]
}

function contradiction(text: string): Problem {
  return new Problem('badForm', { field: 'options', text })
}
