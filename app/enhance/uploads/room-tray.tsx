import { useEffect, useSyncExternalStore } from 'react'
import { counted } from '#server/rules/text/format.ts'
import { gatherChosen, gatherTree, tooManyText, type Gathered, type TreeEntry } from './dropped-tree.ts'
import { NotAdded } from './folder-drop.tsx'
import { askBeforeLeaving } from './leaving.ts'
import { RoomSending } from './room-sending.ts'
import { TransferList, useTransfers } from './transfer-list.tsx'
import type { Place } from './transfers.ts'
import { openTrayBox } from './tray-box.ts'

type Tray = {
  add(place: Place, found: Gathered): void
  drop(place: Place, entries: readonly FileSystemEntry[]): Promise<void>
  choose(place: Place, files: readonly File[]): void
}
/** Puts a tray on the page that takes files and folders for a room, and then leads to the page about them. */
export function openRoomTray(token: string): Tray {
  const root = openTrayBox()
  const sendings: RoomSending[] = []
  const all = {
    get isBusy() {
      return sendings.some(({ isBusy }) => isBusy)
    },
  }
  askBeforeLeaving(all)
  let reading = 0
  function show(refusal = '') {
    root.render(
      <>
        {reading > 0 ? (
          <output className="card">
            <p>Reading what was dropped…</p>
          </output>
        ) : null}
        {refusal ? (
          <p className="error" role="alert">
            {refusal}
          </p>
        ) : null}
        {sendings.map((sending) => (
          <Sending
            key={sending.place.folder}
            sending={sending}
            close={() => close(sending)}
            leave={() => {
              const { to } = sending.state()
              if (to && !all.isBusy && sendings.length === 1) location.assign(to)
            }}
          />
        ))}
      </>,
    )
  }
  function close(sending: RoomSending) {
    sendings.splice(sendings.indexOf(sending), 1)
    show()
  }
  function add(place: Place, found: Gathered) {
    if (found.isTooMany) return show(tooManyText)
    let sending = sendings.find((one) => one.place.folder === place.folder)
    if (!sending) {
      sending = new RoomSending(place, token)
      sendings.push(sending)
    }
    sending.add(found)
    show()
  }
  return {
    add,
    async drop(place, entries) {
      reading += 1
      show()
      // Thousands of files take the browser a moment.
      const found = await gatherTree(entries as readonly TreeEntry[])
      reading -= 1
      add(place, found)
    },
    choose(place, files) {
      add(place, gatherChosen(files))
    },
  }
}

type Props = { sending: RoomSending; close(): void; leave(): void }

function Sending({ sending, close, leave }: Props) {
  const { transfers } = sending
  const list = useTransfers(transfers)
  const { isRunning, left, refusal, to } = useSyncExternalStore(
    sending.subscribe,
    sending.state,
    sending.state,
  )
  const hasFailed = list.some(({ state }) => state === 'failed')
  const isOver = to !== null && !isRunning && refusal === ''
  const isDone = isOver && sending.hasAdded
  const isNothing = list.length === 0 && transfers.released.length === 0
  // What was left out is read before the page goes.
  const isClear = isOver && !hasFailed && left.length === 0
  useEffect(() => {
    if (isClear && isDone) leave()
    else if (isClear && isNothing) close()
  })
  return (
    <details className="card" open>
      <summary className="strong">{isRunning ? 'Uploading' : isDone ? 'Uploaded' : 'Upload'}</summary>
      <div className="stack">
        {isNothing ? null : <TransferList list={list} transfers={transfers} />}
        <NotAdded left={left} />
        {refusal ? (
          <p className="error" role="alert">
            {refusal}
          </p>
        ) : null}
        {refusal || !isRunning ? (
          <div className="row">
            {refusal ? (
              <button type="button" className="btn btn-small" onClick={() => sending.goOn()}>
                Try again
              </button>
            ) : null}{' '}
            {isDone && to ? (
              <a className="btn btn-small" href={to}>
                Continue with {counted(transfers.released.length, 'file')}
              </a>
            ) : null}{' '}
            {isRunning ? null : (
              <button type="button" className="btn btn-small btn-quiet" onClick={close}>
                Close
              </button>
            )}
          </div>
        ) : null}
      </div>
    </details>
  )
}
