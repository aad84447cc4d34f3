// The address of the script as a file of its own, which is not what it exports.
// oxlint-disable-next-line import/default
import script from '#app/enhance/room-drop-alone.ts?worker&url'

/** The script that takes what is dropped on the list of a folder. */
export function DropScript() {
  return <script type="module" src={script} />
}
