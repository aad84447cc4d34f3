import { createContext } from 'react'

/** Identifies the request that rendered this page, so that a person can quote it; empty in the browser. */
export const Reference = createContext<string | undefined>(undefined)
