/** `weight` gives the size of the page behind the link: "page 3, about 21 KB". */
export type SlowLineShown = { to: string; weight: string }

/** The link to small grey pages, one at a time; in that mode it says what it is. */
export function SlowLine({ slow }: { slow: SlowLineShown | null }) {
  if (!slow) {
    return <span className="menu-note soft">Slow connection: grey, half size, one page at a time.</span>
  }
  return (
    <>
      <a href={slow.to}>Slow connection</a>{' '}
      <span className="menu-note soft">(grey, half size, one page at a time; {slow.weight})</span>
    </>
  )
}
