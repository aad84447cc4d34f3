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
import { WatermarkPreview } from './watermark-preview.tsx'

type Part = { answer: FormAnswer | undefined }

/** Who has access to the file. */
export function AudienceChoice({ answer }: Part) {
  const options = visibilityChoices.map((option) =>
    option.value === 'passkey' ? { ...option, inside: <PasskeyFields answer={answer} /> } : option,
  )
  return (
    <Choices name="visibility" legend="Who can open it" standard="people" options={options} answer={answer} />
  )
}

/** What readers can do besides reading. */
export function ReaderRights({ answer }: Part) {
  return (
    <>
      <Choices
        name="download"
        legend="Download"
        standard="no"
        answer={answer}
        options={[
          {
            value: 'no',
            label: 'Not allowed',
            hint: 'Recipients view page images; the file is never sent. Video and audio are streamed and could still be recorded.',
          },
          {
            value: 'yes',
            label: 'Allowed',
            hint: 'The original, or its pages with the watermark if there is one.',
          },
        ]}
      />
      <Choices
        name="print"
        legend="Printing"
        standard="no"
        answer={answer}
        options={[
          { value: 'no', label: 'Not allowed', hint: 'Pages print blank.' },
          {
            value: 'yes',
            label: 'Allowed',
            hint: 'Recipients get a copy to print, and you see when they do.',
            inside: (
              <Field
                name="printCount"
                label="Number of copies (optional)"
                hint={`Per person, or for everyone using a link together: 0 to ${maxPrints}. Leave empty for no limit. Each print request counts once, however many copies are printed.`}
                inputMode="numeric"
                className="in-short"
                answer={answer}
              />
            ),
          },
        ]}
      />
      <TextChoice answer={answer} />
    </>
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
          hint: 'The reader’s address, the time and a code on every page, so leaks can be traced. It doesn’t stop screenshots or cameras.',
          inside: (
            <div className="row">
              <Field
                name="watermarkText"
                label="Your own text (optional)"
                hint={`Added next to the address and time. Up to ${maxWatermarkTextLength} characters.`}
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
              <WatermarkPreview answer={answer} />
            </div>
          ),
        },
        { value: 'off', label: 'Off', hint: 'No watermark; leaks can’t be traced.' },
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
                hint={`Time zone ${timeZone}. Leave empty for the end of that day.`}
                type="time"
                className="in-short"
                answer={answer}
              />
              {mayRemind ? (
                <Checkbox
                  name="reminds"
                  label="Remind recipients a day before"
                  hint="Named recipients who can still open the file get an email."
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
      The timer starts when a recipient opens the file; people you specify each have their own.{' '}
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
