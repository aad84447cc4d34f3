import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

/** Reloads what a page shows while something is in progress. Without script the page reloads itself. */
export function KeepFresh({ everySeconds }: { everySeconds: number }) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(revalidate, everySeconds * 1000)
    return () => clearInterval(timer)
  }, [revalidate, everySeconds])
  return null
}
