import { useMatches } from '@remix-run/react'
import { CircleAlert, CircleCheck, TriangleAlert } from '#app/ui/icons/icons.ts'
import { notificationTime, toastTime } from '#server/rules/product/client-constants.ts'
import { StartToasts } from '#app/enhance/start-toasts.tsx'
// The address of the script as a file of its own, which is not what it exports.
// oxlint-disable-next-line import/default
import toasts from '#app/enhance/toasts-alone.ts?worker&url'
import { useRootData } from '#app/ui/root-data.ts'
import { shipsScript } from '#app/ui/ships-script.ts'

const looks = {
  good: { icon: CircleCheck, word: 'Done:', staysFor: toastTime },
  warn: { icon: TriangleAlert, word: 'Note:', staysFor: notificationTime },
  bad: { icon: CircleAlert, word: 'Problem:', staysFor: null },
} as const

/**
 * Says once what the last form did. As a toast it disappears after its time if script runs, except for problems: those
 * stay. It repeats what the page shows by itself, so that no one has to catch it.
 */
export function Notice({ isToast = false }: { isToast?: boolean }) {
  const { notice } = useRootData()
  const isHydrated = shipsScript(useMatches())
  if (!notice) return null
  const { icon: Icon, word, staysFor } = looks[notice.kind]
  const look = notice.kind === 'good' ? 'note' : `note note-${notice.kind}`
  const mayGo = isToast && staysFor !== null
  return (
    <>
      <output className={mayGo ? `${look} toast` : look} data-stays-for={mayGo ? staysFor : undefined}>
        <Icon className="i" aria-hidden="true" />
        <p>
          <strong className={notice.kind === 'good' ? 'unseen' : undefined}>{word} </strong>
          {notice.text}
        </p>
      </output>
      {mayGo ? isHydrated ? <StartToasts /> : <script type="module" src={toasts} /> : null}
    </>
  )
}
