import { CircleCheck } from 'lucide-react'
import { useRootData } from './root-data.ts'

/** Says once what the last form did. */
export function Notice() {
  const { notice } = useRootData()
  if (!notice) return null
  return (
    <output className="notice">
      <CircleCheck className="icon" aria-hidden="true" />
      <p>{notice}</p>
    </output>
  )
}
