import { useLoaderData } from '@remix-run/react'
import { fileSize, utcMinute } from '#server/rules/text/format.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'
import { href, routes } from '#app/routes.ts'
import { SkipLink, SkipTarget } from '#app/ui/skip-link.tsx'
import { titled } from '#app/request/titled.ts'
import { ViewerBar } from '#app/reading/shared/viewer-bar.tsx'
import { loader as load } from '#app/request/loader.server.ts'
import { isCounted, leadOn, versionIn } from '#app/view-models/reading.server.ts'
import { isAgain } from '#app/reading/shared/time-left.server.ts'
import { requireView } from '#app/reading/shared/viewed-as.server.ts'
import { viewerFacts } from '#app/reading/shared/viewer.server.ts'

/** Video or audio, played by the browser itself. */
export const loader = load(routes.reading.play, 'visitor', async ({ identity, ...context }) => {
  const { services, client, params, now } = context
  const guid = params.ShareGuid
  const version = versionIn(context)
  const isShown = isCounted(context) && !isAgain(context)
  const viewAs = await requireView(context, guid).catch((error: unknown) => leadOn(context, error, guid))
  const { found, isAudio, mayDownload } = await services.viewing.playing
    .screen(identity, guid, { isCounted: isShown, version }, client)
    .catch((error: unknown) => leadOn(context, error, guid))
  return {
    file: await viewerFacts(context, found, { mayDownload, version, viewAs }),
    isAudio,
    source: href(routes.reading.media, { ShareGuid: guid }, { version }),
    size: fileSize(found.file.size),
    reader: `${readerOf(found, client.ip)} · ${utcMinute(now)}`,
  }
})

/** Who plays it, as far as that is known. */
function readerOf({ email, saysToBe }: ShareAccess, ip: string): string {
  if (email !== null) return `Played by ${email}`
  return saysToBe === null
    ? `Played by a visitor of the link, network ${ip}`
    : `Played by ${saysToBe} (not verified), network ${ip}`
}

export const meta = titled<typeof loader>((data) => data.file.name)

export default function Play() {
  const { file, isAudio, source, size, reader } = useLoaderData<typeof loader>()
  const words = {
    controls: true,
    controlsList: 'nodownload noremoteplayback',
    preload: 'metadata',
    src: source,
    'aria-label': file.name,
  }
  return (
    <div className="viewer viewer-reading">
      <SkipLink>Skip to the player</SkipLink>
      <ViewerBar file={file} where={`${isAudio ? 'Audio' : 'Video'}, ${size}`} />
      <main className="player">
        <SkipTarget />
        {isAudio ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions would have to come with the file
          <audio {...words}>
            <Unplayed download={file.download} />
          </audio>
        ) : (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
          <video {...words} disablePictureInPicture disableRemotePlayback playsInline>
            <Unplayed download={file.download} />
          </video>
        )}
        <p className="small figures">{reader}</p>
        <p className="small">
          If nothing plays, this browser can’t play the file. Try another browser or a newer version
          {file.download ? ', or download the file' : ''}.
        </p>
      </main>
    </div>
  )
}

/** For browsers without a player. */
function Unplayed({ download }: { download: string | null }) {
  return (
    <p>
      This browser can’t play video or audio.{' '}
      {download ? <a href={download}>Download the file instead</a> : 'Open this page in another browser.'}
    </p>
  )
}
