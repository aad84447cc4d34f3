import { z } from 'zod'
import { Problem } from '#server/rules/problems.ts'
import type { RuleCode } from '#server/rules/rooms/room-rights.ts'
import type { RulesByHolder } from './right-holders.ts'
import type { RightsWish } from './rights-plan.ts'
import { maxRuleChanges, type RuleChange } from './rule-changes.ts'

const codes = ['above', '-1', '0', '1', '2', '3', '4'] as const
type Code = (typeof codes)[number]
const guid = z.string().regex(/^[0-9a-f]{32}$/)
const changePattern = /^[0-9a-f]{32}\.[0-9a-f]{32}\.(?:above|-1|[0-4])\.(?:above|-1|[0-4])$/
const changeFields = z.array(z.string().regex(changePattern)).max(maxRuleChanges).optional()

/** The choice for one holder on one item; `was` has what the page showed before. */
export const cellForm = z.object({ holder: guid, item: guid, was: z.enum(codes), cell: z.enum(codes) })

/** One permission for several holders on several items: each of these on each of those. */
export const selectedForm = z.object({
  holder: z
    .array(guid, 'Select at least one member or group.')
    .min(1, 'Select at least one member or group.')
    .max(250),
  item: z.array(guid, 'Select at least one folder.').min(1, 'Select at least one folder.').max(250),
  code: z.enum(codes, 'Choose a permission.'),
})

/** Throws tooManyRules. `rules` are those that are set now. */
export function selectedChanges(
  { holder, item, code }: z.output<typeof selectedForm>,
  rules: RulesByHolder,
): RuleChange[] {
  if (holder.length * item.length > maxRuleChanges) throw new Problem('tooManyRules')
  return holder.flatMap((holderGuid) =>
    item.map((itemGuid) => {
      const was = rules.get(holderGuid)?.get(itemGuid) ?? null
      return { holderGuid, itemGuid, was, code: ruleOf(code) }
    }),
  )
}

/** What was changed, if anything. */
export function changesIn({ holder, item, was, cell }: z.output<typeof cellForm>): RuleChange[] {
  if (cell === was) return []
  return [{ holderGuid: holder, itemGuid: item, was: ruleOf(was), code: ruleOf(cell) }]
}

/** A request as it is sent again, after its consequences were shown. */
export const wishForm = z.object({
  seen: z.string().max(30),
  change: changeFields,
  holderGuid: guid.optional(),
  asGuid: guid.optional(),
  itemGuid: guid.optional(),
  isClosed: z.enum(['yes', 'no']).optional(),
})

/** Throws badForm for what is not a request. */
export function wishIn(form: z.output<typeof wishForm>): RightsWish {
  const { change, holderGuid, asGuid, itemGuid, isClosed } = form
  if (change && change.length > 0) return { kind: 'rules', changes: change.map(readChange) }
  if (holderGuid && asGuid) return { kind: 'same', holderGuid, asGuid }
  if (itemGuid && isClosed) return { kind: 'closed', itemGuid, isClosed: isClosed === 'yes' }
  throw new Problem('badForm')
}

/** A request as form fields, without what was seen. */
export function fieldsOfWish(wish: RightsWish): { name: string; value: string }[] {
  if (wish.kind === 'rules')
    return wish.changes.map((change) => ({ name: 'change', value: changeField(change) }))
  if (wish.kind === 'same')
    return [
      { name: 'holderGuid', value: wish.holderGuid },
      { name: 'asGuid', value: wish.asGuid },
    ]
  return [
    { name: 'itemGuid', value: wish.itemGuid },
    { name: 'isClosed', value: wish.isClosed ? 'yes' : 'no' },
  ]
}

/** Whose rules are to be copied: an address or the name of a group, as entered. */
export const sameForm = z.object({ as: z.string('Enter an email address or a group name.').max(320) })
export const closedForm = z.object({ isClosed: z.enum(['yes', 'no']) })

function changeField({ holderGuid, itemGuid, was, code }: RuleChange): string {
  return [holderGuid, itemGuid, codeOf(was), codeOf(code)].join('.')
}

export function readChange(field: string): RuleChange {
  const [holderGuid = '', itemGuid = '', was = '', code = ''] = field.split('.')
  return { holderGuid, itemGuid, was: ruleOf(was), code: ruleOf(code) }
}

/** A rule as the value of a choice. */
export function codeOf(rule: RuleCode | null): Code {
  return rule === null ? 'above' : (String(rule) as Code)
}

function ruleOf(code: string): RuleCode | null {
  return code === 'above' ? null : (Number(code) as RuleCode)
}
