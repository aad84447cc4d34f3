import { useRouteLoaderData } from '@remix-run/react'

/** What the root of every page loads: the token of its forms, and what was just done. */
export type RootData = { formToken: string; notice: string | null }

const nothing: RootData = { formToken: '', notice: null }

export function useRootData(): RootData {
  return (useRouteLoaderData('root') as RootData | undefined) ?? nothing
}
