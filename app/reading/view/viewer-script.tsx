// The address of the script as a file of its own, which is not what it exports.
// oxlint-disable-next-line import/default
import script from '#app/enhance/viewer-alone.ts?worker&url'

/**
 * Turns the screens of pages into one document; without it they are read screen by screen. Nothing waits for it:
 * browsers scroll to the page in the address before a slow script has loaded.
 */
export function ViewerScript() {
  return <script type="module" async src={script} />
}
