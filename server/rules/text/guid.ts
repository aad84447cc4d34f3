const guidPattern = /^[0-9a-f]{32}$/

/** Whether the text has the form of an identifier: 32 lower-case hex characters. */
export function isGuid(text: string): boolean {
  return guidPattern.test(text)
}
