import { useMatches } from '@remix-run/react'
import { StartCopyLinks } from '#app/enhance/start-copy-links.tsx'
// The address of the script as a file of its own, which is not what it exports.
// oxlint-disable-next-line import/default
import script from '#app/enhance/copy-links-alone.ts?worker&url'
import { shipsScript } from './ships-script.ts'

/**
 * Adds "Copy link" beside each `data-copy` if script runs and there is a clipboard; otherwise there is no such button.
 */
export function CopyLinks() {
  return shipsScript(useMatches()) ? <StartCopyLinks /> : <script type="module" src={script} />
}
