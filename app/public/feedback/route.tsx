import { useActionData, useLoaderData } from '@remix-run/react'
import { feedbackForm } from '#server/accounts/forms.ts'
import { feedbackCategories, maxFeedbackLength } from '#server/rules/product/feedback.ts'
import { href, routes } from '#app/routes.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { EmailField } from '#app/ui/forms/credential-fields.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'

export const loader = load(routes.public.feedback, 'anyone', async ({ visitor }) => ({
  email: (await visitor.user())?.email ?? '',
  constraints: constraintsOf({ feedback: feedbackForm }),
}))

export const action = submit(routes.public.feedback, 'anyone', {
  feedback: once(feedbackForm, async ({ form, services, client }) => {
    await services.accounts.feedback.give(client, { ...form, email: form.email ?? null })
    return href(routes.public.thankYou)
  }),
})

export const meta = titled('Feedback')

export default function Feedback() {
  const { email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>Feedback</h1>
      <p className="soft">
        We email this to the administrators of this server, along with the name of your browser.
      </p>
      <Form intent="feedback" answer={answer} className="stack">
        <Choices
          name="category"
          legend="What is it about?"
          options={feedbackCategories}
          standard="problem"
          answer={answer}
        />
        <Field
          name="message"
          label="Message"
          hint={`Up to ${maxFeedbackLength} characters, no links or addresses.`}
          rows={6}
          answer={answer}
        />
        <EmailField
          label="Email address (optional)"
          hint="Only if you’d like a reply."
          value={email}
          answer={answer}
        />
        <Submit>Send feedback</Submit>
      </Form>
    </div>
  )
}
