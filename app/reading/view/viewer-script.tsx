// The address of the script as a file of its own, which is not what it exports.
// oxlint-disable-next-line import/default
import script from '#app/enhance/viewer-alone.ts?worker&url'

/**
 * What makes one document of the screens of pages; without it they are read screen by screen. Nothing waits for it:
 * browsers scroll to the page in the address before a script that takes long has come.
 */
export function ViewerScript() {
  return <script type="module" async src={script} />
}
