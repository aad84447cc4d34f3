/** Whether one of the tags of If-None-Match is this entity's; weak comparison. */
export function isSameEntity(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch.trim() === '*') return true
  const bare = withoutWeak(etag)
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => withoutWeak(tag) === bare)
}

function withoutWeak(etag: string): string {
  return etag.replace(/^W\//, '')
}
