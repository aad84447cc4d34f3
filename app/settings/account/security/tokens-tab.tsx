import { tokenScopeHints, tokenScopeLabels, tokenScopes } from '#server/rules/accounts/tokens/token-scopes.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { CopyLinks } from '#app/ui/copy-links.tsx'
import { PasswordField } from '#app/ui/forms/credential-fields.tsx'
import { Field, FieldErrors, Form, Submit } from '#app/ui/forms/form.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { settingsPath } from '#app/ui/tab-names.ts'
import { Time } from '#app/ui/tables/time.tsx'
import type { AccessTokenAnswer, ShownToken, TokensData } from './tokens.server.ts'

type TokensTabProps = { data: TokensData; answer: AccessTokenAnswer | undefined }

export function TokensTab({ data, answer }: TokensTabProps) {
  const { accessToken, tokenName } = answer ?? {}
  if (accessToken) return <NewToken name={tokenName ?? ''} token={accessToken} server={data.server} />
  return (
    <>
      <SetRow
        title="Your access tokens"
        words="Programs sign in with a token instead of your password. End any you don’t recognise, then change your password."
      >
        <Tokens tokens={data.tokens} answer={answer} />
      </SetRow>
      <SetRow
        title="Create a token"
        words="A token can’t do anything you can’t do yourself, and never changes how you sign in. You’ll get an email about it."
      >
        {data.asks === 'elsewhere' ? <SignInAgain /> : <MakeToken data={data} answer={answer} />}
      </SetRow>
    </>
  )
}

function NewToken({ name, token, server }: { name: string; token: string; server: string }) {
  return (
    <>
      <SetRow title={name} words="Anyone who has this token can use it. Store it like a password.">
        <p>
          <strong>Copy the token now: it’s shown only once.</strong>
        </p>
        <p className="copyable">{token}</p>
        <div className="row" data-copy={token} data-copy-what="token" />
        <p>To use it on the command line, enter it when this asks for it:</p>
        <p className="copyable">strongroom remote login {server}</p>
        <p className="no-print">
          <a className="btn btn-main" href={settingsPath('tokens')}>
            I’ve saved it
          </a>
        </p>
      </SetRow>
      <CopyLinks />
    </>
  )
}

function Tokens({ tokens, answer }: { tokens: ShownToken[]; answer: FormAnswer | undefined }) {
  if (tokens.length === 0) return <p className="soft">You have no access tokens.</p>
  return (
    <>
      <ul className="lines">
        {tokens.map((token) => (
          <Token key={token.guid} token={token} answer={answer} />
        ))}
      </ul>
      {tokens.length > 1 ? (
        <Form intent="endAccessTokens" answer={answer}>
          <Submit className="btn-bad">End all access tokens</Submit>
        </Form>
      ) : null}
    </>
  )
}

function Token({ token, answer }: { token: ShownToken; answer: FormAnswer | undefined }) {
  const { guid, name, scopes, made, end, lastUse, from } = token
  return (
    <li>
      <div className="grow">
        <h3 className="break">{name}</h3>
        <p className="small soft">{scopes}</p>
        <p className="small soft">
          Created <Time {...made} />,{' '}
          {end ? (
            <>
              ends <Time {...end} />
            </>
          ) : (
            'no end'
          )}
        </p>
        <p className="small soft">
          {lastUse ? (
            <>
              Last used <Time {...lastUse} /> from {from}
            </>
          ) : (
            'Never used'
          )}
        </p>
      </div>
      <Form intent="endAccessToken" answer={answer} className="inline">
        <input type="hidden" name="accessToken" value={guid} />
        <Submit className="btn-small" about={name}>
          End
        </Submit>
      </Form>
    </li>
  )
}

function MakeToken({ data, answer }: TokensTabProps) {
  return (
    <Form intent="makeAccessToken" answer={answer}>
      <Field
        name="tokenName"
        label="Name"
        hint="What the token is for, so you recognise it later."
        answer={answer}
        autoComplete="off"
      />
      <Scopes answer={answer} />
      <Field
        name="tokenEnd"
        label="Last day (optional)"
        hint="Up to a year from today. We’ll remind you a week before."
        type="date"
        className="in-short"
        answer={answer}
      />
      {data.asks === 'nothing' ? null : <PasswordField label="Your password" answer={answer} />}
      {data.asks === 'both' ? (
        <Field
          name="twoFactorCode"
          label="Code from the app, or a recovery code"
          autoComplete="one-time-code"
          className="in-short"
          answer={answer}
        />
      ) : null}
      <Submit>Create token</Submit>
    </Form>
  )
}

function Scopes({ answer }: { answer: FormAnswer | undefined }) {
  const typed = answer?.result.initialValue?.['scope']
  const chosen = answer ? [typed].flat() : ['read']
  const errors = answer?.result.error?.['scope'] ?? []
  const hasErrors = errors.length > 0
  return (
    <fieldset
      id="scope"
      className={hasErrors ? 'bad-field' : undefined}
      aria-describedby={hasErrors ? 'scope-error' : undefined}
    >
      <legend className="label">What it can do</legend>
      <FieldErrors name="scope" errors={errors} />
      {tokenScopes.map((scope) => (
        <div className="choice" key={scope}>
          <input
            type="checkbox"
            id={`scope-${scope}`}
            name="scope"
            value={scope}
            defaultChecked={chosen.includes(scope)}
          />
          <label htmlFor={`scope-${scope}`}>
            {tokenScopeLabels[scope]} <span className="hint">{tokenScopeHints[scope]}</span>
          </label>
        </div>
      ))}
    </fieldset>
  )
}

function SignInAgain() {
  return (
    <p>
      It’s been more than 15 minutes since you signed in. Sign out, sign in again, then create the token here.
    </p>
  )
}
