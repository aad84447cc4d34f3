import { Scripts } from '@remix-run/react'
import { Children, isValidElement, type ReactNode } from 'react'

/**
 * Remix's scripts without its preload hints: ELinks and Links show each of those as a link on the page, which makes
 * forty lines after the end of a form. Without them, a script's imports are found a moment later.
 */
export function PageScripts({ nonce }: { nonce: string | undefined }) {
  const all = Scripts({ nonce })
  if (!isValidElement<{ children: ReactNode }>(all)) return all
  return Children.toArray(all.props.children).filter((one) => !isValidElement(one) || one.type !== 'link')
}
