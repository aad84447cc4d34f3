import { sql, type Compilable, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from './schema.ts'

type Values = Record<string, unknown>

/** Stands in a compiled query where a value is bound when it runs; `at` counts within a list. */
class Slot {
  readonly name: string
  readonly at: number | null

  constructor(name: string, at: number | null = null) {
    this.name = name
    this.at = at
  }
}

/** What stands in a query for the values with which it will run. */
export type Slots<Bound extends Values> = {
  readonly [Name in keyof Bound]: RawBuilder<Bound[Name] extends readonly (infer Item)[] ? Item : Bound[Name]>
}

/** A value, or its slot: for a part of a query that is used with either. */
export type Value<Bound> = Bound | RawBuilder<Bound>

/** Values of all lists together: longer ones are rare, and would take more memory than building them is worth. */
const maxListed = 250
/** Lengths and shapes of one query. */
const maxKept = 250

/**
 * A query that nearly every request makes: Kysely builds and compiles it once for a database, and then only its values
 * change. A list takes its parentheses with it, and is compiled once for each length; so is what depends on a `shape`,
 * one of a few, once for each.
 */
export function prepared<Bound extends Values, Row, Shape extends string | readonly string[] | void = void>(
  build: (kysely: Kysely<Schema>, slots: Slots<Bound>, shape: Shape) => Compilable<Row>,
): (kysely: Kysely<Schema>, values: Bound, shape: Shape) => Promise<Row[]> {
  // By what a database and all its transactions share.
  const compiled = new WeakMap<object, Map<string, CompiledQuery<Row>>>()
  return async (kysely, values, shape) => {
    let key = shape === undefined ? '' : String(shape)
    let listed = 0
    for (const name in values) {
      const value = values[name]
      if (!Array.isArray(value)) continue
      key += ` ${value.length}`
      listed += value.length
    }
    const { adapter } = kysely.getExecutor()
    let queries = compiled.get(adapter)
    if (!queries) compiled.set(adapter, (queries = new Map()))
    let query = queries.get(key)
    if (!query) {
      query = build(kysely, slotsFor(values), shape).compile()
      if (listed <= maxListed) queries.set(key, query)
      if (queries.size > maxKept) queries.delete(queries.keys().next().value!)
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? valueOf(values, value) : value,
    )
    const { rows } = await kysely.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

function slotsFor<Bound extends Values>(values: Bound): Slots<Bound> {
  const slots = Object.entries(values).map(([name, value]) => [name, slotFor(name, value)])
  return Object.fromEntries(slots) as Slots<Bound>
}

function slotFor(name: string, value: unknown): RawBuilder<unknown> {
  if (!Array.isArray(value)) return sql`${new Slot(name)}`
  return sql`(${sql.join(value.map((_, at) => sql`${new Slot(name, at)}`))})`
}

function valueOf(values: Values, { name, at }: Slot): unknown {
  const value = values[name]
  return at === null ? value : (value as unknown[])[at]
}
