import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { provedEmails } from '#server/accounts/identity.ts'
import { emailAddress } from '#server/rules/accounts/email.ts'
import { codeForm, codeRequestForm } from '#server/viewing/entry/forms.ts'
import { href, routes } from '#app/routes.ts'
import { CodeField, EmailField } from '#app/ui/forms/credential-fields.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, intent, proof, type FormAnswer } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { isRoomPath, ownPath, shareIn, wantedBy } from '#app/request/sign-in/wanted.server.ts'

/** The recipients' sign-in page: first the address, then the code emailed to it. */
export const loader = load(routes.access.fileLogin, 'anyone', async ({ url }) => ({
  share: url.searchParams.get('share') ?? shareIn(wantedBy(url)),
  email: url.searchParams.get('email') ?? '',
  step: url.searchParams.get('step'),
  to: wantedBy(url),
  // Only what the address says: of a room nothing is looked up for whom no one knows.
  isRoom: isRoomPath(wantedBy(url)),
  constraints: constraintsOf({ ask: codeRequestForm, prove: codeForm }),
}))

export const action = submit(routes.access.fileLogin, 'visitor', {
  ask: intent(codeRequestForm, async ({ form, services, client, url, identity }) => {
    const { share, email } = form
    // A browser can show this page from memory to someone who has long confirmed their address in it.
    if (share !== undefined && provedEmails(identity).includes(emailAddress(email) ?? ''))
      return wantedOf(url, share)
    if (share === undefined) {
      await services.rooms.entryLinks.ask(client, email)
      return href(routes.access.fileLogin, {}, { step: 'links' })
    }
    await services.viewing.codes.ask(client, share, email)
    return href(routes.access.fileLogin, {}, { share, email, step: 'code', to: wantedBy(url) })
  }),
  prove: proof(codeForm, async ({ form, services, client, visitor, url }) => {
    const email = await services.viewing.codes.prove(client, form.share, form.email, form.code)
    const id = await services.viewing.readers.start(client, email)
    const cookie = await visitor.cookies.reader.serialize(id)
    return redirect(wantedOf(url, form.share), { status: 303, headers: { 'Set-Cookie': cookie } })
  }),
})

/** Where someone who has confirmed their address goes on: to what they came for, if it is of this share. */
function wantedOf(url: URL, share: string): string {
  const wanted = wantedBy(url)
  return shareIn(wanted) === share ? ownPath(wanted) : href(routes.reading.entry, { ShareGuid: share })
}

export const meta = titled<typeof loader>(({ isRoom }) => `Open a ${isRoom ? 'data room' : 'file'}`)

export default function FileLogin() {
  const { share, email, step, to, isRoom } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      {step === 'links' ? (
        <LinksSent />
      ) : share === '' ? (
        <AskForLinks email={email} answer={answer} to={to} />
      ) : step === 'code' ? (
        <TypeCode share={share} email={email} answer={answer} to={to} isRoom={isRoom} />
      ) : (
        <TypeAddress share={share} email={email} answer={answer} to={to} isRoom={isRoom} />
      )}
    </div>
  )
}

type Step = { email: string; answer: FormAnswer | undefined; to: string | undefined }
type ShareStep = Step & { share: string; isRoom: boolean }

function TypeAddress({ share, email, answer, to, isRoom }: ShareStep) {
  return (
    <>
      <h1>Open a protected {isRoom ? 'data room' : 'file'}</h1>
      <p>
        {isRoom
          ? 'Someone invited you to a data room. Confirm the email address they invited.'
          : 'Someone shared a file with you. Confirm the email address they sent it to.'}
      </p>
      <Form intent="ask" answer={answer}>
        <input type="hidden" name="share" value={share} />
        <EmailField
          label="Your email address"
          hint="We’ll email you a six-digit code."
          value={email}
          enterKeyHint="send"
          hasFocus
          answer={answer}
        />
        <Submit className="btn-main btn-big wide">Email me a code</Submit>
      </Form>
      <p className="small soft">
        {isRoom
          ? 'The room’s owner sees your email address, when you enter, which files and pages you read and for how long, and your network address.'
          : 'The sender sees your email address, when you open the file, which pages you read and for how long, and your network address.'}
      </p>
      <p className="small">
        Have an account with this address?{' '}
        <a
          href={href(
            routes.access.login,
            {},
            { to: to ?? href(routes.reading.entry, { ShareGuid: share }), email: email || undefined },
          )}
        >
          Sign in instead
        </a>
      </p>
      {isRoom ? <AskTheOwner /> : <AskForAccess share={share} email={email} />}
    </>
  )
}

function TypeCode({ share, email, answer, to, isRoom }: ShareStep) {
  return (
    <>
      <h1>Enter the verification code</h1>
      <p>
        If <strong>{email}</strong> has access to this {isRoom ? 'data room' : 'file'}, we’ve emailed it a
        six-digit code. It works for 15 minutes.
      </p>
      <Form intent="prove" answer={answer}>
        <input type="hidden" name="share" value={share} />
        <input type="hidden" name="email" value={email} />
        <CodeField enterKeyHint="go" hasFocus answer={answer} />
        <Submit className="btn-main btn-big wide">Continue</Submit>
      </Form>{' '}
      <Form intent="ask" answer={answer}>
        <input type="hidden" name="share" value={share} />
        <input type="hidden" name="email" value={email} />
        <div className="row">
          <Submit className="btn-quiet btn-small">Send a new code</Submit>{' '}
          <a className="small" href={href(routes.access.fileLogin, {}, { share, to })}>
            Use another address
          </a>
        </div>
      </Form>
      {isRoom ? <AskTheOwner /> : <AskForAccess share={share} email={email} />}
    </>
  )
}

function AskTheOwner() {
  return <p className="small">No code? Ask the person who invited you which address they used.</p>
}

function AskForAccess({ share, email }: { share: string; email: string }) {
  return (
    <p className="small">
      No code, or no access yet?{' '}
      <a href={href(routes.requests.access, { ShareGuid: share }, { email: email || undefined })}>
        Ask for access
      </a>
    </p>
  )
}

/** For someone who comes without a link: codes belong to a file, so the links come first. */
function AskForLinks({ email, answer, to }: Step) {
  return (
    <>
      <h1>Open a protected file</h1>
      <p>
        Use the link we emailed you about the file or data room. If you no longer have that email, enter the
        address it was sent to, and we’ll email you the links to everything shared with it.
      </p>
      <Form intent="ask" answer={answer}>
        <EmailField label="Your email address" value={email} enterKeyHint="send" hasFocus answer={answer} />
        <Submit className="btn-main btn-big wide">Email me my links</Submit>
      </Form>
      <p className="small">
        Have an account?{' '}
        <a href={href(routes.access.login, {}, { to, email: email || undefined })}>Sign in</a>
      </p>
    </>
  )
}

/** The same for every address. */
function LinksSent() {
  return (
    <>
      <h1>Check your email</h1>
      <p>
        If anything is shared with that address, we’ve emailed the links to it. Open one, then confirm your
        address with a verification code.
      </p>
      <p className="small soft">
        No email after a few minutes? Check your spam folder, or ask the sender for the link and which address
        they used.
      </p>
      <p className="small">
        <a href={href(routes.access.fileLogin)}>Use another address</a>
      </p>
    </>
  )
}
