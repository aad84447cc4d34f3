import { Problem } from '#server/rules/problems.ts'

/** How many shares one call can be about. */
export const maxPerCall = 100

/** A list as calls send it: JSON, or comma-separated values. Throws badForm. */
export function listIn(text: string, name: string): string[] {
  const isJson = text.trim().startsWith('[')
  const list = isJson ? parsed(text) : text.split(',')
  const isOfTexts = Array.isArray(list) && list.every((entry) => typeof entry === 'string')
  if (!isOfTexts) throw new Problem('badForm', { text: `${name} is a JSON list of texts.` })
  return [...new Set((list as string[]).map((entry) => entry.trim()).filter(Boolean))]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
