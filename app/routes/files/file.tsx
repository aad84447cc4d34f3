import { data, redirect, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { expiryState } from '#server/rules/expiry.ts'
import { counted, duration, fileSize } from '#server/rules/format.ts'
import { Problem, problems } from '#server/rules/problems.ts'
import { productName } from '#server/rules/product.ts'
import { href } from '../../routes.ts'
import { Form, Submit } from '../../ui/form.tsx'
import { action as submit, buttonForm, intent } from '../../web/action.server.ts'
import { identify, loader as load } from '../../web/loader.server.ts'
import { askIdentity, isCounted, leadToStep } from '../../web/reading.server.ts'

/** What waits for the reader, or why not. Looking here starts nothing and counts nothing. */
export const loader = load(async (here) => {
  const { visitor, services, client, params, now } = here
  const guid = params['ShareGuid'] ?? ''
  const look = await services.viewing.look(await visitor.identity(), guid)
  if (look.refusal === 'identityNeeded') return identify(here, guid)
  if (!look.found) throw new Problem(look.refusal ?? 'notFound')
  if (look.found.gate.standing === 'owner') throw redirect(href('shareDetails', { ShareGuid: guid }))
  leadToStep(look.refusal, guid)
  if (look.refusal && look.refusal !== 'processing') {
    if (isCounted(here)) await services.viewing.noteRefusedLook(look, client)
    throw new Problem(look.refusal)
  }
  const { found, mayDownload, mayPrint } = look
  const page = {
    isWaiting: look.refusal === 'processing',
    name: found.file.name,
    sender: found.sender,
    message: found.message,
    facts: [
      fileSize(found.file.size),
      ...(found.file.pageCount > 0 ? [counted(found.file.pageCount, 'page')] : []),
      mayDownload ? 'may be downloaded' : 'no download',
      mayPrint ? 'may be printed' : 'no printing',
    ].join(', '),
    reader: found.email ?? found.saysToBe,
    isMarked: found.watermark !== null,
    end: endOf(found.gate, now),
    startsClock: found.gate.destructSeconds > 0 && found.gate.firstViewedAt === null,
  }
  return data(page, { status: page.isWaiting ? problems.processing.http : 200 })
})

export const action = submit({
  open: intent(buttonForm, async (given) => {
    const { visitor, services, client, params } = given
    const guid = params['ShareGuid'] ?? ''
    await services.viewing
      .open(await visitor.identity(), guid, client)
      .catch((error: unknown) => askIdentity(given, error, guid))
    return href('view', { ShareGuid: guid })
  }),
})

export const meta: MetaFunction = () => [{ title: `Open a file – ${productName}` }]

export default function File() {
  const file = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="sheet stack">
      <p className="soft">
        {file.sender.name} ({file.sender.email}) shares with you
      </p>
      <h1>{file.name}</h1>
      <p>{file.facts}</p>
      {file.message ? <p className="message">{file.message}</p> : null}
      {file.end ? <p>{file.end}</p> : null}
      {file.isWaiting ? (
        <output className="block">Encrypting: the pages are being prepared. This page renews itself.</output>
      ) : (
        <Form intent="open" answer={answer}>
          <Submit className="button-wide">
            {file.startsClock ? 'Open now and start the clock' : 'Open'}
          </Submit>
        </Form>
      )}
      <p className="small soft">
        {file.reader ? (
          <>
            You read as {file.reader} (<a href={href('logout')}>not you?</a>).{' '}
          </>
        ) : (
          'You read as a visitor of this link. '
        )}
        {file.isMarked ? 'Every page carries your mark. ' : ''}
        The sender sees when you open the file, which pages you look at, and your network address.
      </p>
    </div>
  )
}

function endOf(gate: Parameters<typeof expiryState>[0], now: number): string | null {
  const state = expiryState(gate, now)
  if (state.state !== 'open' || state.waits === 'no end') return null
  if (state.waits === 'first opening') {
    return `The file self-destructs ${duration(gate.destructSeconds * 1000)} after you open it.`
  }
  return `Time left: ${duration((state.endsAt ?? now) - now)}.`
}
