import { createContext } from 'react'

/** True while a page is rendered that React never takes over in the browser: nothing there needs its marks. */
export const WithoutScript = createContext(false)
