import { useLocation } from '@remix-run/react'

/**
 * The page's own address: its path with its query. Only one slash is kept at its start, since two would name another
 * host.
 */
export function useHere(): string {
  const { pathname, search } = useLocation()
  return pathname.replace(/^\/+/, '/') + search
}
