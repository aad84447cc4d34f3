import { data, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { duration } from '#server/rules/text/format.ts'
import type { PolicyFacts } from '#server/rules/sharing/policy.ts'
import { Problem, problems } from '#server/rules/problems.ts'
import { shownAs, type ShownAs } from '#server/rules/sharing/security.ts'
import { href, routes } from '#app/routes.ts'
import { Message } from '#app/ui/tables/lines.tsx'
import { FirstPage } from '#app/ui/icons/file-icon.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { ReaderLinks } from '#app/reading/shared/reader-links.tsx'
import { SenderHead } from '#app/ui/frame/sender-head.tsx'
import { TimeLeftShown } from '#app/ui/time-left.tsx'
import { doorLabels } from '#app/view-models/door-labels.ts'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, intent } from '#app/request/action.server.ts'
import { leadFromClosedRoom, tellEnd } from '#app/view-models/ended.server.ts'
import { identify, loader as load } from '#app/request/loader.server.ts'
import { readerLinks } from '#app/reading/shared/reader-links.server.ts'
import { doorBar, factsAtDoor } from '#app/view-models/door.server.ts'
import { askIdentity, isCounted, leadToStep } from '#app/view-models/reading.server.ts'
import { retryText } from '#app/view-models/lists/tried-again.server.ts'
import { roomFilePath } from '#app/view-models/room-links.server.ts'
import { isAgain, timeLeft } from '#app/reading/shared/time-left.server.ts'

/** What the reader will get, or why not. Viewing this starts nothing and counts nothing. */
export const loader = load(routes.reading.entry, 'visitor', async ({ identity, ...here }) => {
  const { services, client, params } = here
  const guid = params.ShareGuid
  const look = await services.viewing.pages.look(identity, guid)
  if (look.refusal === 'identityNeeded') return identify(here, guid)
  if (!look.found) {
    await leadFromClosedRoom(here, guid)
    throw new Problem(look.refusal ?? 'notFound')
  }
  if (look.found.room)
    throw redirect(roomFilePath(look.found.room, guid, look.found.room.parentGuid), { status: 303 })
  if (look.found.policyFacts.relationship === 'owner')
    throw redirect(href(routes.shares.details, { ShareGuid: guid }))
  leadToStep(look.refusal, guid)
  if (look.refusal && look.refusal !== 'processing') {
    if (isCounted(here))
      await services.viewing.pages.noteRefusedLook(look, client, { isAgain: isAgain(here) })
    await tellEnd(here, look.refusal, look.found)
    throw new Problem(look.refusal)
  }
  const { found, mayDownload, mayPrint } = look
  const sender = await services.viewing.personalLinks.senderOf(guid)
  if (!found.policyFacts.isWebView && found.isViewOnly) {
    if (isCounted(here)) await services.viewing.pages.noteNothingToRead(found, client)
    await tellEnd(here, 'viewNotAllowed', found)
  }
  // There is no program here for its kind, and its bytes cannot be downloaded.
  if (found.file.renderError && !found.policyFacts.isWebView && !mayDownload)
    await tellEnd(here, 'renderError', found)
  const shown = shownAs(found.file.kind, found.policyFacts.isWebView)
  const page = {
    isWaiting: look.refusal === 'processing',
    again: await retryText(here, found.file.guid, look.refusal === 'processing'),
    name: found.file.name,
    picture: services.viewing.firstPages.isSeenBy(found)
      ? href(routes.reading.thumbnail, { ShareGuid: guid })
      : null,
    sender: { ...found.sender, company: sender?.company ?? null },
    door: doorBar(sender),
    message: found.message,
    shownAs: shown,
    facts: factsAtDoor({ ...found.file, mayDownload, mayPrint, shownAs: shown }),
    reader: found.email,
    saysToBe: found.email === null ? found.saysToBe : null,
    // What is not shown in the browser leads only to the download, once it is opened.
    download:
      !found.policyFacts.isWebView && found.policyFacts.isOpened
        ? href(routes.reading.download, { ShareGuid: guid })
        : null,
    isMarked: found.watermark !== null,
    end: clockOf(found.policyFacts),
    startsClock: found.policyFacts.destructSeconds > 0 && found.policyFacts.firstViewedAt === null,
    timeLeft: timeLeft(here, found.policyFacts, { withoutReading: true }),
    links: await readerLinks(here, found),
  }
  return data(page, { status: page.isWaiting ? problems.processing.http : 200 })
})

export const action = submit(routes.reading.entry, 'visitor', {
  open: intent(buttonForm, async ({ identity, ...context }) => {
    const { services, client, params } = context
    const guid = params.ShareGuid
    await services.viewing.pages
      .open(identity, guid, client)
      .catch((error: unknown) => askIdentity(context, error, guid))
    return href(routes.reading.view, { ShareGuid: guid })
  }),
})

export const meta = titled('Open a file')

export default function File() {
  const file = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <SenderHead sender={file.sender} did="shared this file with you" />
      {file.picture ? (
        <div className="sender">
          <FirstPage src={file.picture} isLarge /> <h1>{file.name}</h1>
        </div>
      ) : (
        <h1>{file.name}</h1>
      )}
      <p className="soft">{file.facts}</p>
      {file.message ? <Message text={file.message} /> : null}
      {file.end ? <p>{file.end}</p> : null}
      {file.timeLeft ? (
        <p>
          <TimeLeftShown left={file.timeLeft} before="Time left: " />.
        </p>
      ) : null}
      {file.isWaiting ? (
        <output className="block">
          {file.again ??
            `Encrypting: ${file.shownAs === 'player' ? 'the file is' : 'the pages are'} being prepared. This page refreshes automatically.`}
        </output>
      ) : file.download ? (
        <p>
          <a className="btn btn-main btn-big wide" href={file.download} download="">
            Download
          </a>
        </p>
      ) : (
        <Form intent="open" answer={answer}>
          <Submit className="btn-main btn-big wide">{doorLabels.open(file.startsClock)}</Submit>
        </Form>
      )}
      {file.links.length > 0 ? (
        <p className="row">
          <ReaderLinks links={file.links} />
        </p>
      ) : null}
      <p className="small soft">
        {file.reader ? (
          <>
            You’re reading as {file.reader} (<a href={href(routes.access.logout)}>not you?</a>).{' '}
          </>
        ) : (
          `You’re reading as a visitor with this link${file.saysToBe ? `, named ${file.saysToBe} (not verified)` : ''}. `
        )}
        {file.isMarked ? 'Every page carries your watermark. ' : ''}
        {seenBySender[file.shownAs]}
      </p>
    </div>
  )
}

const seenBySender: Record<ShownAs, string> = {
  pages:
    'The sender sees when you open the file, which pages you read and for how long, and your network address.',
  player: 'The sender sees when you open the file, when you open its player, and your network address.',
  download: 'The sender sees when you open and download the file, and your network address.',
}

/** What opening starts, if it starts a timer: for this reader, or for all who have the link. */
function clockOf({ destructSeconds, firstViewedAt, relationship }: PolicyFacts): string | null {
  if (destructSeconds <= 0 || firstViewedAt !== null) return null
  const time = duration(destructSeconds * 1000)
  return relationship === 'link visitor'
    ? `The file self-destructs ${time} after anyone with the link first opens it. Opening it now starts the timer for everyone.`
    : `The file self-destructs ${time} after you open it.`
}
