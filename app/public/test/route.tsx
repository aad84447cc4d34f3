import { useActionData, useLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { Facts } from '#app/ui/tables/facts.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, intent } from '#app/request/action.server.ts'
import { browserFacts } from '#app/request/browser-facts.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'

export const loader = load(routes.public.test, 'anyone', async (context) => ({
  facts: browserFacts(context),
}))

/** That a form arrives says that its cookie and its token came through too. */
export const action = submit(routes.public.test, 'anyone', {
  tryForm: intent(buttonForm, async ({ visitor }) =>
    goWithNotice(
      visitor,
      href(routes.public.test, {}, { again: 1 }),
      'The form has arrived: forms and cookies work.',
      'good',
    ),
  ),
})

export const meta = titled('Browser test')

export default function Test() {
  const { facts } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>Browser test</h1>
      <p className="soft">
        What the server sees of this browser. Copy it into a message when something doesn’t work; it contains
        nothing secret.
      </p>
      <Facts facts={facts} />
      <p>
        <noscript>JavaScript is off in this browser. </noscript>
        Everything here works with and without JavaScript.
      </p>
      <Form intent="tryForm" answer={answer}>
        <Submit>Try a form</Submit>
      </Form>
      <p className="small">
        <a href={href(routes.public.send)}>Send a test file</a>
      </p>
    </div>
  )
}
