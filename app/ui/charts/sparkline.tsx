/** The columns of a fortnight as a path; null where there is nothing to show. */
export type Spark = { width: number; path: string } | null

/** A series of counts as a small picture; the number beside it says the same in words. */
export function Sparkline({ spark }: { spark: Spark }) {
  if (!spark) return null
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${spark.width} 28`}
      preserveAspectRatio="xMinYMid"
      aria-hidden="true"
    >
      <path d={spark.path} stroke="currentColor" strokeWidth="5" fill="none" />
    </svg>
  )
}
