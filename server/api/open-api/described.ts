import { aboutCalls } from '#server/api/about/about.ts'
import { codeLabels, generalRefusals } from '#server/api/about/codes.ts'
import { fieldExamples, fieldLabels } from '#server/api/about/fields.ts'
import { answerOf } from '#server/api/answers/answers.ts'
import { generalLimits, limitText, type Limit } from '#server/api/about/limits.ts'
import { takesKey } from '#server/api/once.ts'
import type { Call } from '#server/api/table.ts'
import type { z } from 'zod'

/** A field of a call, or a part of its address. */
export type DescribedField = { name: string; isRequired: boolean; words: string }

/** A StatusCode with what it means. */
export type DescribedCode = { code: number; words: string }

/** A call as people and other programs read about it. */
export type DescribedCall = {
  name: string
  method: Call['method']
  /** Its path without what may be left out. */
  path: string
  /** In a few words. */
  does: string
  /** In Markdown. */
  about: string
  guard: Call['guard']
  scope: Call['scope']
  parameters: DescribedField[]
  query: DescribedField[]
  fields: DescribedField[]
  form: z.ZodType
  answer: z.ZodType | null
  isRaw: boolean
  takesFile: boolean
  takesKey: boolean
  /** The StatusCodes of what was done. */
  done: DescribedCode[]
  /** The StatusCodes of refusals that are the call’s own, and those that every such call can answer. */
  refusals: DescribedCode[]
  generalRefusals: DescribedCode[]
  /** Its own, and those of every call. */
  limits: readonly Limit[]
  limitText: string[]
  example: string
}

export function describe(call: Call): DescribedCall {
  const { name, method, guard, scope, form, isRaw = false, takesFile = false } = call
  const entry = aboutCalls.get(name)
  const about = entry?.about ?? ''
  const path = publicPath(call.path)
  const general = generalRefusals(call)
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => one)
  const fields = call.fields.map((field) => ({ ...fieldOf(field), isRequired: isRequired(form, field) }))
  const described = {
    name,
    method,
    path,
    does: entry?.does ?? '',
    about: about.replace(/^_Raw\._ /, ''),
    guard,
    scope,
    parameters: names.map((one) => ({ ...fieldOf(one), isRequired: true })),
    query: (entry?.query ?? []).map(fieldOf),
    fields,
    form,
    answer: isRaw ? null : answerOf(name),
    isRaw,
    takesFile,
    takesKey: takesKey(call),
    done: codesOf(entry?.done ?? [20000]),
    refusals: codesOf((entry?.refusals ?? []).filter((code) => !general.includes(code))),
    generalRefusals: codesOf(general),
    limits: [...(entry?.limits ?? []), ...generalLimits],
    limitText: (entry?.limits ?? []).map(limitText),
  }
  return { ...described, example: exampleOf(described, entry?.example ?? []) }
}

/** What may be left out is left out, or is a part of its own. */
function publicPath(path: string): string {
  return path
    .replace(/\}\{viewAs\}/, '}/{viewAs}')
    .replace(/(?<=\w)\{viewAs\}/, '')
    .replace(/\/$/, '')
}

function fieldOf(name: string): DescribedField {
  return { name, isRequired: false, words: fieldLabels[name] ?? name }
}

function isRequired(form: z.ZodType, field: string): boolean {
  return (
    !form.safeParse({}).error?.issues.every(({ path }) => path[0] !== field) && !form.safeParse({}).success
  )
}

function codesOf(codes: readonly number[]): DescribedCode[] {
  const sorted = [...new Set(codes)].toSorted((one, other) => one - other)
  return sorted.map((code) => ({ code, words: codeLabels[code] ?? '' }))
}

type Drawn = Pick<DescribedCall, 'method' | 'path' | 'guard' | 'fields' | 'takesFile' | 'isRaw'>

function exampleOf(
  { method, path, guard, fields, takesFile, isRaw }: Drawn,
  also: readonly string[],
): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => fieldExamples[name] ?? name)
  // `Name`, `Name=value`, or `?Name` for what stands in the address.
  const values = new Map(
    also.map((one) => {
      const [name = '', value] = one.split(/=(.*)/s)
      return [name, value ?? fieldExamples[name.replace('?', '')] ?? '…']
    }),
  )
  const query = [...values]
    .filter(([name]) => name.startsWith('?'))
    .map(([name, value]) => `${name}=${value}`)
  const lines = [`curl -s ${isRaw && !takesFile ? '-OJ ' : ''}"$server${address}${query.join('')}"`]
  if (guard !== 'anyone') lines.push('-H "Authorization: Bearer $token"')
  if (takesFile) lines.push('-F file=@contract.pdf')
  const sent = fields.filter(({ name, isRequired }) => isRequired || values.has(name))
  for (const { name } of sent)
    lines.push(`--data-urlencode '${name}=${values.get(name) ?? fieldExamples[name] ?? '…'}'`)
  if (method === 'POST' && !takesFile && sent.length === 0) lines.push('-X POST')
  return lines.join(' \\\n  ')
}
