/** The pattern of what is estimated, once for all pictures of a page. */
export function Hatching() {
  return (
    <svg className="hatching" aria-hidden="true">
      <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M1 0v5" />
      </pattern>
    </svg>
  )
}
