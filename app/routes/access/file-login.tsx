import { redirect, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { codeForm, codeRequestForm } from '#server/viewing/forms.ts'
import { productName } from '#server/rules/product.ts'
import { href } from '../../routes.ts'
import { Field, Form, Submit } from '../../ui/form.tsx'
import { action as submit, intent, type FormAnswer } from '../../web/action.server.ts'
import { loader as load } from '../../web/loader.server.ts'

/** The recipient's door: first the address, then the code that was mailed to it (B3, B18). */
export const loader = load(async ({ url }) => ({
  share: url.searchParams.get('share') ?? '',
  email: url.searchParams.get('email') ?? '',
  isAsked: url.searchParams.get('step') === 'code',
}))

export const action = submit({
  ask: intent(codeRequestForm, async ({ form, services, client }) => {
    await services.codes.ask(client, form.share, form.email)
    return href('fileLogin', {}, { share: form.share, email: form.email, step: 'code' })
  }),
  prove: intent(codeForm, async ({ form, services, client, visitor }) => {
    const email = await services.codes.prove(client, form.share, form.email, form.code)
    const id = await services.readers.start(client, email)
    const cookie = await visitor.cookies.reader.serialize(id)
    return redirect(href('file', { ShareGuid: form.share }), {
      status: 303,
      headers: { 'Set-Cookie': cookie },
    })
  }),
})

export const meta: MetaFunction = () => [{ title: `Open a file – ${productName}` }]

export default function FileLogin() {
  const { share, email, isAsked } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="sheet stack">
      {isAsked ? (
        <TypeCode share={share} email={email} answer={answer} />
      ) : (
        <TypeAddress share={share} email={email} answer={answer} />
      )}
    </div>
  )
}

type Step = { share: string; email: string; answer: FormAnswer | undefined }

function TypeAddress({ share, email, answer }: Step) {
  return (
    <>
      <h1>Open a protected file</h1>
      <p>Somebody shared a file with you. Confirm the address it was sent to.</p>
      <Form intent="ask" answer={answer}>
        <input type="hidden" name="share" value={share} />
        <Field
          name="email"
          label="Your e-mail address"
          hint="We send a six-digit code to it."
          type="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="send"
          value={email}
          answer={answer}
          isRequired
        />
        <Submit className="button-wide">Send me a code</Submit>
      </Form>
      <p className="small soft">
        The sender sees your address, when you open the file, which pages you look at, and your network
        address.
      </p>
    </>
  )
}

function TypeCode({ share, email, answer }: Step) {
  return (
    <>
      <h1>Type the code</h1>
      <p>
        If <strong>{email}</strong> is on the list of this file, a six-digit code was sent to it. It works for
        15 minutes.
      </p>
      <Form intent="prove" answer={answer}>
        <input type="hidden" name="share" value={share} />
        <input type="hidden" name="email" value={email} />
        <Field
          name="code"
          label="Six-digit code"
          className="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          enterKeyHint="go"
          maxLength={12}
          answer={answer}
          isRequired
        />
        <Submit className="button-wide">Continue</Submit>
      </Form>
      <Form intent="ask" answer={answer}>
        <input type="hidden" name="share" value={share} />
        <input type="hidden" name="email" value={email} />
        <div className="row">
          <Submit className="button-quiet button-small">Send a new code</Submit>
          <a className="small" href={href('fileLogin', {}, { share })}>
            Use another address
          </a>
        </div>
      </Form>
    </>
  )
}
