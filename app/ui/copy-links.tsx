// The address of the script as a file of its own, which is not what it exports.
// oxlint-disable-next-line import/default
import script from '../enhance/copy-links-alone.ts?worker&url'

/** Puts "Copy link" beside each `data-copy`, where script runs and there is a clipboard; else there is no such button. */
export function CopyLinks() {
  return <script type="module" src={script} />
}
