import type { PagesAsText } from '#app/reading/shared/text-links.server.ts'

/** Tells people who cannot see images what the pages are, and where to get their text; seen once its link has the focus. */
export function PagesArePictures({ text }: { text: PagesAsText }) {
  return (
    <aside className="pages-note no-print" aria-label="About the pages">
      <p>
        {text.mayRead ? (
          <>
            <span>The pages are pictures.</span> <a href={text.to}>Read them as text</a>
          </>
        ) : (
          <>
            <span>The pages are pictures: screen readers and text browsers can’t read them.</span>{' '}
            <a href={text.to}>Ask for the text</a> <span className="soft">({text.email})</span>
          </>
        )}
      </p>
    </aside>
  )
}
