import { useActionData, useLoaderData } from '@remix-run/react'
import { maxDirectRows } from '#server/rules/product/exported-lists.ts'
import { action as submit, buttonForm, once, type FormAnswer } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { href, routes } from '#app/routes.ts'
import { requestIn, pageOf } from '#app/exports/shared/export-request.server.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { BackHead } from '#app/ui/frame/back-head.tsx'

/** Before a long list is prepared: what it is, and that it takes a while. */
export const loader = load(routes.exports.ask, 'user', async (context) => {
  const request = await requestIn(context)
  const identity = await context.visitor.identity()
  const { name } = await context.services.exports.lists.find(identity, request)
  return { file: `${name}.${request.format}`, back: pageOf(request.list, request.of ?? '') }
})

export const action = submit(routes.exports.ask, 'user', {
  prepareExport: once(buttonForm, async (context) => {
    const Export = await context.services.exports.prepared.begin(context.user, await requestIn(context))
    return href(routes.exports.page, { Export })
  }),
})

export const meta = titled('Prepare export')

export default function AskForExport() {
  const { file, back } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  return (
    <>
      <BackHead back={back} title="Prepare export" />
      <div className="measure card stack">
        <p className="break">
          <strong>{file}</strong> may have more than {maxDirectRows.toLocaleString('en')} rows, so it takes a
          while to prepare.
        </p>
        <p>We’ll email you a link when it’s ready, if it takes longer than a minute.</p>
        <Form intent="prepareExport" answer={answer}>
          <Submit>Prepare export</Submit>
        </Form>
      </div>
    </>
  )
}
