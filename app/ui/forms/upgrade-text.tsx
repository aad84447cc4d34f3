import { upgradeLabel } from '#server/rules/text/messages.ts'
import { href, routes } from '#app/routes.ts'

/** A message in which “Upgrade now”, where it says that, leads to the plans. */
export function UpgradeText({ children }: { children: string }) {
  const [before = '', ...after] = children.split(upgradeLabel)
  if (after.length === 0) return children
  return (
    <>
      {before}
      <a href={href(routes.plans.portal)}>{upgradeLabel}</a>
      {after.join(upgradeLabel)}
    </>
  )
}
