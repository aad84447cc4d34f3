/**
 * Whether someone entered a name as it is shown: letter case matters; amount of space and encoding of accents do not.
 */
export function isTypedName(typed: string, name: string): boolean {
  return spaced(typed) === spaced(name)
}

function spaced(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ')
}
