import { maxWatermarkTextLength } from '#server/rules/sharing/options.ts'
import { LiveSample } from '#app/enhance/live-sample.tsx'
import { href, routes } from '#app/routes.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { fieldOf, Submit } from './form.tsx'

type Part = { answer: FormAnswer | undefined }

/**
 * A page with the watermark that is chosen, drawn by the server as it draws the real ones. The button brings the form
 * back as it is, with the picture of what was chosen since.
 */
export function WatermarkPreview({ answer }: Part) {
  const isRequested = fieldOf(answer, 'showWatermark').value !== undefined
  const at = samplePath(answer)
  return (
    // Someone pressed the button under it to see it.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    <figure className="sample" tabIndex={-1} autoFocus={isRequested || undefined}>
      <a href={at} target="_blank" rel="noreferrer">
        <img
          src={at}
          alt="Sample page with this watermark (opens in a new tab)"
          {...pageSize}
          loading="lazy"
        />
      </a>
      <figcaption className="hint">
        With your own address and a sample code. Each reader gets their own.
      </figcaption>
      <LiveSample />
      <Submit name="showWatermark" className="btn-small" isUnfinished>
        Update preview
      </Submit>
    </figure>
  )
}

/** An A4 page. Another one is shown in the same width. */
export const pageSize = { width: 595, height: 842 }

/** The picture of what a form says, with the watermark even where it is turned off. */
function samplePath(answer: FormAnswer | undefined): string {
  const text = [...(fieldOf(answer, 'watermarkText').value ?? '').trim()].slice(0, maxWatermarkTextLength)
  const [file] = [answer?.result.initialValue?.['file'] ?? []].flat()
  return href(
    routes.shares.watermarkSample,
    {},
    {
      size: fieldOf(answer, 'watermarkSize').value || undefined,
      colour: fieldOf(answer, 'watermarkColour').value || undefined,
      text: text.join('') || undefined,
      file: typeof file === 'string' ? file : undefined,
    },
  )
}
