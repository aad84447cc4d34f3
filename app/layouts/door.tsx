import { Outlet, useMatches } from '@remix-run/react'
import { productName } from '#server/rules/product/product.ts'
import { href, routes } from '#app/routes.ts'
import { Brand } from '#app/ui/brand.tsx'
import { CompanyBar, doorBarOf } from '#app/ui/frame/door-bar.tsx'
import { Notice } from './notice.tsx'
import { titledOnFailure } from '#app/request/titled.ts'
import { titleOfFailure } from '#app/ui/status-page.tsx'
import { SkipTarget } from '#app/ui/skip-link.tsx'

export const meta = titledOnFailure(titleOfFailure)

/** Around access pages and the recipients' sign-in pages: whose door it is, and one thing to do. */
export default function Door() {
  const bar = doorBarOf(useMatches())
  return (
    <div className="door">
      {bar ? (
        <CompanyBar {...bar} />
      ) : (
        <header>
          <Brand />
        </header>
      )}
      <main>
        <SkipTarget />
        <Notice />
        <Outlet />
      </main>
      {bar ? (
        <footer>
          <p>
            Protected by <a href={href(routes.home.index)}>{productName}</a>
          </p>
        </footer>
      ) : null}
    </div>
  )
}

export { StatusAtEntry as ErrorBoundary } from '#app/ui/status-at-entry.tsx'
