import { Links, Meta, Outlet, Scripts, useMatches } from '@remix-run/react'
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useContext, type ReactNode } from 'react'
import { productName } from '#server/rules/product.ts'
import styles from './styles/strongroom.css?url'
import { Nonce } from './ui/nonce.ts'
import type { RootData } from './ui/root-data.ts'
import { StatusPage } from './ui/status-page.tsx'

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export async function loader({ context: { visitor } }: LoaderFunctionArgs): Promise<RootData> {
  return { formToken: visitor.formToken(), notice: visitor.notice }
}

export const meta: MetaFunction = () => [{ title: productName }]

/** The document. A page whose route has no `handle.hydrate` ships no script at all. */
export function Layout({ children }: { children: ReactNode }) {
  const isHydrated = useMatches().some(
    (match) => (match.handle as { hydrate?: boolean } | undefined)?.hydrate,
  )
  const nonce = useContext(Nonce)
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {isHydrated ? <Scripts nonce={nonce} /> : null}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  return (
    <div className="door">
      <StatusPage />
    </div>
  )
}
