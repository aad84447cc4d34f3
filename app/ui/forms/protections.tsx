import type { ReactNode } from 'react'
import { ShieldCheck } from '#app/ui/icons/icons.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { fieldOf } from './form.tsx'
import { ReaderConditions, ReaderFreedoms } from './more-protections.tsx'
import { isStandard, ProtectionSentence, standardChoices } from './protection-sentence.tsx'
import { EndChoice, ReaderRights, WatermarkChoice } from './share-fields.tsx'

type Props = {
  answer: FormAnswer | undefined
  /** Whether this is a form that was sent and came back, and not a fresh page. */
  isBack: boolean
  /** Who is meant, in the sentence, by people that the sender specifies. */
  people: string
  timeZone: string
  tomorrow: string
  hasTeamTerms: boolean
  /** Who can open the file. */
  audience: ReactNode
  /** What else belongs below the choices. */
  children?: ReactNode
}

/** The fields that a preset sets. */
export const protectionNames = [
  ...Object.keys(standardChoices),
  'printCount',
  'watermarkText',
  'expiryDate',
  'expiryTime',
  'reminds',
  'pageInEmail',
  'destructAmount',
  'destructUnit',
  'termsText',
  'termsAgain',
  'tellAcceptance',
]
/** All that are folded away. */
const fields = [...protectionNames, 'passkey', 'passkeyAgain', 'presetName']

/** One sentence that says how a file is protected, and opens into everything that can be chosen. */
export function Protections({ answer, isBack, people, timeZone, tomorrow, audience, ...more }: Props) {
  const isWrong = fields.some((name) => fieldOf(answer, name).errors.length > 0)
  const isLookedAt = fieldOf(answer, 'showWatermark').value !== undefined
  return (
    <details className="protect" open={isWrong || isLookedAt || (isBack && !isStandard(answer))}>
      <summary>
        <ShieldCheck className="i" aria-hidden="true" />
        <ProtectionSentence answer={answer} people={people} /> <span className="change">Change</span>
      </summary>
      <div className="groups">
        <div className="stack-wide">
          {audience}
          <ReaderRights answer={answer} />
          <EndChoice answer={answer} timeZone={timeZone} tomorrow={tomorrow} />
        </div>
        <div className="stack-wide">
          <WatermarkChoice answer={answer} />
          <ReaderFreedoms answer={answer} />
          <ReaderConditions answer={answer} hasTeamTerms={more.hasTeamTerms} />
          {more.children}
        </div>
      </div>
    </details>
  )
}
