import { useEffect } from 'react'
import { addCopyButtons } from './copy-links.ts'

/** Adds the buttons on a page that loads its script anyway: once React has hydrated the page. */
export function StartCopyLinks() {
  useEffect(addCopyButtons, [])
  return null
}
