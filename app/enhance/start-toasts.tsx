import { useEffect } from 'react'
import { startToasts } from './toasts.ts'

/** Makes notices disappear on a page that loads its script anyway: once React has hydrated the page. */
export function StartToasts() {
  useEffect(startToasts, [])
  return null
}
