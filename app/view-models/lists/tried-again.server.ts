import { triedAgain } from '#server/rules/files/render-reason.ts'
import type { RequestContext } from '#app/request/loader.server.ts'

/** What is said while a file waits to be prepared again; null if it does not, or is ready. */
export async function retryText(
  { services, visitor }: Pick<RequestContext, 'services' | 'visitor'>,
  fileGuid: string,
  isWaiting: boolean,
): Promise<string | null> {
  const at = isWaiting ? await services.files.nextTries.of(fileGuid) : null
  if (at === null) return null
  const user = await visitor.user()
  return triedAgain(at, user?.timeZone ?? 'UTC')
}
