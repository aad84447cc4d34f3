import { maxTermsLength } from '#server/rules/sharing/terms.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Checkbox } from './checkbox.tsx'
import { Choices } from './choices.tsx'
import { Field, fieldOf } from './form.tsx'
import { ChoiceList } from './share-fields.tsx'

const standards = { forward: 'no', webView: 'yes', askName: 'no', terms: 'off' } as const

type Props = { answer: FormAnswer | undefined; hasTeamTerms: boolean }

/** Rarely needed fields, open if one of them was filled in or has an error. */
export function MoreProtections({ answer, hasTeamTerms }: Props) {
  const names = Object.keys(standards) as (keyof typeof standards)[]
  const isUsed = names.some((name) => (fieldOf(answer, name).value ?? standards[name]) !== standards[name])
  const isWrong = [...names, 'termsText'].some((name) => fieldOf(answer, name).errors.length > 0)
  return (
    <details className="more" open={isUsed || isWrong}>
      <summary>More protections: passing on, reading in the browser, name, terms</summary>
      <div className="stack">
        <Choices
          name="forward"
          legend="Passing it on"
          standard={standards.forward}
          answer={answer}
          options={[
            {
              value: 'no',
              label: 'Only with my consent',
              hint: 'Readers can ask you to add somebody; you decide. Security stays HIGH for people you specify.',
            },
            {
              value: 'yes',
              label: 'Allowed',
              hint: 'Readers may add others, who confirm their own address. You see who was added by whom. Security MED.',
            },
          ]}
        />
        <Choices
          name="webView"
          legend="Reading in the browser"
          standard={standards.webView}
          answer={answer}
          options={[
            { value: 'yes', label: 'Allowed', hint: 'You see which pages were looked at, and for how long.' },
            {
              value: 'no',
              label: 'Download only',
              hint: 'Pages are not shown. It needs download to be allowed; what happens to a copy cannot be seen.',
            },
          ]}
        />
        <Choices
          name="askName"
          legend="Name of the reader"
          standard={standards.askName}
          answer={answer}
          options={[
            { value: 'no', label: 'Not asked for' },
            {
              value: 'yes',
              label: 'Asked for before the file opens',
              hint: 'Readers type their name, and on a link for anyone an address. What they type is not verified.',
            },
          ]}
        />
        <TermsChoice answer={answer} hasTeamTerms={hasTeamTerms} what="the name of the file" />
        <Checkbox
          name="tellAcceptance"
          label="Tell me by mail when somebody accepts the terms"
          answer={answer}
        />
      </div>
    </details>
  )
}

type TermsProps = Props & { what: string }

/** The terms that are accepted before anything is shown, including `what`. */
export function TermsChoice({ answer, hasTeamTerms, what }: TermsProps) {
  return (
    <Choices
      name="terms"
      legend="Terms of access"
      standard={standards.terms}
      answer={answer}
      options={[
        { value: 'off', label: 'None' },
        ...(hasTeamTerms ? [teamTerms(answer, what)] : []),
        {
          value: 'custom',
          label: 'My own text',
          hint: `Readers accept it before they see even ${what}. You see who did, when and from where.`,
          inside: (
            <Field
              name="termsText"
              label="The terms"
              hint={`Plain words, at most ${maxTermsLength} characters. Whoever accepted another text is asked again at the next opening.`}
              rows={6}
              answer={answer}
            />
          ),
        },
      ]}
    />
  )
}

function teamTerms(answer: FormAnswer | undefined, what: string) {
  return {
    value: 'team',
    label: "My organisation's",
    hint: `The text that your organisation keeps for this; readers accept it before they see even ${what}.`,
    inside: (
      <ChoiceList
        name="termsAgain"
        label="When my organisation changes them"
        standard="yes"
        answer={answer}
        options={[
          { value: 'yes', label: 'Ask readers again at their next opening', hint: '' },
          { value: 'no', label: 'What they accepted goes on to hold', hint: '' },
        ]}
      />
    ),
  }
}
