import { productName } from '#server/rules/product/product.ts'
import { href, routes } from '#app/routes.ts'

/** The logo: a vault door seen from the front. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" fill="none" stroke="currentColor" strokeWidth="2.5" aria-hidden="true">
      <rect x="3" y="3" width="26" height="26" rx="5" />
      <circle cx="16" cy="16" r="6.5" />
      <path d="M16 9.5v4M16 18.5v4M9.5 16h4M18.5 16h4" strokeLinecap="round" />
    </svg>
  )
}

/** The product's name, which links to the visitor's first page. */
export function Brand({ to = href(routes.home.index) }: { to?: string }) {
  return (
    <a className="brand" href={to}>
      <Mark />
      <span>{productName}</span>
    </a>
  )
}
