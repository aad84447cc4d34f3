import type { User } from '#server/accounts/accounts.ts'
import { lockUser } from '#server/accounts/addresses/address-rows.ts'
import { isUniqueViolation } from '#server/db/errors.ts'
import { newGuid, type Database } from '#server/db/open.ts'
import { day, localDate } from '#server/rules/sharing/expiry.ts'
import { maxPresetNameLength, maxPresets } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import type { FormValues } from './form-values.ts'
import { protectionForm, type ProtectionForm } from './forms.ts'
import { refusedOn } from './new-share.ts'

type Deps = { database: Database; words: { blockedWords?: WordFilter }; clock: () => number }

export type ListedPreset = { guid: string; name: string; isStandard: boolean }

const field = 'presetName'

/**
 * Choices of the share form that a sender saves under a name. They contain neither people nor a passkey, and of a fixed
 * date only how many days ahead it is. No one sees those of anyone else: the answer is notFound.
 */
export class Presets {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async list(actor: User): Promise<ListedPreset[]> {
    const rows = await this.#deps.database.kysely
      .selectFrom('preset')
      .select(['guid', 'name', 'is_standard'])
      .where('owner_guid', '=', actor.guid)
      .orderBy('name')
      .execute()
    return rows.map(({ guid, name, is_standard: standard }) => ({ guid, name, isStandard: standard === 1 }))
  }

  /** What a form is filled with: a preset's choices, or with null those of the default one, if there is one. */
  async choices(actor: User, presetGuid: string | null): Promise<FormValues | null> {
    const own = this.#deps.database.kysely
      .selectFrom('preset')
      .select('choices')
      .where('owner_guid', '=', actor.guid)
    const row = await (
      presetGuid === null ? own.where('is_standard', '=', 1) : own.where('guid', '=', presetGuid)
    ).executeTakeFirst()
    if (row) return filled(JSON.parse(row.choices) as FormValues, actor.timeZone, this.#deps.clock())
    if (presetGuid === null) return null
    throw new Problem('notFound')
  }

  /** The choices of the one of this name. Throws notFound. */
  async choicesOf(actor: User, name: string): Promise<FormValues | null> {
    const preset = (await this.list(actor)).find((one) => one.name === name)
    if (!preset) throw new Problem('notFound')
    return this.choices(actor, preset.guid)
  }

  /**
   * Keeps the protections of a form; returns the guid, of the one that is there where the same are kept under this name
   * already. Throws textRefused or badForm on the field `presetName`.
   */
  async save(actor: User, name: string, form: ProtectionForm): Promise<string> {
    const { database, clock } = this.#deps
    const row = {
      guid: newGuid(),
      owner_guid: actor.guid,
      name: this.#nameOf(name),
      choices: JSON.stringify(kept(form, actor.timeZone, clock())),
      is_standard: 0,
      created_at: clock(),
    } as const
    return unlessNamedTwice(
      database.transaction(async (tx) => {
        // One after the other: the limit on their number is for all together.
        await lockUser(tx, actor.guid)
        const same = await tx
          .selectFrom('preset')
          .select('guid')
          .where('owner_guid', '=', actor.guid)
          .where('name', '=', row.name)
          .where('choices', '=', row.choices)
          .executeTakeFirst()
        if (same) return same.guid
        const { count } = await tx
          .selectFrom('preset')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('owner_guid', '=', actor.guid)
          .executeTakeFirstOrThrow()
        if (Number(count) >= maxPresets)
          throw refusedOn(
            field,
            `You have ${maxPresets} presets, the maximum. Delete one before you save another.`,
          )
        await tx.insertInto('preset').values(row).execute()
        return row.guid
      }),
    )
  }

  /** Throws notFound, and textRefused or badForm on the field `presetName`. */
  async rename(actor: User, presetGuid: string, name: string): Promise<void> {
    const wanted = this.#nameOf(name)
    await unlessNamedTwice(
      this.#deps.database.transaction(async (tx) => {
        const renamed = await tx
          .updateTable('preset')
          .set({ name: wanted })
          .where('guid', '=', presetGuid)
          .where('owner_guid', '=', actor.guid)
          .returning('guid')
          .executeTakeFirst()
        if (!renamed) throw new Problem('notFound')
      }),
    )
  }

  /** Makes empty forms start with this preset, or with null with the strictest choices. Throws notFound. */
  async makeStandard(actor: User, presetGuid: string | null): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      await lockUser(tx, actor.guid)
      await tx
        .updateTable('preset')
        .set({ is_standard: 0 })
        .where('owner_guid', '=', actor.guid)
        .where('is_standard', '=', 1)
        .execute()
      if (presetGuid === null) return
      const chosen = await tx
        .updateTable('preset')
        .set({ is_standard: 1 })
        .where('guid', '=', presetGuid)
        .where('owner_guid', '=', actor.guid)
        .returning('guid')
        .executeTakeFirst()
      if (!chosen) throw new Problem('notFound')
    })
  }

  /** Throws notFound. */
  async remove(actor: User, presetGuid: string): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const removed = await tx
        .deleteFrom('preset')
        .where('guid', '=', presetGuid)
        .where('owner_guid', '=', actor.guid)
        .returning('guid')
        .executeTakeFirst()
      if (!removed) throw new Problem('notFound')
    })
  }

  #nameOf(typed: string): string {
    const rule = { field, label: 'name', maxLength: maxPresetNameLength, ...this.#deps.words }
    const name = plainText(typed, rule).replace(/\s+/g, ' ')
    if (name === '') throw refusedOn(field, 'Enter a name.')
    return name
  }
}

async function unlessNamedTwice<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    throw refusedOn(field, 'You already have a preset with this name. Choose another name.')
  })
}

/** A date passes some day; a number of days ahead never does. */
function kept(form: ProtectionForm, timeZone: string, now: number): FormValues {
  // Everything else in the form is not part of it: people and messages least of all.
  const { expiryDate = '', ...choices } = protectionForm.parse(form)
  const days = Math.round((Date.parse(expiryDate) - Date.parse(localDate(now, timeZone))) / day)
  const texts = Object.entries(choices).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { ...Object.fromEntries(texts), ...(days > 0 ? { expiryDays: String(days) } : {}) }
}

function filled({ expiryDays, ...choices }: FormValues, timeZone: string, now: number): FormValues {
  const expiryDate = expiryDays ? localDate(now + Number(expiryDays) * day, timeZone) : ''
  // What an older version saved is read as a current form.
  const read = protectionForm.safeParse({ ...choices, expiryDate })
  const texts = Object.entries(read.data ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return Object.fromEntries(texts)
}
