import { useMatches } from '@remix-run/react'
import { createContext } from 'react'
import type { Constraint, Constraints } from '#app/request/constraints.server.ts'

/** What the form around a field says about its fields. */
export const FieldConstraints = createContext<Record<string, Constraint>>({})

/** What the loader of this page says about the fields of a form, as `constraints`; nothing if it says nothing. */
export function useConstraints(intent: string): Record<string, Constraint> {
  const pages = useMatches().map(({ data }) => data as { constraints?: Constraints } | null | undefined)
  return pages.findLast((page) => page?.constraints?.[intent])?.constraints?.[intent] ?? {}
}
