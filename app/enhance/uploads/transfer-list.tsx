import { useSyncExternalStore } from 'react'
import { counted, fileSize } from '#server/rules/text/format.ts'
import type { Transfer, Transfers } from './transfers.ts'

const none: readonly Transfer[] = []
const nothing = () => () => undefined

/** The files of a tray, as they are; none before its script runs. */
export function useTransfers(transfers: Transfers | null): readonly Transfer[] {
  return useSyncExternalStore(transfers?.subscribe ?? nothing, transfers?.items ?? (() => none), () => none)
}

type Props = { list: readonly Transfer[]; transfers: Transfers }

/** How many are shown; beyond that, only their number. */
const maxShown = 50

/** The files on their way, each with how far it is and what can be done with it. */
export function TransferList({ list, transfers }: Props) {
  const before = transfers.released.length
  const done = list.filter(({ state }) => state === 'done').length + before
  const total = list.length + before
  const shown = list.length <= maxShown ? list : foremost(list)
  function cancelAll() {
    if (window.confirm('Cancel all uploads? What has arrived is removed.')) transfers.cancelAll()
  }
  return (
    <section className="stack" aria-label="Uploads">
      <p aria-live="polite" className="small">
        {done === total
          ? `Uploaded: ${counted(done, 'file')}`
          : `${done} of ${counted(total, 'file')} uploaded`}
      </p>
      <ul className="transfers">
        {shown.map((one) => (
          <Row key={one.key} one={one} transfers={transfers} />
        ))}
      </ul>
      {list.length > shown.length ? (
        <p className="small">and {(list.length - shown.length).toLocaleString('en')} more</p>
      ) : null}
      {list.length > 1 ? (
        <button type="button" className="btn btn-small" onClick={cancelAll}>
          Cancel all
        </button>
      ) : null}
    </section>
  )
}

/** What is said when some have failed: the others are not lost. */
export function Held({ list, transfers: { released } }: Props) {
  const done = list.filter(({ state }) => state === 'done').map(({ file }) => file.name)
  const names = [...released, ...done]
  if (names.length === 0 || !list.some(({ state }) => state === 'failed')) return null
  const which = names.length > maxShown ? counted(names.length, 'file') : names.join(', ')
  return (
    <p>
      Uploaded: {which}. Press the button again to continue without the missing files, or try them again
      first.
    </p>
  )
}

/** What is on its way or needs someone comes before what waits or is done. */
function foremost(list: readonly Transfer[]): Transfer[] {
  const found: Transfer[] = []
  for (const wanted of order) {
    for (const one of list) {
      if (found.length === maxShown) return found
      if (one.state === wanted) found.push(one)
    }
  }
  return found
}

const order = ['failed', 'sending', 'processing', 'waiting', 'done'] as const

function Row({ one, transfers }: { one: Transfer; transfers: Transfers }) {
  const { key, file, path, state, reason } = one
  const name = path === '' ? file.name : `${path}/${file.name}`
  const taking = state === 'done' || state === 'failed' ? 'Remove' : 'Cancel'
  return (
    <li className="stack">
      <div className="row">
        <span className="break">{name}</span> <span className="small figures">{fileSize(file.size)}</span>{' '}
        {state === 'failed' ? (
          <button
            type="button"
            className="btn btn-small push"
            aria-label={`Retry ${name}`}
            onClick={() => transfers.retry(key)}
          >
            Retry
          </button>
        ) : null}{' '}
        <button
          type="button"
          className={state === 'failed' ? 'btn btn-small btn-quiet' : 'btn btn-small btn-quiet push'}
          aria-label={`${taking} ${name}`}
          onClick={() => transfers.cancel(key)}
        >
          {taking}
        </button>
      </div>
      {state === 'sending' ? (
        <progress className="tray" max={file.size} value={one.sent} aria-label={`Upload of ${name}`} />
      ) : null}
      {state === 'failed' ? (
        <p className="error" role="alert">
          <span className="unseen">{name}: </span>
          {reason}
        </p>
      ) : (
        <span className="small figures">{stateOf(one)}</span>
      )}
    </li>
  )
}

function stateOf({ state, sent, file, speed }: Transfer): string {
  if (state === 'waiting') return 'Waiting'
  if (state === 'processing') return 'Upload complete. Saving…'
  if (state === 'done') return 'Done'
  const part = `${fileSize(sent)} of ${fileSize(file.size)}`
  return speed > 0 ? `${part}, ${fileSize(speed)}/s, ${timeLeft((file.size - sent) / speed)}` : part
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s left`
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min left`
  return `${Math.floor(seconds / 3600)} h ${Math.ceil((seconds % 3600) / 60)} min left`
}
