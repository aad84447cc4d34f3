// The address of the script as a file of its own, which is not what it exports.
// oxlint-disable-next-line import/default
import script from '#app/enhance/order-alone.ts?worker&url'

/** Makes the rows of an order draggable if script runs. */
export function OrderScript() {
  return <script type="module" src={script} />
}
