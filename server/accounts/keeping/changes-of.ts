import type { Detail } from '#server/events/events.ts'

type Value = string | number | null

/** What of these columns gets another value, as a record has it: "old → new". Null if nothing does. */
export function changesOf<Columns extends Record<string, Value>>(
  before: Readonly<Record<keyof Columns, Value>>,
  after: Columns,
): Detail | null {
  const changed = Object.entries(after).filter(([name, value]) => before[name] !== value)
  if (changed.length === 0) return null
  return Object.fromEntries(changed.map(([name, value]) => [name, `${before[name]} → ${value}`]))
}
