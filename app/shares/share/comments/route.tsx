import { useActionData, useLoaderData } from '@remix-run/react'
import { answerForm, answersReadForm, removeAnswerForm } from '#server/viewing/entry/forms.ts'
import { countBadge } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { ShareHead } from '#app/shares/share/shared/share-head.tsx'
import { Thread } from '#app/ui/thread.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, intent, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { orTrash } from '#app/view-models/ended.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { shareHead } from '#app/shares/share/shared/share-head.server.ts'
import { shareThreads } from './share-threads.server.ts'

/** The comments on one share, a thread for each recipient. For its owner alone. */
export const loader = load(
  routes.shares.comments,
  'user',
  orTrash(async ({ user, ...context }) => {
    const guid = context.params.ShareGuid
    const { share, ...threads } = await shareThreads(context, user, guid)
    const constraints = constraintsOf({ write: answerForm })
    return { ...threads, head: await shareHead(context, user, share), constraints }
  }),
)

export const action = submit(routes.shares.comments, 'user', {
  write: once(answerForm, async ({ form, user, ...context }) => {
    const guid = context.params.ShareGuid
    const { recipient: recipientGuid, text, upTo } = form
    await context.services.viewing.threads.answer(user, guid, { recipientGuid, text, upTo }, context.client)
    return goWithNotice(context.visitor, threadPath(guid, recipientGuid), 'Comment sent.', 'good')
  }),
  read: intent(answersReadForm, async ({ form, user, ...context }) => {
    const guid = context.params.ShareGuid
    await context.services.viewing.threads.read(user, guid, form.recipient, form.upTo)
    return threadPath(guid, form.recipient)
  }),
  remove: once(removeAnswerForm, async ({ form, user, ...context }) => {
    const guid = context.params.ShareGuid
    await context.services.viewing.threads.remove(user, guid, form.recipient, form.number)
    return goWithNotice(context.visitor, threadPath(guid, form.recipient), 'Comment deleted.', 'good')
  }),
})

function threadPath(guid: string, recipient: string): string {
  return href(routes.shares.comments, { ShareGuid: guid }, { with: recipient })
}

export const meta = titled('Comments')

export default function ShareComments() {
  const { people, thread, head } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <ShareHead head={head} here="Comments" />
      {thread ? (
        <div className={people.length > 1 ? 'room' : undefined}>
          {people.length > 1 ? <People people={people} /> : null}
          <section className="measure card stack" aria-labelledby="thread">
            <header>
              <h2 id="thread" className="break">
                {thread.other}
              </h2>
              <p className="small soft">Only you and this person see these comments.</p>
            </header>
            <Thread comments={thread.comments} unread={thread.unread} closed={thread.closed} answer={answer}>
              <input type="hidden" name="recipient" value={thread.recipient} />
            </Thread>
          </section>
        </div>
      ) : (
        <p className="card empty">
          Comments are between you and a named recipient. This file was shared without naming anyone.
        </p>
      )}
    </>
  )
}

type Person = ReturnType<typeof useLoaderData<typeof loader>>['people'][number]

/** Whose comments are shown, beside them; where there is no place beside them, behind a switch. */
function People({ people }: { people: Person[] }) {
  const chosen = people.find(({ isChosen }) => isChosen)
  return (
    <div>
      <details className="tree-switch">
        <summary className="btn">
          {chosen ? (
            <>
              <span className="unseen">People: </span>
              {chosen.name || chosen.email}
            </>
          ) : (
            'People'
          )}
        </summary>
      </details>
      <nav className="tree threads" aria-label="People">
        <ul>
          {people.map((person) => (
            <li key={person.key}>
              <a href={person.to} aria-current={person.isChosen ? 'page' : undefined}>
                <span>{person.name || person.email}</span>
                {person.unread > 0 ? (
                  <span className="n nowrap">
                    {' '}
                    ({countBadge(person.unread)}
                    <span className="unseen"> new</span>)
                  </span>
                ) : null}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
