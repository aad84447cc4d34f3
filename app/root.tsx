import { Links, Meta, Outlet, useMatches } from '@remix-run/react'
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useContext, type ReactNode } from 'react'
import { productName } from '#server/rules/product/product.ts'
import { MissingCode } from './enhance/missing-code.tsx'
import { KeepFresh } from './enhance/keep-fresh.tsx'
import styles from './styles/app.css?url'
import doorStyles from './styles/door-pages.css?url'
import { Banners } from './layouts/banners.tsx'
import { Nonce } from './ui/nonce.ts'
import { PageScripts } from './ui/page-scripts.tsx'
import { hasWholeSheet, isWaitingPage, shipsScript } from './ui/ships-script.ts'
import { renewalOf } from './ui/time-left.tsx'
import type { RootData } from './ui/root-data.ts'
import { bannersFor } from './layouts/banners.server.ts'

export const links: LinksFunction = () => [{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]

export async function loader({ request, context }: LoaderFunctionArgs): Promise<RootData> {
  const { visitor, buildId } = context
  const banners = await bannersFor(context, new URL(request.url))
  return { formToken: await visitor.formToken(), buildId, notice: visitor.notice, banners }
}

/** True for the page as it was loaded: while a page polls for work in progress, it stays. */
export function shouldRevalidate(): boolean {
  return false
}

export const meta: MetaFunction = () => [{ title: productName }]

const secondsBetweenLooks = 3

/**
 * The document. A page is not hydrated, and ships small scripts of their own at most, unless its route has
 * `handle.hydrate`, or it waits for something (`isWaiting` in its data) and so asks again, with script in place and
 * without by renewing itself.
 */
export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches()
  const nonce = useContext(Nonce)
  const isWaiting = isWaitingPage(matches)
  const hasScript = shipsScript(matches)
  const renewal = renewalOf(matches)
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        {isWaiting ? (
          <noscript>
            <meta httpEquiv="refresh" content={String(secondsBetweenLooks)} />
          </noscript>
        ) : null}
        {renewal ? (
          <noscript>
            <meta httpEquiv="refresh" content={`${renewal.after}; url=${renewal.to}`} />
          </noscript>
        ) : null}
        <Meta />
        <link rel="stylesheet" href={hasWholeSheet(matches) ? styles : doorStyles} />
        <Links />
      </head>
      <body>
        <Banners />
        {children}
        {isWaiting ? <KeepFresh everySeconds={secondsBetweenLooks} /> : null}
        {hasScript ? <MissingCode nonce={nonce} /> : null}
        {hasScript ? <PageScripts nonce={nonce} /> : null}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export { StatusAtEntry as ErrorBoundary } from './ui/status-at-entry.tsx'
