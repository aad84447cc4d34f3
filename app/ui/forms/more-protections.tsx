import { maxTermsLength } from '#server/rules/sharing/terms.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Checkbox } from './checkbox.tsx'
import { Choices } from './choices.tsx'
import { Field } from './form.tsx'
import { standardChoices } from './protection-sentence.tsx'
import { ChoiceList } from './share-fields.tsx'

type Part = { answer: FormAnswer | undefined }
type Props = Part & { hasTeamTerms: boolean }

/** What readers can do with the file besides reading it alone. */
export function ReaderFreedoms({ answer }: Part) {
  return (
    <>
      <Choices
        name="forward"
        legend="Forwarding"
        standard={standardChoices.forward}
        answer={answer}
        options={[
          {
            value: 'no',
            label: 'With my approval',
            hint: 'Recipients can ask you to add someone; you decide. Security stays HIGH for people you specify.',
          },
          {
            value: 'yes',
            label: 'Allowed',
            hint: 'Recipients can add others, who confirm their own address. You see who added whom. Security MED.',
          },
        ]}
      />
      <Choices
        name="webView"
        legend="Viewing in the browser"
        standard={standardChoices.webView}
        answer={answer}
        options={[
          { value: 'yes', label: 'Allowed', hint: 'You see which pages were viewed, and for how long.' },
          {
            value: 'no',
            label: 'Download only',
            hint: 'Pages aren’t shown. Download must be allowed; you can’t see what happens to a copy.',
          },
        ]}
      />
    </>
  )
}

/** What readers do before they see the file. */
export function ReaderConditions({ answer, hasTeamTerms }: Props) {
  return (
    <>
      <Choices
        name="askName"
        legend="Recipient’s name"
        standard={standardChoices.askName}
        answer={answer}
        options={[
          { value: 'no', label: 'Not required' },
          {
            value: 'yes',
            label: 'Required before opening',
            hint: 'Recipients enter their name and, if anyone with the link can open the file, an email address. Neither is verified.',
          },
        ]}
      />
      <TermsChoice answer={answer} hasTeamTerms={hasTeamTerms} what="the name of the file" />
      <Checkbox name="tellAcceptance" label="Email me when someone accepts the terms" answer={answer} />
      <Checkbox
        name="pageInEmail"
        label="Show page 1 in the email"
        hint="Only to people you specify, with their watermark. Not if a name, terms or a timer comes first. You can’t take it back from their mailbox."
        answer={answer}
      />
    </>
  )
}

type TermsProps = Props & { what: string }

/** The terms that are accepted before anything is shown, including `what`. */
export function TermsChoice({ answer, hasTeamTerms, what }: TermsProps) {
  return (
    <Choices
      name="terms"
      legend="Terms of access"
      standard={standardChoices.terms}
      answer={answer}
      options={[
        { value: 'off', label: 'None' },
        ...(hasTeamTerms ? [teamTerms(answer, what)] : []),
        {
          value: 'custom',
          label: 'My own terms',
          hint: `Recipients accept them before they see even ${what}. You see who did, when and from where.`,
          inside: (
            <Field
              name="termsText"
              label="Terms"
              hint={`Up to ${maxTermsLength.toLocaleString('en')} characters. Anyone who accepted an earlier version is asked again next time.`}
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
    label: 'My organisation’s terms',
    hint: `Your organisation’s standard terms. Recipients accept them before they see even ${what}.`,
    inside: (
      <ChoiceList
        name="termsAgain"
        label="When my organisation changes them"
        standard="yes"
        answer={answer}
        options={[
          { value: 'yes', label: 'Ask recipients again next time', hint: '' },
          { value: 'no', label: 'Earlier acceptances stay valid', hint: '' },
        ]}
      />
    ),
  }
}
