import { useActionData, useLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { Acceptances, AcceptedText } from '#app/ui/tables/acceptance-table.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { ShareHead } from '#app/shares/share/shared/share-head.tsx'
import { action as submit, buttonForm, intent, type Intent } from '#app/request/action.server.ts'
import { orTrash } from '#app/view-models/ended.server.ts'
import { loader as load, type ContextAt } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { shareHead } from '#app/shares/share/shared/share-head.server.ts'
import { termsRecords } from '#app/view-models/records/terms-records.server.ts'

/** The terms of one share: the text, and who accepted which when from where. For its owner alone. */
export const loader = load(
  routes.shares.terms,
  'user',
  orTrash(async ({ user, ...context }) => {
    const guid = context.params.ShareGuid
    const { share, ...records } = await termsRecords(context, user, guid)
    return { ...records, head: await shareHead(context, user, share) }
  }),
)

/** Whether an email is sent each time that someone accepts. */
function choose(isTold: boolean): Intent<ContextAt<'shares.terms', 'user'>> {
  return intent(buttonForm, async ({ user, ...context }) => {
    const guid = context.params.ShareGuid
    await context.services.viewing.acceptanceRecords.chooseEmails(user, guid, { isTold })
    const notice = isTold
      ? 'You’ll get an email each time someone accepts.'
      : 'Emails off. Acceptances are still recorded.'
    return goWithNotice(context.visitor, href(routes.shares.terms, { ShareGuid: guid }), notice, 'good')
  })
}

export const action = submit(routes.shares.terms, 'user', { tell: choose(true), stopTelling: choose(false) })

export const meta = titled('Terms of access')

export default function ShareTerms() {
  const terms = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <ShareHead head={terms.head} here="Terms" />
      <div className="stack-wide">
        <section className="measure card stack">
          <h3>{terms.text?.isOlder ? 'Accepted terms' : 'Terms recipients accept'}</h3>
          {terms.text ? (
            <AcceptedText text={terms.text} current={terms.current} />
          ) : (
            <NoText areRequired={terms.isRequired} />
          )}
          {terms.asksAgain && !terms.text?.isOlder ? (
            <p className="small soft">
              When the team changes its terms, anyone who accepted an earlier version is asked again next
              time.
            </p>
          ) : null}
        </section>
        {terms.isRequired || terms.isTold ? (
          <section className="measure card stack" id="letters">
            <h3>Emails to you</h3>
            <p>
              {terms.isTold
                ? 'You get an email each time someone accepts this file’s terms.'
                : 'You don’t get an email when someone accepts this file’s terms.'}
            </p>
            <Form intent={terms.isTold ? 'stopTelling' : 'tell'} answer={answer}>
              <Submit className="btn-quiet">{terms.isTold ? 'Turn emails off' : 'Turn emails on'}</Submit>
            </Form>
          </section>
        ) : null}
        <Acceptances rows={terms.rows} pager={terms.pager} exportTo={terms.export} />
      </div>
    </>
  )
}

function NoText({ areRequired }: { areRequired: boolean }) {
  return (
    <p className="soft">
      {areRequired
        ? 'Your team has no terms yet, so recipients aren’t asked to accept any. Its owner can add them in the settings.'
        : 'This share has no terms.'}
    </p>
  )
}
