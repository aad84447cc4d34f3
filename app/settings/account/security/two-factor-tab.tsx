import { Fragment } from 'react'
import type { FormAnswer } from '#app/request/action.server.ts'
import { CodeField, PasswordField } from '#app/ui/forms/credential-fields.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { settingsPath } from '#app/ui/tab-names.ts'
import type { TwoFactorAnswer, TwoFactorData } from './two-factor-data.ts'

type TwoFactorTabProps = { data: TwoFactorData; answer: TwoFactorAnswer | undefined }

export function TwoFactorTab({ data, answer }: TwoFactorTabProps) {
  const isDone = data.state === 'on' || answer?.recoveryCodes !== undefined
  return (
    <>
      {data.requiredBy && !isDone ? <RequiredBy {...data.requiredBy} onward={data.onward} /> : null}
      <State data={data} answer={answer} />
      {data.onward && isDone && !answer?.recoveryCodes ? (
        <p>
          <a href={data.onward}>Go back to where you were</a>
        </p>
      ) : null}
    </>
  )
}

function State({ data, answer }: TwoFactorTabProps) {
  if (answer?.recoveryCodes) {
    const next = answer.onward ?? data.onward ?? settingsPath('twofactor')
    return <RecoveryCodes codes={answer.recoveryCodes} account={data.account} next={next} />
  }
  if (data.state === 'on') return <SwitchedOn data={data} answer={answer} />
  if (data.offered) return <Setup offered={data.offered} answer={answer} />
  return <SwitchedOff answer={answer} />
}

type RequiredByProps = NonNullable<TwoFactorData['requiredBy']> & { onward: string | null }

function RequiredBy({ team, owners, onward }: RequiredByProps) {
  return (
    <div className="note note-warn stack">
      <p>
        <strong>{team} requires two-step verification</strong>, so that no one can sign in with a stolen
        password alone. Set it up here.{' '}
        {onward
          ? 'After that, you’ll continue to the page you wanted.'
          : 'After that, you’ll continue to your home page.'}
      </p>
      {owners.length > 0 ? (
        <p>
          Questions? Ask{' '}
          {owners.map(({ name, email }, index) => (
            <Fragment key={email}>
              {index > 0 ? ' or ' : null}
              <a href={`mailto:${email}`}>{name}</a>
            </Fragment>
          ))}
          , who {owners.length > 1 ? 'manage' : 'manages'} the team.
        </p>
      ) : null}
    </div>
  )
}

function SwitchedOff({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <SetRow
      title="Two-step verification is off"
      words="With it, you enter a six-digit code from an app on your phone after your password. No one can sign in with your password alone."
    >
      <p>
        You need an authenticator app, such as Aegis, FreeOTP, Google Authenticator, Microsoft Authenticator
        or a password manager.
      </p>
      <Form intent="beginSecondFactor" answer={answer}>
        <Submit>Set up two-step verification</Submit>
      </Form>
    </SetRow>
  )
}

type Offered = NonNullable<TwoFactorData['offered']>

function Setup({ offered, answer }: { offered: Offered; answer: FormAnswer | undefined }) {
  return (
    <>
      <SetRow title="1. Add this account to your app" words="Scan the QR code with the app.">
        <QrCode {...offered.picture} />
        <p>
          Can’t scan it? Enter this key in the app as a time-based code with six digits. Spaces don’t matter.
        </p>
        <p className="copyable">{offered.secret}</p>
        <p>
          If the app is on this device: <a href={offered.address}>Add this account to the app</a>
        </p>
      </SetRow>
      <SetRow title="2. Enter the code it shows" words="Setup isn’t finished until then.">
        <Form intent="confirmSecondFactor" answer={answer}>
          <CodeField
            name="twoFactorCode"
            label="Code from the app"
            hint="Six digits, new every 30 seconds."
            answer={answerTo(answer, 'confirmSecondFactor')}
          />
          <Submit>Turn on</Submit>
        </Form>{' '}
        <Form intent="dropSecondFactor" answer={answer}>
          <Submit className="btn-quiet">Cancel setup</Submit>
        </Form>
      </SetRow>
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
      <figcaption className="small soft">
        QR code for this account; the key below contains the same.
      </figcaption>
    </figure>
  )
}

function SwitchedOn({ data, answer }: TwoFactorTabProps) {
  return (
    <>
      <SetRow
        title="Two-step verification is on"
        words="Signing in requires a code from your app. Devices already signed in stay signed in."
      >
        <p>
          <a href={settingsPath('sessions')}>See your devices</a>
        </p>
      </SetRow>
      <SetRow
        title="Recovery codes"
        words={`${codesLeftText(data.codesLeft)} Each works once in place of your app.`}
      >
        <Form intent="renewRecoveryCodes" answer={answer}>
          <Field
            name="twoFactorCode"
            label="Code from the app, or a recovery code"
            hint="Your current recovery codes stop working."
            autoComplete="one-time-code"
            className="in-short"
            answer={answerTo(answer, 'renewRecoveryCodes')}
          />
          <Submit className="btn-quiet">Create new recovery codes</Submit>
        </Form>
      </SetRow>
      <SetRow title="Turn off" words="Your recovery codes stop working.">
        {data.hasPassword ? <EndByPassword answer={answer} /> : <EndByCode answer={answer} />}
      </SetRow>
    </>
  )
}

type EndProps = { answer: FormAnswer | undefined }

function EndByPassword({ answer }: EndProps) {
  return (
    <Form intent="endSecondFactor" answer={answer}>
      <PasswordField
        label="Your password"
        hint="You’ll sign in with your password alone."
        answer={answerTo(answer, 'endSecondFactor')}
      />
      <Submit className="btn-bad">Turn off</Submit>
    </Form>
  )
}

function EndByCode({ answer }: EndProps) {
  return (
    <Form intent="endSecondFactorByCode" answer={answer}>
      <Field
        name="offCode"
        label="Code to turn it off"
        hint="From the app, or a recovery code. Signing in will no longer ask for a code."
        autoComplete="one-time-code"
        answer={answerTo(answer, 'endSecondFactorByCode')}
      />
      <Submit className="btn-bad">Turn off</Submit>
    </Form>
  )
}

function codesLeftText(codesLeft: number): string {
  if (codesLeft === 0) return 'No codes left. Create new ones now.'
  return codesLeft === 1 ? 'One code left. Create new ones.' : `${codesLeft} codes left.`
}

/** The forms of this tab share fields: an answer belongs to one of them. */
function answerTo(answer: FormAnswer | undefined, intent: string): FormAnswer | undefined {
  return answer?.intent === intent ? answer : undefined
}
