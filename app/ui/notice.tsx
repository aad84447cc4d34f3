import { CircleCheck } from 'lucide-react'
import { useRootData } from './root-data.ts'

/** Says once what the last form did. */
export function Notice() {
  const { notice } = useRootData()
  if (!notice) return null
  return (
    <div className="notice" role="status">
      <CircleCheck className="icon" aria-hidden="true" />
      <p>{notice}</p>
    </div>
  )
}
