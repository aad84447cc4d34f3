// The address of the script as a file of its own, which is not what it exports.
// oxlint-disable-next-line import/default
import script from '#app/enhance/share-drop-alone.ts?worker&url'

/** The script that takes files dropped anywhere on a page, and begins a share with them. */
export function ShareDrop() {
  return <script type="module" src={script} />
}
