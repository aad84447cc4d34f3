import type { FormAnswer } from '#app/request/action.server.ts'
import { fieldOf } from './form.tsx'

/** What the fields say if nothing else was chosen. */
export const standardChoices = {
  visibility: 'people',
  download: 'no',
  print: 'no',
  readText: 'no',
  watermark: 'on',
  watermarkSize: 'small',
  watermarkColour: 'grey',
  expiry: 'off',
  forward: 'no',
  webView: 'yes',
  askName: 'no',
  terms: 'off',
} as const

type Choice = keyof typeof standardChoices
/** Words of one part of the sentence by what was chosen. */
type Words = Record<string, string>

type Props = {
  answer: FormAnswer | undefined
  /** Who is meant by people that the sender specifies. */
  people: string
}

/**
 * The protections of a form in one sentence, as they were when the page was written. In browsers that can tell, each
 * part follows what is chosen (compose.css): its words for every choice are beside the present ones.
 */
export function ProtectionSentence({ answer, people }: Props) {
  const now = chosenIn(answer)
  const who = { people, passkey: 'Anyone with the passkey', public: 'Anyone with the link' }
  return (
    <span className="sentence">
      <Part name="who" words={who} chosen={now.visibility} />{' '}
      <Part name="may" words={may} chosen={mayOf(now)} />
      {' · '}
      <Part name="mark" words={{ on: 'watermark', off: 'no watermark' }} chosen={now.watermark} />
      {' · '}
      <Part name="ends" words={ends} chosen={now.expiry} now={lastDay(answer, now.expiry)} />
      {Object.entries(besides).map(([name, words]) => (
        <Part key={name} name={name} words={words} chosen={besideOf(now, name)} />
      ))}
    </span>
  )
}

/** The same as text only, for browsers that show what is hidden. */
export function protectionText({ answer, people }: Props): string {
  const now = chosenIn(answer)
  const who: Words = { people, passkey: 'Anyone with the passkey', public: 'Anyone with the link' }
  const mark = now.watermark === 'on' ? 'watermark' : 'no watermark'
  const end = lastDay(answer, now.expiry) ?? (ends as Words)[now.expiry]
  const rest = Object.entries(besides).map(([name, words]) => words[besideOf(now, name)] ?? '')
  return `${who[now.visibility]} ${(may as Words)[mayOf(now)]} · ${mark} · ${end}${rest.join('')}`
}

/** Whether these choices are those of an empty form. */
export function isStandard(answer: FormAnswer | undefined): boolean {
  const now = chosenIn(answer)
  const hasText = ['watermarkText', 'printCount'].some((name) => fieldOf(answer, name).value)
  return !hasText && choices.every((name) => now[name] === standardChoices[name])
}

const choices = Object.keys(standardChoices) as Choice[]

const may = {
  read: 'can read, not download or print',
  print: 'can read and print, not download',
  download: 'can read and download, not print',
  both: 'can read, print and download',
  copy: 'can only download',
  nothing: 'can neither read nor download',
}

const ends = {
  off: 'until I unshare it',
  date: 'until the date below',
  destruct: 'self-destructs after opening',
}

/** Parts that are only there if something was chosen. */
const besides: Record<string, Words> = {
  forward: { yes: ' · they can add others' },
  text: { yes: ' · page text included' },
  name: { yes: ' · name required' },
  terms: { yes: ' · terms to accept' },
}

function chosenIn(answer: FormAnswer | undefined): Record<Choice, string> {
  return Object.fromEntries(
    choices.map((name) => [name, fieldOf(answer, name).value || standardChoices[name]]),
  ) as Record<Choice, string>
}

function mayOf({ webView, download, print }: Record<Choice, string>): keyof typeof may {
  if (webView === 'no') return download === 'yes' ? 'copy' : 'nothing'
  if (download === 'yes') return print === 'yes' ? 'both' : 'download'
  return print === 'yes' ? 'print' : 'read'
}

function besideOf({ forward, readText, askName, terms }: Record<Choice, string>, name: string): string {
  const isOn: Record<string, boolean> = {
    forward: forward === 'yes',
    text: readText === 'yes',
    name: askName === 'yes',
    terms: terms !== 'off',
  }
  return isOn[name] ? 'yes' : 'no'
}

/** The date that was entered, if it is one. */
function lastDay(answer: FormAnswer | undefined, expiry: string): string | undefined {
  const date = fieldOf(answer, 'expiryDate').value ?? ''
  const at = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN
  if (expiry !== 'date' || Number.isNaN(at)) return undefined
  const time = fieldOf(answer, 'expiryTime').value
  return `until ${dayText.format(at)}${time ? `, ${time}` : ''}`
}

const dayText = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

type PartProps = { name: string; words: Words; chosen: string; now?: string | undefined }

function Part({ name, words, chosen, now }: PartProps) {
  const data = Object.fromEntries(Object.entries(words).map(([value, text]) => [`data-${value}`, text]))
  return (
    <span className={`say say-${name}`} {...data}>
      <span>{now ?? words[chosen] ?? ''}</span>
    </span>
  )
}
