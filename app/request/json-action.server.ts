import type { ActionFunctionArgs } from '@remix-run/node'
import { refusalHeaders } from '#server/http/plain.ts'
import { Problem } from '#server/rules/problems.ts'
import { formOf } from './action.server.ts'
import { requestContext } from './request-context.server.ts'
import {
  declared,
  passed,
  type At,
  type Declaration,
  type ContextAt,
  type GuardOf,
  type Place,
} from './guard.server.ts'

type JsonAction = ((received: ActionFunctionArgs) => Promise<Response>) & Declaration

/**
 * An action for our script, which answers in JSON: what `run` answers, or a Problem as `{ problem, text }` with its
 * status. The form carries this browser's token like every form.
 */
export function jsonAction<const N extends Place, const G extends GuardOf<N>>(
  places: At<N>,
  guard: G,
  run: (context: ContextAt<N, G> & { fields: FormData }) => Promise<unknown>,
): JsonAction {
  async function answer(received: ActionFunctionArgs): Promise<Response> {
    try {
      const here = requestContext(received)
      if (here.isForData) throw new Problem('notFound')
      const fields = await formOf(here.request)
      if (here.isForeign) throw new Problem('foreignForm')
      if (!(await here.visitor.isOwnToken(String(fields.get('token') ?? ''))))
        throw new Problem('formExpired')
      if (here.uploadProblem) throw here.uploadProblem
      return Response.json(await run({ ...(await passed<N, G>(here, guard)), fields }))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return Response.json(
        { problem: error.problem, text: error.text },
        { status: error.http, headers: refusalHeaders(error) },
      )
    }
  }
  return declared(answer, { places, guard })
}
