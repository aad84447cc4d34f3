/** How many of a share's people have not been notified yet, as the beginning of a sentence to its sender. */
export function notNotifiedText({ untold, people }: { untold: number; people: number }): string {
  if (people === 1) return 'Your recipient hasn’t been notified yet'
  if (untold >= people) return `Your ${people} recipients haven’t been notified yet`
  return `${untold} of your ${people} recipients ${untold === 1 ? 'hasn’t' : 'haven’t'} been notified yet`
}
