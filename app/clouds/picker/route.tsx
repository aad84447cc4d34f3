import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pickedIn, pickForm, placeOf } from '#server/clouds/copying/copy-forms.ts'
import { cloudLabels } from '#server/rules/files/clouds.ts'
import { counted } from '#server/rules/text/format.ts'
import { action as submit, intent, type FormAnswer } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { href, routes } from '#app/routes.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { FieldErrors, fieldOf, Form, Submit } from '#app/ui/forms/form.tsx'
import { AreaHead } from '#app/ui/frame/area-head.tsx'
import { backOf, connectPath } from '#app/clouds/shared/copy-links.server.ts'
import { placeIn, queryOf } from './picked-place.ts'
import { PickTable } from './pick-table.tsx'
import { pickerPage } from './picker.server.ts'

export const loader = load(routes.clouds.pick, 'user', async ({ user, ...context }) => {
  const { params, services, url } = context
  const copy = await services.clouds.copies.find(user, params.CopyGuid)
  if (copy.state !== 'choosing') throw redirect(href(routes.clouds.copy, params))
  const page = await pickerPage(context, user, copy)
  return {
    ...page,
    constraints: constraintsOf({ pick: pickForm }),
    back: await backOf(context, copy),
    connect: connectPath(copy, url.pathname + url.search),
  }
})

export const action = submit(routes.clouds.pick, 'user', {
  pick: intent(pickForm, async ({ form, user, ...context }) => {
    const { params, services, client, url, visitor } = context
    const { copies } = services.clouds
    const copy = await copies.find(user, params.CopyGuid)
    const progress = href(routes.clouds.copy, params)
    // Pressed twice, it has begun already.
    if (copy.state !== 'choosing') return progress
    const picks = pickedIn(form.pick)
    const shown =
      form.clear === undefined ? form.shown : (await copies.chosen(copy)).map((row) => row.item_id)
    const kept = form.clear === undefined ? picks : []
    await copies.choose(user, copy.guid, { space: form.space, shown, picks: kept })
    if (form.start !== undefined) {
      const choices = { same_name: form.sameName, export_as: form.exportAs }
      await copies.start({ ...(await visitor.identity()), user }, copy.guid, choices, client)
      return goWithNotice(visitor, progress, `Copying from ${cloudLabels[copy.cloud]} has begun.`, 'good')
    }
    const here = placeIn(url.searchParams)
    const led = form.go === undefined ? null : placeOf(form.places, form.go)
    const found =
      led !== null
        ? placeIn(new URLSearchParams(led))
        : form.go === undefined && form.clear === undefined
          ? { ...here, words: form.words.trim(), cursor: null }
          : here
    const query = queryOf(found)
    return href(routes.clouds.pick, params) + (query === '' ? '' : `?${query}`)
  }),
})

export const meta = titled<typeof loader>((data) => `Choose from ${data.cloud}`)

export default function Picker() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <AreaHead
        title={`Choose from ${page.cloud}`}
        crumbs={[page.back]}
        facts={`${page.isVersion ? 'One file, which becomes the next version' : 'Files are copied here once'}. Up to ${page.limit} each.`}
      />
      {page.problem === null ? null : (
        <div className="note note-warn stack">
          <p>{page.problem}</p>
          {page.isDisconnected ? (
            <p>
              <a className="btn btn-main" href={page.connect}>
                Connect {page.cloud}
              </a>{' '}
              <a href={page.back.to}>Cancel</a>
            </p>
          ) : null}
        </div>
      )}
      {page.isDisconnected ? null : <Pick page={page} answer={answer} />}
    </>
  )
}

type PickProps = {
  page: Awaited<ReturnType<typeof pickerPage>> & { back: { to: string } }
  answer: FormAnswer | undefined
}

/** What is there, to choose from. */
function Pick({ page, answer }: PickProps) {
  const { errors } = fieldOf(answer, 'pick')
  return (
    <Form intent="pick" answer={answer} className="stack-wide choosing">
      {/* Enter in the field presses the first button of its form. */}
      <div className="unseen" aria-hidden="true">
        <input type="submit" name="search" value="Search files" tabIndex={-1} />
      </div>
      <input type="hidden" name="space" value={page.space} />
      <input type="hidden" name="places" value={page.places} />
      <div className="search-form">
        <label htmlFor="words" className="unseen">
          Search names
        </label>{' '}
        <input
          id="words"
          name="words"
          type="search"
          placeholder="Search names"
          defaultValue={page.words}
          autoComplete="off"
          enterKeyHint="search"
        />{' '}
        <Submit name="search" className="btn-small">
          Search
        </Submit>
      </div>
      <Places places={page.spaces} label="Storage" />
      <Places places={page.crumbs} label="Folders" />
      <FieldErrors name="pick" errors={errors} />
      {page.rows.length > 0 ? (
        <PickTable rows={page.rows} sent={sentIn(answer)} />
      ) : page.problem === null ? (
        <p className="soft">{page.words === '' ? 'This folder is empty.' : 'Nothing found.'}</p>
      ) : null}
      <div className="row">
        {page.first === null ? null : (
          <Submit name="go" className="btn-quiet">
            {page.first}
          </Submit>
        )}{' '}
        {page.next === null ? null : (
          <Submit name="go" className="btn-quiet">
            {page.next}
          </Submit>
        )}
      </div>
      {page.offersExports ? (
        <Choices
          name="exportAs"
          legend="Google documents become"
          standard="pdf"
          answer={answer}
          options={[
            { value: 'pdf', label: 'PDF' },
            { value: 'office', label: 'Word, Excel or PowerPoint' },
          ]}
        />
      ) : null}
      {page.isRoom ? (
        <Choices
          name="sameName"
          legend="If a file with the same name exists"
          standard="version"
          answer={answer}
          options={[
            { value: 'version', label: 'Add as a new version' },
            { value: 'both', label: 'Keep both' },
          ]}
        />
      ) : null}
      {page.chosen.length > 0 ? (
        <div className="note stack">
          <p>
            {counted(page.chosen.length, 'item')} chosen before: {page.chosen.slice(0, 10).join(', ')}
            {page.chosen.length > 10 ? ` and ${page.chosen.length - 10} more` : ''}.
          </p>
          <p>
            <Submit name="clear" className="btn-small">
              Clear choice
            </Submit>
          </p>
        </div>
      ) : null}
      <div className="row">
        <Submit name="start" className="btn-main">
          Copy files
        </Submit>{' '}
        <a href={page.back.to}>Cancel</a>
      </div>
    </Form>
  )
}

type PlacesProps = { places: { label: string; isHere: boolean }[]; label: string }

function Places({ places, label }: PlacesProps) {
  if (places.length === 0) return null
  return (
    <nav className="row small" aria-label={label}>
      {places.map((place) => (
        <span key={place.label} className={place.isHere ? 'strong' : undefined}>
          <Submit name="go" className="as-link">
            {place.label}
          </Submit>{' '}
        </span>
      ))}
    </nav>
  )
}

/** What a form that came back had chosen. */
function sentIn(answer: FormAnswer | undefined): Set<string> | null {
  const sent = answer?.result.initialValue?.['pick'] as unknown
  if (!answer) return null
  const texts = Array.isArray(sent) ? sent : [sent]
  return new Set(
    texts.flatMap((text) => {
      const id = typeof text === 'string' ? /^\{"id":("(?:[^"\\]|\\.)*")/.exec(text)?.[1] : undefined
      return id ? [JSON.parse(id) as string] : []
    }),
  )
}
