import { useEffect, useState } from 'react'
import { maxFilesPerForm } from '#server/rules/sharing/options.ts'
import { href, routes } from '#app/routes.ts'
import { gatherTree, tooManyText, type Gathered, type TreeEntry } from './dropped-tree.ts'
import { NotAdded } from './folder-drop.tsx'
import { FolderQuestion } from './folder-question.tsx'
import { askBeforeLeaving } from './leaving.ts'
import { fillRoom } from './make-room.ts'
import { TransferList, useTransfers } from './transfer-list.tsx'
import { Transfers } from './transfers.ts'
import { openTrayBox } from './tray-box.ts'

type Tray = { drop(entries: readonly FileSystemEntry[]): Promise<void> }

const fewer = `Up to ${maxFilesPerForm} files can be shared at once. Drop fewer.`

/** Puts a tray on a page that is no form: what is uploaded there begins a share. */
export function openShareTray(token: string): Tray {
  const root = openTrayBox()
  const transfers = new Transfers({ token, place: null })
  askBeforeLeaving(transfers)
  let folder: Gathered | null = null
  let found: Gathered | null = null
  function show() {
    root.render(
      <ShareTray
        transfers={transfers}
        found={found}
        folder={folder}
        answer={(send) => {
          if (send && folder) add(folder)
          folder = null
          show()
        }}
        makeRoom={async (name) => {
          const whole = folder
          if (!whole) return
          await fillRoom(name, whole, token)
          folder = null
          show()
        }}
        close={() => {
          found = null
          root.render(null)
        }}
      />,
    )
  }
  function add(dropped: Gathered) {
    if (transfers.items().length + dropped.files.length > maxFilesPerForm) return
    transfers.add(dropped.files.map(({ file }) => ({ file, path: '' })))
  }
  return {
    async drop(entries) {
      found = await gatherTree(entries as readonly TreeEntry[])
      if (found.folders.length > 0) folder = found
      else add(found)
      show()
    },
  }
}

type Props = {
  transfers: Transfers
  found: Gathered | null
  folder: Gathered | null
  answer(send: boolean): void
  makeRoom(name: string): Promise<void>
  close(): void
}

function ShareTray({ transfers, found, folder, answer, makeRoom, close }: Props) {
  const list = useTransfers(transfers)
  const [isGivenUp, setGivenUp] = useState(false)
  const done = list.filter(({ state }) => state === 'done')
  const hasFailed = list.some(({ state }) => state === 'failed')
  const isReady = !transfers.isBusy && done.length > 0 && (isGivenUp || !hasFailed) && folder === null
  const to = sharing(done.map(({ id }) => id))
  useEffect(() => {
    if (isReady) location.assign(to)
  }, [isReady, to])
  const isTooMuch =
    found !== null && !found.isTooMany && found.files.length > maxFilesPerForm && folder === null
  return (
    <section className="card stack" aria-label="New share">
      {folder ? (
        <FolderQuestion
          found={folder}
          send={() => answer(true)}
          makeRoom={makeRoom}
          close={() => answer(false)}
        />
      ) : null}
      {found?.isTooMany ? <p className="error">{tooManyText}</p> : null}
      {isTooMuch ? <p className="error">{fewer}</p> : null}
      {folder ? null : <NotAdded left={found?.left ?? []} />}
      {list.length > 0 ? (
        <>
          <p className="hint">When they have arrived, you choose who gets them.</p>
          <TransferList list={list} transfers={transfers} />
        </>
      ) : null}
      <div className="row">
        {hasFailed && done.length > 0 && !transfers.isBusy ? (
          <button type="button" className="btn btn-small" onClick={() => setGivenUp(true)}>
            Share the others
          </button>
        ) : null}{' '}
        {transfers.isBusy ? null : (
          <button type="button" className="btn btn-small btn-quiet" onClick={close}>
            Close
          </button>
        )}
      </div>
    </section>
  )
}

/** The share form with files that have arrived. */
function sharing(ids: readonly string[]): string {
  const query = new URLSearchParams(ids.map((id) => ['uploaded', id]))
  return `${href(routes.shares.new)}?${query.toString()}`
}
