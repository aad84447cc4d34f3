import { useActionData, useLoaderData } from '@remix-run/react'
import { closeAccountForm } from '#server/accounts/forms.ts'
import { closedKept, erasureTime } from '#server/rules/accounts/closing.ts'
import { problems } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { BackHead } from '#app/ui/frame/back-head.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { PasswordField } from '#app/ui/forms/credential-fields.tsx'
import { Field, fieldOf, FieldErrors, Form, Submit } from '#app/ui/forms/form.tsx'
import { Consequences } from '#app/ui/consequences.tsx'
import { settingsPath } from '#app/ui/tab-names.ts'
import { titled } from '#app/request/titled.ts'
import { deletionOutlook } from './deletion-outlook.server.ts'
import { action as submit, proof } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { leaveWithNotice } from '#app/request/sign-in/sign-in.server.ts'

export const loader = load(routes.settings.delete, 'user', async ({ user, session, ...context }) => {
  const { hasPassword } = session
  if (await context.services.accounts.closing.isLastOperator(user))
    return { refusal: problems.lastOperator.text }
  const constraints = constraintsOf({ deleteAccount: closeAccountForm })
  return { refusal: null, hasPassword, constraints, ...(await deletionOutlook(context, user)) }
})

export const action = submit(routes.settings.delete, 'user', {
  deleteAccount: proof(closeAccountForm, async ({ form, user, ...context }) => {
    const closedAt = await context.services.accounts.closing.close(user, form)
    const date = erasureTime(closedAt, user.timeZone)
    const notice = `Your account is closed and will be deleted permanently on ${date}. We’ve emailed you how to keep it until then.`
    return leaveWithNotice(context, href(routes.access.login), notice)
  }),
})

export const meta = titled('Delete my account')

export default function DeleteAccount() {
  const outlook = useLoaderData<typeof loader>()
  return (
    <>
      <BackHead back={{ to: settingsPath('data'), label: 'Your data' }} title="Delete my account" />
      <div className="measure card stack-wide">
        {outlook.refusal === null ? <Deletion {...outlook} /> : <p>{outlook.refusal}</p>}
      </div>
    </>
  )
}

type Outlook = Awaited<ReturnType<typeof deletionOutlook>> & { hasPassword: boolean }

function Deletion({ atOnce, later, stays, hasPassword }: Outlook) {
  const answer = useActionData<typeof action>()
  const understood = fieldOf(answer, 'isUnderstood')
  return (
    <>
      <Consequences title="Immediately" lines={atOnce} />
      <Consequences title={`After ${closedKept / 86_400_000} days, permanently`} lines={later} />
      <Consequences title="What stays" lines={stays} />
      <p>
        <a href={href(routes.settings.export)} download="">
          Export my data
        </a>{' '}
        first, if you want a copy.
      </p>
      <Form intent="deleteAccount" answer={answer}>
        {hasPassword ? (
          <PasswordField label="Your password" answer={answer} isRequired />
        ) : (
          <Field
            name="word"
            label="Enter the word delete"
            hint="Your account has no password, so this confirms that you mean it."
            autoComplete="off"
            answer={answer}
            isRequired
          />
        )}
        <div className={understood.errors.length > 0 ? 'bad-field' : undefined}>
          <FieldErrors name="isUnderstood" errors={understood.errors} />
          <Checkbox
            name="isUnderstood"
            label="I understand that my files are deleted permanently and can’t be recovered"
            answer={answer}
          />
        </div>
        <div className="row">
          <Submit className="btn-bad">Delete my account</Submit> <a href={settingsPath('data')}>Cancel</a>
        </div>
      </Form>
    </>
  )
}
