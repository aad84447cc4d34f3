import { redirect } from '@remix-run/node'
import type { NoticeKind } from '../ui/root-data.ts'
import type { Visitor } from './visitor.server.ts'

/** Goes to a page of ours and says there, once, what was done, or what went wrong with it. */
export async function goWithNotice(
  visitor: Visitor,
  path: string,
  notice: string,
  kind: NoticeKind = 'good',
): Promise<Response> {
  return redirect(path, {
    status: 303,
    headers: { 'Set-Cookie': await visitor.cookies.notice.serialize({ text: notice, kind }) },
  })
}
