/** Takes keyboards and text browsers past what repeats on every page. */
export function SkipLink({ children = 'Skip to content' }: { children?: string }) {
  return (
    <div>
      <a className="skip" href="#content">
        {children}
      </a>
    </div>
  )
}

/** Where it leads, as the first thing in the main part of a page: ELinks finds no fragment at a `main` element. */
export function SkipTarget() {
  return <span id="content" />
}
