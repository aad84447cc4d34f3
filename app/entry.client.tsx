import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

/**
 * Resolves when what the page was rendered from is decoded. Until then RemixBrowser suspends, and React 18 gives up a
 * root that suspends without a boundary while someone already clicks or chooses a file: the page would stay without
 * its trays.
 */
async function pageData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (thrown) {
    if (!(thrown instanceof Promise)) throw thrown
    await thrown
  }
}

await pageData()
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />)
})
