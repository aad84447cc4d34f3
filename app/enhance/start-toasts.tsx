import { useEffect } from 'react'
import { startToasts } from './toasts.ts'

/** Lets notices go on a page that ships its script anyway: once React has taken the page over. */
export function StartToasts() {
  useEffect(startToasts, [])
  return null
}
