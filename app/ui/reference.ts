import { createContext } from 'react'

/** Names the request that made this page, so that a person can quote it; empty in the browser. */
export const Reference = createContext<string | undefined>(undefined)
