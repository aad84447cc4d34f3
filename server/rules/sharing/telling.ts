/** How many of a share's people have not been notified yet, as the beginning of a sentence to its sender. */
export function untoldWords({ untold, people }: { untold: number; people: number }): string {
  if (people === 1) return 'Your recipient has not been told yet'
  if (untold >= people) return `Your ${people} recipients have not been told yet`
  return `${untold} of your ${people} recipients ${untold === 1 ? 'has' : 'have'} not been told yet`
}
