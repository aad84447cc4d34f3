import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Send } from '#app/ui/icons/icons.ts'
import { Problem } from '#server/rules/problems.ts'
import { chosenForm, sentActs, sentBulkForm } from '#server/shares/trash/bulk-forms.ts'
import { maxFound } from '#server/shares/lists/finding.ts'
import { href, routes } from '#app/routes.ts'
import { ExportLinks } from '#app/ui/tables/export-links.tsx'
import { BulkActs, BulkPage, isBulkAnswer } from '#app/ui/tables/bulk.tsx'
import { AreaHead } from '#app/ui/frame/area-head.tsx'
import { CopyLinks } from '#app/ui/copy-links.tsx'
import { ChoiceLinks, ChoiceMenu } from '#app/ui/forms/choice-links.tsx'
import { Form } from '#app/ui/forms/form.tsx'
import { NothingFound } from '#app/ui/tables/nothing-found.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { ShareDrop } from '#app/enhance/share-drop.tsx'
import { SearchForm } from '#app/ui/forms/search-form.tsx'
import { ShareTable } from '#app/ui/tables/share-table.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, type FormAnswer, onceAMinute } from '#app/request/action.server.ts'
import { trashConsequences } from '#app/view-models/trash-labels.server.ts'
import { deleteEach, sentBulk } from '#app/view-models/bulk.server.ts'
import { listedShares } from '#app/view-models/lists/listed-shares.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { zipPath } from '#app/view-models/zip-links.server.ts'
import {
  filterLinks,
  pageText,
  sentPath,
  sentQuery,
  sentRange,
  sortHeads,
  sortLinks,
} from '#app/view-models/sent-list.server.ts'

export const loader = load(routes.shares.index, 'user', async ({ user, ...context }) => {
  const query = sentQuery(context.url)
  const range = sentRange(context.url, query)
  const { page } = range
  const list = await listedShares(context, user, range)
  const [first] = list.shares
  if (first && context.url.searchParams.has('openfirst')) throw redirect(first.to)
  if (page > 1 && !first) throw new Problem('notFound')
  const next = list.hasMore ? { page: page + 1, after: list.lastKey } : null
  return {
    shares: list.shares,
    cut: list.isCut ? cutText : null,
    isEmpty: list.total === 0,
    isNarrowed: query.search !== '' || query.filter !== 'all',
    search: query.search,
    kept: Object.fromEntries(new URL(sentPath({ ...query, search: '' }), context.url).searchParams),
    filters: filterLinks(query, list.total),
    sorts: sortLinks(query),
    heads: sortHeads(query),
    here: sentPath(query),
    clear: sentPath({ ...query, search: '' }),
    where: pageText(page, list.total),
    previous: page > 1 ? sentPath(query, { page: page - 1, before: list.firstKey }) : null,
    next: next && sentPath(query, next),
    acts: sentActs,
    consequences: trashConsequences,
  }
})

const cutText = `More than ${maxFound.toLocaleString('en')} entries start like this, so not all were searched. Enter more of the name or address.`

export const action = submit(routes.shares.index, 'user', {
  bulk: onceAMinute(sentBulkForm, async ({ form, user, ...context }) => {
    const { act, share } = form
    if (act !== 'Download as ZIP') return Response.json(await sentBulk(context, user, { act, share }))
    const { services, visitor, client } = context
    return zipPath(await services.zips.ofShares(await visitor.identity(), share, client))
  }),
  deleteChosen: onceAMinute(chosenForm, async ({ form, user, ...context }) =>
    Response.json(await deleteEach(context, user, form.share)),
  ),
})

export const meta = titled('Sent files')

export default function Outgoing() {
  const list = useLoaderData<typeof loader>()
  const answer: unknown = useActionData()
  if (isBulkAnswer(answer)) {
    return (
      <BulkPage
        answer={answer}
        intent="deleteChosen"
        verb="Delete"
        consequences={list.consequences}
        back={{ to: list.here, label: 'Sent files' }}
      />
    )
  }
  if (list.isEmpty && !list.isNarrowed) return <NothingSent />
  return (
    <>
      <AreaHead title="Sent files" />
      <ShareDrop />
      <div className="tools">
        <ChoiceLinks label="Show" choices={list.filters} />{' '}
        <SearchForm
          action={href(routes.shares.index)}
          label="Find by name or person"
          name="q"
          value={list.search}
          kept={list.kept}
          clear={list.clear}
        />{' '}
        <ChoiceMenu label="Sort" choices={list.sorts} />
      </div>
      {list.cut ? <p className="note note-warn">{list.cut}</p> : null}
      {list.isEmpty ? (
        <NothingFound
          words="No files match"
          all={{ to: href(routes.shares.index), label: 'Clear filters' }}
        />
      ) : (
        <Form intent="bulk" answer={answer as FormAnswer | undefined} className="list choosing">
          <ShareTable shares={list.shares} heads={list.heads} />
          <BulkActs acts={list.acts} />
        </Form>
      )}
      <CopyLinks />
      <Pager label="Pages of the list" previous={list.previous} next={list.next} where={list.where} />
      <p className="small soft section">
        <ExportLinks
          to={{
            xlsx: href(routes.shares.sentExport),
            csv: href(routes.shares.sentExport, {}, { format: 'csv' }),
          }}
          what="All sent files"
        />{' '}
        · Found a leaked page? <a href={href(routes.shares.watermarkLookup)}>Who leaked this?</a>
      </p>
    </>
  )
}

function NothingSent() {
  return (
    <>
      <AreaHead title="Sent files" />
      <ShareDrop />
      <div className="card empty stack">
        <Send className="i" aria-hidden="true" />
        <h2>Nothing sent yet</h2>
        <p className="soft">Files you share appear here, with who has opened them.</p>
        <p>
          <a className="btn btn-main" href={href(routes.shares.new)}>
            Share a file
          </a>
        </p>
      </div>
    </>
  )
}
