import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { parts } from '#server/api/about/about.ts'
import { fieldLabels } from '#server/api/about/fields.ts'
import { apiVersion, describedCalls } from '#server/api/calls.ts'
import { problems } from '#server/rules/problems.ts'
import { productName } from '#server/rules/product/product.ts'
import type { DescribedCall, DescribedField } from './described.ts'

const outcome = z
  .object({
    StatusCode: z.int().meta({ description: 'What came of the call: 20000 for done.' }),
    StatusMessage: z.string().meta({ description: 'The same in words.' }),
    Field: z.string().optional().meta({ description: 'The field at fault, as the call names it.' }),
  })
  .meta({ id: 'Outcome', description: 'What every answer says.' })

/** The API in OpenAPI 3.1; `server` is where it is called. */
export function openApiDocument(server: URL) {
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: `${productName} API`,
      version: apiVersion,
      description:
        'Every answer is HTTP 200 with a StatusCode of its own, except for a missing token, too many attempts, failures of the server, and calls that answer a file.',
      license: { name: 'Proprietary', url: new URL('/api', server).href },
    },
    servers: [{ url: server.origin }],
    tags: parts.map(({ title }) => ({ name: title, description: `Calls: ${title.toLowerCase()}.` })),
    security: [{ bearer: [] }],
    paths: pathsOf(describedCalls()),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'From POST /v2/account/token, or an access token from the settings.',
        },
      },
    },
  })
}

function pathsOf(calls: readonly DescribedCall[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {}
  for (const call of calls) {
    const operation = operationOf(call)
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation }
  }
  return paths
}

function operationOf(call: DescribedCall): ZodOpenApiOperationObject {
  const { about, guard, parameters, query, isRaw } = call
  return {
    operationId: idOf(call),
    summary: call.does,
    description: about,
    tags: parts.filter(({ calls }) => call.name in calls).map(({ title }) => title),
    ...(guard === 'anyone' && { security: [] }),
    requestParams: {
      ...(parameters.length > 0 && { path: textsOf(parameters) }),
      ...(query.length > 0 && { query: textsOf(query) }),
      ...(call.takesKey && { header: z.object({ 'Idempotency-Key': z.string().max(255).optional() }) }),
    },
    ...(call.method === 'POST' && { requestBody: bodyOf(call) }),
    'x-status-codes': { done: call.done, refused: [...call.refusals, ...call.generalRefusals] },
    'x-limits': call.limits,
    responses: {
      200: isRaw
        ? rawAnswer(call)
        : {
            description: 'Done, or why not.',
            content: { 'application/json': { schema: answerSchema(call) } },
          },
      ...(guard !== 'anyone' && {
        401: refused('The token is missing, wrong or expired.'),
        403: refused('The access token lacks the scope of this call.'),
      }),
      429: refused('Too many attempts. Retry-After says how many seconds to wait.'),
      ...(isRaw && refusalsByStatus(call)),
      500: refused('The server failed.'),
      503: refused('The server is busy, or something that it depends on is down.'),
    },
  }
}

/** The HTTP statuses of a call that answers a file: each by itself, since some generators know no ranges. */
function refusalsByStatus({ refusals, generalRefusals }: DescribedCall) {
  const known = [401, 403, 429, 500, 503]
  const responses = [...refusals, ...generalRefusals].flatMap(({ code, words }) =>
    statusesOf(code).map((status) => ({ status, words: `${code}: ${words}` })),
  )
  const byStatus = Object.groupBy(
    responses.filter(({ status }) => !known.includes(status)),
    ({ status }) => status,
  )
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, all]) => [
      status,
      refused((all ?? []).map(({ words }) => words).join(' ')),
    ]),
  )
}

function statusesOf(code: number): number[] {
  const same = Object.values(problems).filter((problem) => problem.code === code)
  return [...new Set(same.map(({ http }) => http))]
}

/** A call that takes a file answers the ID that it got. */
function rawAnswer({ takesFile }: DescribedCall) {
  return takesFile
    ? { description: 'The ID of the upload.', content: { 'text/plain': { schema: z.string() } } }
    : { description: 'The file, or the text.', content: { '*/*': { schema: {} } } }
}

function refused(description: string) {
  return { description, content: { 'application/json': { schema: outcome } } }
}

function answerSchema({ answer }: DescribedCall): z.ZodType {
  return answer instanceof z.ZodObject
    ? outcome.extend(answer.partial().shape).meta({ id: undefined })
    : outcome
}

/** `POST /v3/shares/disable` as `postV3SharesDisable`. */
function idOf({ method, path }: DescribedCall): string {
  const words = path.split(/\W+/).filter(Boolean)
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

function textsOf(fields: readonly DescribedField[]) {
  const shape = fields.map(({ name, isRequired, words }) => {
    const text = z.string().meta({ description: words })
    return [name, isRequired ? text : text.optional()]
  })
  return z.object(Object.fromEntries(shape) as Record<string, z.ZodType>)
}

/** Every field is a text: a form has no other, and JSON may say lists and numbers as themselves. */
function bodyOf({ fields, takesFile }: DescribedCall) {
  if (takesFile) {
    const file = z.string().meta({ override: { type: 'string', format: 'binary' }, description: 'The file.' })
    return { required: true, content: { 'multipart/form-data': { schema: z.object({ file }) } } }
  }
  const schema = textsOf(fields)
  const required = fields.some(({ isRequired }) => isRequired)
  return {
    required,
    content: { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } },
  }
}

/** The words of every field, for whoever checks that none is missing. */
export const describedFields: readonly string[] = Object.keys(fieldLabels)
