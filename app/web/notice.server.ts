import { redirect } from '@remix-run/node'
import type { Visitor } from './visitor.server.ts'

/** Goes to a page of ours and says there, once, what was done. */
export async function goWithNotice(visitor: Visitor, path: string, notice: string): Promise<Response> {
  return redirect(path, {
    status: 303,
    headers: { 'Set-Cookie': await visitor.cookies.notice.serialize(notice) },
  })
}
