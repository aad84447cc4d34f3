import { z } from 'zod'
import { parts } from '#server/api/about/about.ts'
import { codeLabels } from '#server/api/about/codes.ts'
import { generalLimits, limitText } from '#server/api/about/limits.ts'
import { describedCalls } from '#server/api/calls.ts'
import { tokenScopeLabels } from '#server/rules/accounts/tokens/token-scopes.ts'
import type { ApiCall, ApiPart, ApiReference } from '#server/rules/product/api-reference.ts'
import type { DescribedCall } from './described.ts'
import { openApiDocument } from './document.ts'

/** What others read about the API of this server; made when it is first asked for. */
export function apiReference(server: URL): ApiReference {
  let [document, read]: [object | undefined, ApiPart[] | undefined] = [undefined, undefined]
  const codes = Object.entries(codeLabels).map(([code, words]) => ({ code: Number(code), words }))
  return {
    document: () => (document ??= openApiDocument(server)),
    parts: () => (read ??= readParts()),
    codes,
    limits: generalLimits.map(limitText),
  }
}

function readParts(): ApiPart[] {
  const calls = new Map(describedCalls().map((call) => [call.name, readCall(call)]))
  return parts.map(({ id, title, before, calls: names }) => ({
    id,
    title,
    before,
    calls: Object.keys(names).flatMap((name) => calls.get(name) ?? []),
  }))
}

function readCall(call: DescribedCall): ApiCall {
  const { name, does, about, answer, isRaw, takesFile, takesKey } = call
  const key = {
    name: 'Idempotency-Key',
    words: 'A header: sent again, nothing is done twice.',
    isRequired: false,
  }
  return {
    name,
    anchor: name.replaceAll(/\W+/g, '-').replace(/-$/, '').toLowerCase(),
    does,
    about,
    who: whoOf(call),
    fields: [
      ...call.parameters,
      ...call.query.map((field) => ({ ...field, name: `?${field.name}` })),
      ...(takesFile
        ? [{ name: 'file', words: 'The file, as a part of a multipart form.', isRequired: true }]
        : []),
      ...call.fields,
      ...(takesKey ? [key] : []),
    ],
    example: call.example,
    answers: isRaw
      ? []
      : ['StatusCode', 'StatusMessage', ...(answer instanceof z.ZodObject ? Object.keys(answer.shape) : [])],
    done: call.done,
    refusals: call.refusals,
    limits: call.limitText,
  }
}

function whoOf({ guard, scope }: DescribedCall): string {
  if (guard === 'anyone' || scope === null) return 'Anyone; no token is needed.'
  if (scope === 'never') return 'Someone who signed in; no access token.'
  if (scope === 'any') return 'Any token.'
  const names = (typeof scope === 'string' ? [scope] : scope).map(
    (one) => `“${one}” (${tokenScopeLabels[one].toLowerCase()})`,
  )
  return `Someone who signed in, or an access token with the scope ${names.join(' or ')}.`
}
