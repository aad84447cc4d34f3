/**
 * Whether someone typed a name, as it is shown: letter case counts, how much space there is and how accents
 * are written does not.
 */
export function isTypedName(typed: string, name: string): boolean {
  return spaced(typed) === spaced(name)
}

function spaced(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ')
}
