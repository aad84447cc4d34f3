import { createContext } from 'react'

/** Lets this response's own inline scripts run under the content security policy; empty in the browser. */
export const Nonce = createContext<string | undefined>(undefined)
