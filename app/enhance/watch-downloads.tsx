import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'

const everyMilliseconds = 2_000
/** After this long without news a download has been interrupted, or its person is gone. */
const patience = 60_000

/**
 * Reloads what a page shows of downloads after a link to one was followed, for as long as there is news of them.
 * Without script the page shows it when it is loaded again.
 */
export function WatchDownloads({ to, news }: { to: readonly string[]; news: string }) {
  const { revalidate } = useRevalidator()
  const watchedUntil = useRef(0)
  const known = useRef(news)
  useEffect(() => {
    if (known.current !== news) watchedUntil.current = Date.now() + patience
    known.current = news
  }, [news])
  useEffect(() => {
    const timer = setInterval(() => {
      if (Date.now() < watchedUntil.current) revalidate()
    }, everyMilliseconds)
    function begin({ target }: MouseEvent) {
      const link = target instanceof Element ? target.closest('a') : null
      if (link && to.includes(link.pathname)) watchedUntil.current = Date.now() + patience
    }
    document.addEventListener('click', begin)
    return () => {
      clearInterval(timer)
      document.removeEventListener('click', begin)
    }
  }, [revalidate, to])
  return null
}
