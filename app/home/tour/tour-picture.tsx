/** A drawing for each step of the tour: a sheet, and around it what the step speaks of. */
export function TourPicture({ step }: { step: number }) {
  return (
    <svg className="tour-picture" viewBox="0 0 320 150" fill="none" strokeWidth="2" aria-hidden="true">
      <g className="tour-sheet">
        <path d="M126 18h50l18 18v96h-68z" />
        <path d="M176 18v18h18" />
        <path d="M138 56h44M138 70h44M138 84h30" />
      </g>
      {drawings[step - 1]}
    </svg>
  )
}

const people = (
  <g className="tour-lively">
    <circle cx="52" cy="58" r="12" />
    <path d="M32 100c0-14 9-22 20-22s20 8 20 22" />
    <circle cx="268" cy="58" r="12" />
    <path d="M248 100c0-14 9-22 20-22s20 8 20 22" />
    <path d="M84 76h28M208 76h28" strokeDasharray="5 5" />
  </g>
)
const mark = (
  <g className="tour-lively">
    <path d="M120 122 200 52M120 94l66-58M140 138l60-54" strokeDasharray="10 6" />
    <circle cx="252" cy="75" r="24" />
    <path d="M252 60v15l10 8" />
  </g>
)
const chart = (
  <g className="tour-lively">
    <path d="M226 118V82M242 118V60M258 118V96M274 118V46M216 118h70" />
    <path d="M36 76c12-18 24-26 38-26s26 8 38 26c-12 18-24 26-38 26S48 94 36 76z" />
    <circle cx="74" cy="76" r="10" />
  </g>
)
const email = (
  <g className="tour-lively">
    <rect x="34" y="52" width="64" height="44" rx="4" />
    <path d="m34 58 32 22 32-22M104 74h14M202 76h16" />
    <circle cx="250" cy="76" r="24" />
    <path d="M250 60v16h14" />
  </g>
)
const drawings = [people, mark, email, chart]
