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
