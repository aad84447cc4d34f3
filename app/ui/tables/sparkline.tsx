/** A series of counts as a small picture; the number beside it says the same in words. */
export function Sparkline({ values }: { values: number[] }) {
  const max = Math.max(...values, 1)
  if (!values.some((value) => value > 0)) return null
  const path = values
    .map((value, index) => `M${index * 8 + 3} 27v${-Math.round((value / max) * 24) || -1}`)
    .join('')
  return (
    <svg className="spark" viewBox={`0 0 ${values.length * 8} 28`} aria-hidden="true">
      <path d={path} stroke="currentColor" strokeWidth="5" fill="none" />
    </svg>
  )
}
