import { useLocation } from '@remix-run/react'

/**
 * The page's own address: its path with its query. Of slashes at its start one is left, since two would name another
 * host.
 */
export function useHere(): string {
  const { pathname, search } = useLocation()
  return pathname.replace(/^\/+/, '/') + search
}
