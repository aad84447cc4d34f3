import { useActionData, useLoaderData } from '@remix-run/react'
import { Inbox } from '#app/ui/icons/icons.ts'
import { Problem } from '#server/rules/problems.ts'
import { zipSharesForm } from '#server/zips/zip-forms.ts'
import { href, routes } from '#app/routes.ts'
import { BulkActs } from '#app/ui/tables/bulk.tsx'
import { Form } from '#app/ui/forms/form.tsx'
import { AreaHead } from '#app/ui/frame/area-head.tsx'
import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import { NothingFound } from '#app/ui/tables/nothing-found.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { ReceivedTable } from './received-table.tsx'
import { SearchForm } from '#app/ui/forms/search-form.tsx'
import { titled } from '#app/request/titled.ts'
import { listedReceived, modeLinks, receivedPath, receivedQuery } from './listed-received.server.ts'
import { action as submit, once } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { zipPath } from '#app/view-models/zip-links.server.ts'
import { pageText } from '#app/view-models/sent-list.server.ts'

export const loader = load(routes.received.index, 'user', async ({ user, ...context }) => {
  const query = receivedQuery(context.url)
  const { files, page, total, previous, next } = await listedReceived(context, user, query)
  if (page > 1 && files.length === 0) throw new Problem('notFound')
  return {
    files,
    isNarrowed: query.sender !== '' || query.mode !== 'all',
    sender: query.sender,
    kept: Object.fromEntries(new URL(receivedPath({ ...query, sender: '' }), context.url).searchParams),
    clear: receivedPath({ ...query, sender: '' }),
    modes: modeLinks(query, total),
    where: pageText(page, total),
    previous,
    next,
    address: user.email,
  }
})

export const action = submit(routes.received.index, 'user', {
  zip: once(zipSharesForm, async ({ form, visitor, services, client }) =>
    zipPath(await services.zips.ofShares(await visitor.identity(), form.share, client)),
  ),
})

export const meta = titled('Received files')

export default function Incoming() {
  const list = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isEmpty = list.files.length === 0
  if (isEmpty && !list.isNarrowed) {
    return (
      <>
        <AreaHead title="Received files" />
        <div className="card empty stack">
          <Inbox className="i" aria-hidden="true" />
          <h2>Nothing received yet</h2>
          <p className="soft">
            Files shared with {list.address}, or with another address you’ve confirmed, appear here.
          </p>
          <p>
            <a className="btn btn-main" href={href(routes.shares.new)}>
              Share a file
            </a>
          </p>
        </div>
      </>
    )
  }
  return (
    <>
      <AreaHead title="Received files" />
      <div className="tools">
        <ChoiceLinks label="Show" choices={list.modes} />{' '}
        <SearchForm
          action={href(routes.received.index)}
          label="Find by sender"
          name="sender"
          value={list.sender}
          kept={list.kept}
          clear={list.clear}
        />
      </div>
      {isEmpty ? (
        <NothingFound
          words="No files match"
          all={{ to: href(routes.received.index), label: 'Clear filters' }}
        />
      ) : (
        <Form intent="zip" answer={answer} className="list choosing">
          <ReceivedTable files={list.files} />
          <BulkActs acts={['Download as ZIP']} />
        </Form>
      )}
      <Pager label="Pages of the list" previous={list.previous} next={list.next} where={list.where} />
    </>
  )
}
