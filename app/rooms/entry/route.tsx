import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { provedEmails } from '#server/accounts/identity.ts'
import type { OwedTerms } from '#server/viewing/entry/acceptances.ts'
import { acceptTermsForm } from '#server/viewing/entry/forms.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { Message } from '#app/ui/tables/lines.tsx'
import { AcceptTerms } from '#app/ui/forms/accept-terms.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, intent } from '#app/request/action.server.ts'
import { leadFromClosedRoom } from '#app/view-models/ended.server.ts'
import { identify, loader as load } from '#app/request/loader.server.ts'
import { askIdentity } from '#app/view-models/reading.server.ts'
import { roomDoorBar } from '#app/view-models/door.server.ts'
import { beginning, roomEntry, type RoomEntry } from './room-entry.server.ts'
import { folderPath } from '#app/view-models/room-links.server.ts'
import { wantedBy } from '#app/request/sign-in/wanted.server.ts'

/** The sign-in page of a data room: who one is, then what one enters, then a button. Viewing it enters nothing. */
export const loader = load(routes.rooms.entry, 'visitor', async ({ identity, ...here }) => {
  const { services, params, url, now } = here
  const guid = params.RoomGuid
  // Before anything is looked up: to unknown people, every room looks like one that does not exist.
  if (provedEmails(identity).length === 0) return identify(here, guid)
  await leadFromClosedRoom(here, guid)
  const { room, refusal, mustEnter } = await services.rooms.entering.look(identity, guid)
  const timeZone = identity.user?.timeZone ?? 'UTC'
  const door = roomDoorBar(room.owner)
  if (refusal === 'roomNotYet')
    return { step: 'wait' as const, door, begins: beginning(room, now, timeZone)! }
  if (refusal === 'termsNeeded') {
    const terms = await services.rooms.acceptances.requiredStep(identity, guid)
    if (terms) return { step: 'terms' as const, door, terms }
  }
  if (refusal) throw new Problem(refusal)
  if (!mustEnter) throw redirect(wantedBy(url) ?? folderPath(room, guid), { status: 303 })
  return { step: 'enter' as const, door, entry: roomEntry(room, now, timeZone) }
})

export const action = submit(routes.rooms.entry, 'visitor', {
  accept: intent(acceptTermsForm, async ({ form, services, client, params, url, identity }) => {
    const guid = params.RoomGuid
    await services.rooms.acceptances.accept(identity, guid, form.terms, client)
    return href(routes.rooms.entry, { RoomGuid: guid }, { to: wantedBy(url) })
  }),
  enter: intent(buttonForm, async ({ identity, ...context }) => {
    const { services, client, params, url } = context
    const guid = params.RoomGuid
    const room = await services.rooms.entering
      .enter(identity, guid, client)
      .catch((error: unknown) => askIdentity(context, error, guid))
    return wantedBy(url) ?? folderPath(room, guid)
  }),
})

export const meta = titled('Enter data room')

export default function RoomUpload() {
  const page = useLoaderData<typeof loader>()
  return (
    <div className="card stack">
      {page.step === 'wait' ? (
        <Waiting begins={page.begins} />
      ) : page.step === 'terms' ? (
        <Terms terms={page.terms} />
      ) : (
        <Enter entry={page.entry} />
      )}
    </div>
  )
}

function Waiting({ begins }: { begins: { text: string; title: string; iso: string } }) {
  return (
    <>
      <h1>Not yet</h1>
      <p>
        Your access starts on{' '}
        <time dateTime={begins.iso} title={begins.title}>
          {begins.text}
        </time>
        . Come back then.
      </p>
      <p className="small">
        <a href={href(routes.access.logout)}>Not you?</a>
      </p>
    </>
  )
}

function Terms({ terms }: { terms: OwedTerms }) {
  const answer = useActionData<typeof action>()
  return (
    <>
      <h1>Terms of access</h1>
      <p>
        {terms.sender.name} ({terms.sender.email}) invited you to a data room and asks you to accept{' '}
        {terms.isTeams ? 'the team’s terms' : 'these terms'} first.
      </p>
      <AcceptTerms terms={terms} answer={answer} />
      <p className="small soft">
        You accept as {terms.email}. The owner gets a record of who accepted which text, when, and from which
        network address and browser. If you do not accept, close this page; nothing is recorded.
      </p>
    </>
  )
}

function Enter({ entry }: { entry: RoomEntry }) {
  const answer = useActionData<typeof action>()
  return (
    <>
      <p className="soft">{entry.owner} invited you to a data room</p>
      <h1 className="break">{entry.name}</h1>
      {entry.isFirst && entry.description ? <Message text={entry.description} /> : null}
      {entry.isFirst && entry.role ? (
        <p>
          Your role: <strong>{entry.role.name}</strong>. {entry.role.hint}
        </p>
      ) : null}
      {entry.end ? <p>{entry.end}</p> : null}
      <Form intent="enter" answer={answer}>
        <Submit className="btn-main wide">Enter</Submit>
      </Form>
      <p className="small soft">
        {entry.reader ? (
          <>
            You’re entering as {entry.reader} (<a href={href(routes.access.logout)}>not you?</a>).{' '}
          </>
        ) : null}
        {entry.isMarked ? 'Every page has a watermark that identifies you. ' : ''}
        The owner and co-owners see when you enter, which files and pages you view, what you print and
        download, and your network address.
      </p>
    </>
  )
}
