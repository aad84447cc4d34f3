import { useEffect } from 'react'
import { addCopyButtons } from './copy-links.ts'

/** Adds the buttons on a page that ships its script anyway: once React has taken the page over. */
export function StartCopyLinks() {
  useEffect(addCopyButtons, [])
  return null
}
