import { Info } from '#app/ui/icons/icons.ts'
import { useRootData } from '#app/ui/root-data.ts'

/** What has to be said about the browser or a new version, above every page. */
export function Banners() {
  const { banners } = useRootData()
  return banners.map(({ name, text, link }) => (
    <aside key={name} className="banner no-print" aria-label={name}>
      <Info className="i" aria-hidden="true" />
      <p>
        {text} {link ? <a href={link.to}>{link.label}</a> : null}
      </p>
    </aside>
  ))
}
