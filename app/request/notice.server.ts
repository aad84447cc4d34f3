import { redirect } from '@remix-run/node'
import type { NoticeKind } from '#app/ui/root-data.ts'
import type { Visitor } from './visitor.server.ts'

/**
 * Redirects to one of our pages and says there, once, what was done, or what went wrong. The kind is always named:
 * "Done" is not a default. `more` are further Set-Cookie lines.
 */
export async function goWithNotice(
  visitor: Visitor,
  path: string,
  notice: string,
  kind: NoticeKind,
  more: readonly string[] = [],
): Promise<Response> {
  return goTo(path, [await visitor.cookies.notice.serialize({ text: notice, kind }), ...more])
}

/** Redirects to one of our pages after a form, with these Set-Cookie lines. */
export function goTo(path: string, cookies: readonly string[]): Response {
  const headers = new Headers()
  for (const line of cookies) headers.append('Set-Cookie', line)
  return redirect(path, { status: 303, headers })
}
