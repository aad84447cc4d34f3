import type { ReactNode } from 'react'
import { oneTimerWarning } from '#server/rules/sharing/expiry.ts'
import {
  maxWatermarkTextLength,
  maxPrints,
  visibilityChoices,
  watermarkColours,
  watermarkSizes,
  type Choice,
} from '#server/rules/sharing/options.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Checkbox } from './checkbox.tsx'
import { Choices, TextChoice } from './choices.tsx'
import { Field, fieldOf } from './form.tsx'
import { PasskeyFields } from './passkey-fields.tsx'

type Part = { answer: FormAnswer | undefined }

type AudienceProps = Part & { recipientLimit: number }

/** Who has access to the file. */
export function AudienceChoice({ answer, recipientLimit }: AudienceProps) {
  const options = visibilityChoices.map((option) =>
    option.value === 'passkey' ? { ...option, inside: <PasskeyFields answer={answer} /> } : option,
  )
  return (
    <div className="stack">
      <Choices
        name="visibility"
        legend="Who may see it"
        standard="people"
        options={options}
        answer={answer}
      />
      <Field
        name="recipients"
        label="People"
        hint={`E-mail addresses, one a line or with commas or semicolons, with or without names; at most ${recipientLimit}. Each gets a mail with the link. You can paste a list or the columns of a spreadsheet.`}
        rows={4}
        autoComplete="off"
        answer={answer}
      />
    </div>
  )
}

/** What readers can do besides reading. */
export function ReaderRights({ answer }: Part) {
  return (
    <div className="stack">
      <Choices
        name="download"
        legend="Download"
        standard="no"
        answer={answer}
        options={[
          {
            value: 'no',
            label: 'Not allowed',
            hint: 'Pages are shown as pictures; the file itself never leaves. Video and audio are streamed: whoever is determined can record them.',
          },
          {
            value: 'yes',
            label: 'Allowed',
            hint: 'The original, or its pages with the watermark when one is set.',
          },
        ]}
      />
      <Choices
        name="print"
        legend="Printing"
        standard="no"
        answer={answer}
        options={[
          { value: 'no', label: 'Not allowed', hint: 'The pages print blank.' },
          {
            value: 'yes',
            label: 'Allowed',
            hint: 'Readers get a copy for printing, and you see that they did.',
            inside: (
              <Field
                name="printCount"
                label="How many copies (optional)"
                hint={`For each person, or for all readers of a link together: 0 to ${maxPrints}. Empty means as often as they want. A copy counts when it is asked for; copies in the print dialog cannot be limited.`}
                inputMode="numeric"
                className="in-short"
                answer={answer}
              />
            ),
          },
        ]}
      />
      <TextChoice answer={answer} />
    </div>
  )
}

/** The watermark that is drawn into every page. */
export function WatermarkChoice({ answer }: Part) {
  return (
    <Choices
      name="watermark"
      legend="Watermark"
      standard="on"
      answer={answer}
      options={[
        {
          value: 'on',
          label: 'On',
          hint: "The reader's address, the time and a code in small print are drawn into every page: a leak can be traced. Screenshots and cameras are not stopped.",
          inside: (
            <div className="row">
              <Field
                name="watermarkText"
                label="Own words (optional)"
                hint={`Drawn beside the address and the time; at most ${maxWatermarkTextLength} characters.`}
                autoComplete="off"
                answer={answer}
              />
              <ChoiceList
                name="watermarkSize"
                label="Size"
                options={watermarkSizes}
                standard="small"
                answer={answer}
              />
              <ChoiceList
                name="watermarkColour"
                label="Colour"
                options={watermarkColours}
                standard="grey"
                answer={answer}
              />
            </div>
          ),
        },
        { value: 'off', label: 'Off', hint: 'Pages are shown without a mark; leaks cannot be traced.' },
      ]}
    />
  )
}

type EndProps = Part & {
  timeZone: string
  tomorrow: string
  words?: { off: string; destruct: string; destructHint: ReactNode }
  /** Whether people can be reminded of a date. */
  mayRemind?: boolean
}

/** When the file, or whatever the text names, closes by itself. */
export function EndChoice({ answer, timeZone, tomorrow, words = endOfFile, mayRemind = true }: EndProps) {
  return (
    <Choices
      name="expiry"
      legend="Until when"
      standard="off"
      answer={answer}
      options={[
        { value: 'off', label: words.off },
        {
          value: 'date',
          label: 'Until a date',
          inside: (
            <>
              <Field
                name="expiryDate"
                label="Last day"
                hint={`From tomorrow (${tomorrow}) to 3 years ahead.`}
                type="date"
                className="in-short"
                answer={answer}
              />
              <Field
                name="expiryTime"
                label="Time (optional)"
                hint={`Time zone ${timeZone}. Empty means the end of that day.`}
                type="time"
                className="in-short"
                answer={answer}
              />
              {mayRemind ? (
                <Checkbox
                  name="reminds"
                  label="Remind the people a day before"
                  hint="Those who were named and can still open the file get a mail."
                  answer={answer}
                />
              ) : null}
            </>
          ),
        },
        {
          value: 'destruct',
          label: words.destruct,
          hint: words.destructHint,
          inside: (
            <div className="row">
              <Field
                name="destructAmount"
                label="How long (1 to 60)"
                inputMode="numeric"
                className="in-short"
                value="10"
                answer={answer}
              />
              <ChoiceList
                name="destructUnit"
                label="Unit"
                standard="minutes"
                answer={answer}
                options={[
                  { value: 'minutes', label: 'Minutes', hint: '' },
                  { value: 'hours', label: 'Hours', hint: '' },
                ]}
              />
            </div>
          ),
        },
      ]}
    />
  )
}

const endOfFile = {
  off: 'Until I unshare it',
  destruct: 'Self-destruct after opening',
  destructHint: (
    <>
      The clock starts when a reader opens the file: for people you specify, for each by itself.{' '}
      <strong>{oneTimerWarning}</strong>
    </>
  ),
}

type ChoiceListProps = { name: string; label: string; options: Choice<string>[]; standard: string } & Part

/** A short list to select from. */
export function ChoiceList({ name, label, options, standard, answer }: ChoiceListProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>{' '}
      <select id={name} name={name} defaultValue={fieldOf(answer, name).value ?? standard}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.hint ? `${option.label}: ${option.hint.toLowerCase()}` : option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
