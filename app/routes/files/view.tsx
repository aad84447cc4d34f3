import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { productName } from '#server/rules/product.ts'
import { href } from '../../routes.ts'
import { Mark } from '../../ui/brand.tsx'
import { Form, Submit } from '../../ui/form.tsx'
import { PagePictures } from '../../ui/page-pictures.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ReaderLinks } from '../../ui/reader-links.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { TimeLeftShown } from '../../ui/time-left.tsx'
import { action as submit, buttonForm, intent } from '../../web/action.server.ts'
import { loader as load, type Given } from '../../web/loader.server.ts'
import { readerLinks } from '../../web/reader-links.server.ts'
import {
  askIdentity,
  firstPage,
  isCounted,
  leadOn,
  pagePicture,
  screenLength,
  versionIn,
} from '../../web/reading.server.ts'
import { isAgain, timeLeft } from '../../web/time-left.server.ts'
import { requireView } from '../../web/viewed-as.server.ts'

/** A screen of pages. Who has not opened the file, or not said who he is, is led to where that is done. */
export const loader = load(async (given) => {
  const { visitor, services, client, params } = given
  const guid = params['ShareGuid'] ?? ''
  const count = screenLength(given)
  const version = versionIn(given)
  const isSeenAgain = { isCounted: isCounted(given), isAgain: isAgain(given) }
  const range = { first: firstPage(given, count), count, ...isSeenAgain, version }
  const viewAs = await requireView(given, guid).catch((error: unknown) => leadOn(given, error, guid))
  const screen = await services.viewing
    .screen(await visitor.identity(), guid, range, client)
    .catch((error: unknown) => leadOn(given, error, guid))
  const { found } = screen
  const total = found.file.pageCount
  const first = screen.pages[0]?.number ?? 1
  const last = screen.pages.at(-1)?.number ?? first
  const isOwner = found.gate.standing === 'owner'
  return {
    name: version ? `${found.file.name}, version ${version}` : found.file.name,
    pages: screen.pages.map((page) => pagePicture(guid, page, found.file.kind, version)),
    total,
    where: first === last ? `Page ${first} of ${total}` : `Pages ${first} to ${last} of ${total}`,
    previous:
      first > 1
        ? href('view', { ShareGuid: guid }, { page: Math.max(1, first - count), version, viewAs })
        : null,
    next: last < total ? href('view', { ShareGuid: guid }, { page: last + 1, version, viewAs }) : null,
    back: isOwner ? href('shareDetails', { ShareGuid: guid }) : href('file', { ShareGuid: guid }),
    download: screen.mayDownload ? href('download', { ShareGuid: guid }, { version, viewAs }) : null,
    mayPrint: screen.mayPrint && version === undefined,
    timeLeft: timeLeft(given, found.gate, { withoutReading: false }),
    links: await readerLinks(given, found),
  }
})

export const action = submit({
  print: intent(buttonForm, async (given: Given) => {
    const { visitor, services, client, params } = given
    const guid = params['ShareGuid'] ?? ''
    await requireView(given, guid).catch((error: unknown) => askIdentity(given, error, guid))
    await services.viewing
      .print(await visitor.identity(), guid, client)
      .catch((error: unknown) => askIdentity(given, error, guid))
    return href('print', { ShareGuid: guid })
  }),
})

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.name} – ${productName}` : productName },
]

export default function View() {
  const file = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="viewer viewer-reading">
      <SkipLink>Skip to the pages</SkipLink>
      <header className="viewer-bar">
        <a className="brand small" href={file.back}>
          <Mark />
          Back
        </a>
        <h1>{file.name}</h1>
        <span className="small soft mono">{file.where}</span>
        {file.timeLeft ? (
          <span className="small mono">
            <TimeLeftShown left={file.timeLeft} after=" left" />
          </span>
        ) : null}
        <div className="row end">
          <ReaderLinks links={file.links} />
          {file.mayPrint ? (
            <Form intent="print" answer={answer} className="row">
              <Submit className="button-quiet button-small">Print</Submit>
            </Form>
          ) : null}
          {file.download ? (
            <a className="button button-small" href={file.download}>
              Download
            </a>
          ) : null}
        </div>
      </header>
      <main id="content">
        <PagePictures pages={file.pages} total={file.total} />
        <Pager label="Screens of the document" previous={file.previous} next={file.next} where={file.where} />
      </main>
    </div>
  )
}
