import type { FormAnswer } from '#app/request/action.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { CodeField, PasswordField } from '#app/ui/forms/credential-fields.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { settingsPath } from '#app/ui/tab-names.ts'
import type { TwoFactorAnswer, TwoFactorData } from './two-factor-data.ts'

type TwoFactorTabProps = { data: TwoFactorData; answer: TwoFactorAnswer | undefined }

export function TwoFactorTab({ data, answer }: TwoFactorTabProps) {
  const isDone = data.state === 'on' || answer?.recoveryCodes !== undefined
  return (
    <>
      {data.isStepRequired && !isDone ? (
        <p className="note note-warn">
          Your team asks for a second factor. Set it up here first; until then nothing else opens.
        </p>
      ) : null}
      <State data={data} answer={answer} />
      {data.onward && isDone ? (
        <p>
          <a href={data.onward}>Go on to where you were</a>
        </p>
      ) : null}
    </>
  )
}

function State({ data, answer }: TwoFactorTabProps) {
  if (answer?.recoveryCodes) return <RecoveryCodes codes={answer.recoveryCodes} account={data.account} />
  if (data.state === 'on') return <SwitchedOn data={data} answer={answer} />
  if (data.offered) return <Setup offered={data.offered} answer={answer} />
  return <SwitchedOff answer={answer} />
}

function SwitchedOff({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <>
      <p>
        <Badge tone="soft">Off</Badge>
      </p>
      <p>
        A second proof at sign-in: besides the password, a code of six digits that an app on your phone shows.
        Whoever learns your password cannot sign in without it.
      </p>
      <p>
        You need an authenticator app, such as Aegis, FreeOTP, Google Authenticator, Microsoft Authenticator
        or a password manager.
      </p>
      <Form intent="beginSecondFactor" answer={answer}>
        <Submit>Set up two-factor code</Submit>
      </Form>
    </>
  )
}

type Offered = NonNullable<TwoFactorData['offered']>

function Setup({ offered, answer }: { offered: Offered; answer: FormAnswer | undefined }) {
  return (
    <>
      <p>
        <Badge tone="warn">Not on yet</Badge>
      </p>
      <h3>1. Add this account to your app</h3>
      <p>Scan the picture with the app.</p>
      <QrCode {...offered.picture} />
      <p>
        If you cannot scan it, type this key into the app, as a time-based one with six digits. Spaces do not
        matter.
      </p>
      <p className="copyable">{offered.secret}</p>
      <p>
        On the device that has the app: <a href={offered.address}>Add to the app on this device</a>
      </p>
      <h3>2. Type the code that it shows</h3>
      <Form intent="confirmSecondFactor" answer={answer}>
        <CodeField
          name="twoFactorCode"
          label="Code of the app"
          hint="Six digits, new every 30 seconds."
          answer={answerTo(answer, 'confirmSecondFactor')}
        />
        <Submit>Switch on</Submit>
      </Form>{' '}
      <Form intent="dropSecondFactor" answer={answer}>
        <Submit className="btn-quiet">Do not set it up</Submit>
      </Form>
    </>
  )
}

/** Black on white whatever the page is: apps read nothing else. Drawn with attributes, as styles are forbidden. */
function QrCode({ size, path }: { size: number; path: string }) {
  return (
    <figure>
      <svg
        className="qr"
        viewBox={`0 0 ${size} ${size}`}
        width={size * 4}
        height={size * 4}
        shapeRendering="crispEdges"
        aria-hidden="true"
      >
        <rect width={size} height={size} fill="#ffffff" />
        <path d={path} fill="#000000" />
      </svg>
      <figcaption className="small soft">QR code of this account; the key below says the same.</figcaption>
    </figure>
  )
}

function SwitchedOn({ data, answer }: TwoFactorTabProps) {
  return (
    <>
      <p>
        <Badge tone="good">On</Badge>
      </p>
      <p>
        Signing in asks for a code of your app. Devices that were signed in before stay signed in:{' '}
        <a href={settingsPath('sessions')}>see your devices</a>.
      </p>
      <h3>Recovery codes</h3>
      <p>{leftWords(data.codesLeft)} Each replaces the app once, when you do not have it with you.</p>
      <Form intent="renewRecoveryCodes" answer={answer}>
        <Field
          name="twoFactorCode"
          label="Code of the app, or a recovery code"
          hint="The recovery codes that you have now stop working."
          autoComplete="one-time-code"
          className="in-short"
          answer={answerTo(answer, 'renewRecoveryCodes')}
        />
        <Submit className="btn-quiet">Make new recovery codes</Submit>
      </Form>
      <h3>Switch off</h3>
      {data.hasPassword ? <EndByPassword answer={answer} /> : <EndByCode answer={answer} />}
    </>
  )
}

type EndProps = { answer: FormAnswer | undefined }

function EndByPassword({ answer }: EndProps) {
  return (
    <Form intent="endSecondFactor" answer={answer}>
      <PasswordField
        label="Your password"
        hint="Then the password alone signs in. The recovery codes stop working."
        answer={answerTo(answer, 'endSecondFactor')}
      />
      <Submit className="btn-bad">Switch off</Submit>
    </Form>
  )
}

function EndByCode({ answer }: EndProps) {
  return (
    <Form intent="endSecondFactorByCode" answer={answer}>
      <Field
        name="offCode"
        label="Code, to switch it off"
        hint="A code of the app, or a recovery code. Then signing in asks for no code; the recovery codes stop working."
        autoComplete="one-time-code"
        answer={answerTo(answer, 'endSecondFactorByCode')}
      />
      <Submit className="btn-bad">Switch off</Submit>
    </Form>
  )
}

function leftWords(codesLeft: number): string {
  if (codesLeft === 0) return 'None is left: make new ones now.'
  return codesLeft === 1 ? 'One is left: make new ones.' : `${codesLeft} are left.`
}

/** The forms of this tab share fields: an answer belongs to one of them. */
function answerTo(answer: FormAnswer | undefined, intent: string): FormAnswer | undefined {
  return answer?.intent === intent ? answer : undefined
}
