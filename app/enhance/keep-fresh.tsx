import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

/** Asks again for what a page shows while something is under way. Without script the page renews itself. */
export function KeepFresh({ everySeconds }: { everySeconds: number }) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(revalidate, everySeconds * 1000)
    return () => clearInterval(timer)
  }, [revalidate, everySeconds])
  return null
}
