import { Scripts } from '@remix-run/react'
import { Children, isValidElement, type ReactNode } from 'react'

/**
 * Remix's scripts without its hints of what to load ahead: ELinks and Links show each of those as a link of the page,
 * which makes forty lines after the end of a form. What a script imports is found a moment later without them.
 */
export function PageScripts({ nonce }: { nonce: string | undefined }) {
  const all = Scripts({ nonce })
  if (!isValidElement<{ children: ReactNode }>(all)) return all
  return Children.toArray(all.props.children).filter((one) => !isValidElement(one) || one.type !== 'link')
}
