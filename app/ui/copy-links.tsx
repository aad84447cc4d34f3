// The address of the script as a file of its own, which is not what it exports.
// oxlint-disable-next-line import/default
import script from '../enhance/copy-links-alone.ts?worker&url'

/** Where script runs, "Copy link" copies; without it, it leads to where the link is shown. */
export function CopyLinks() {
  return <script type="module" src={script} />
}
