import type { ActionFunctionArgs } from '@remix-run/node'
import { refusalHeaders } from '#server/http/plain.ts'
import { Problem } from '#server/rules/problems.ts'
import { formOf } from './action.server.ts'
import { given, type Given } from './loader.server.ts'

type Run = (given: Given & { fields: FormData }) => Promise<unknown>

/**
 * An action for a script of ours, which answers in JSON: what `run` answers, or a Problem as `{ problem, text }` under its
 * status. The form carries this browser's token like every form.
 */
export function jsonAction(run: Run): (received: ActionFunctionArgs) => Promise<Response> {
  return async (received) => {
    try {
      const here = given(received)
      if (here.isForData) throw new Problem('notFound')
      const fields = await formOf(here.request)
      if (here.isForeign) throw new Problem('foreignForm')
      if (!(await here.visitor.isOwnToken(String(fields.get('token') ?? ''))))
        throw new Problem('formExpired')
      if (here.uploadProblem) throw here.uploadProblem
      return Response.json(await run({ ...here, fields }))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return Response.json(
        { problem: error.problem, text: error.text },
        { status: error.http, headers: refusalHeaders(error) },
      )
    }
  }
}
