import type { CompiledQuery } from 'kysely'
import type { Database } from '#server/db/open.ts'

export type SeenQuery = { sql: string; parameters: readonly unknown[]; count: number; milliseconds: number }
export type QueryRecord = { isOn: boolean; seen: Map<string, SeenQuery> }

type Executor = { executeQuery(query: CompiledQuery, ...more: unknown[]): Promise<unknown> }

/** Counts and times the queries of a database while `isOn`, those within transactions too. */
export function recordQueries({ kysely }: Database): QueryRecord {
  const record: QueryRecord = { isOn: false, seen: new Map() }
  // Transactions make executors of their own: what all of them have in common is the prototype.
  const executor = kysely.getExecutor() as unknown as Executor
  const shared = prototypeWith(executor, 'executeQuery') as Executor & { records?: Set<QueryRecord> }
  if (!shared.records) {
    shared.records = new Set()
    const execute = shared.executeQuery
    shared.executeQuery = async function (this: Executor, query, ...more) {
      const startedAt = performance.now()
      const answer = await execute.call(this, query, ...more)
      for (const one of shared.records!) if (one.isOn) note(one, query, performance.now() - startedAt)
      return answer
    }
  }
  shared.records.add(record)
  return record
}

function prototypeWith(value: object, name: string): object {
  let prototype: object = Object.getPrototypeOf(value) as object
  while (!Object.hasOwn(prototype, name)) prototype = Object.getPrototypeOf(prototype) as object
  return prototype
}

function note({ seen }: QueryRecord, { sql, parameters }: CompiledQuery, milliseconds: number): void {
  // Lists of any length are one query.
  const shape = sql.replaceAll(/\((?:\$\d+|\?)(?:, (?:\$\d+|\?))+\)/g, '(…)').replaceAll(/\$\d+/g, '?')
  const known = seen.get(shape)
  seen.set(shape, {
    sql,
    parameters,
    count: (known?.count ?? 0) + 1,
    milliseconds: (known?.milliseconds ?? 0) + milliseconds,
  })
}

/** The queries that took most of the time, each with its plan; steps that read or sort everything carry a mark. */
export async function plansOfHottest(database: Database, { seen }: QueryRecord, max = 10): Promise<string> {
  const hottest = [...seen.entries()].sort(([, a], [, b]) => b.milliseconds - a.milliseconds).slice(0, max)
  const texts = []
  for (const [at, [shape, query]] of hottest.entries()) {
    const { count, milliseconds } = query
    const head = `${at + 1}. ${count} times, ${(milliseconds / count).toFixed(2)} ms each`
    const steps = await ancestorsOf(database, query)
    texts.push(
      [head, shape, ...steps.map((step) => (isSuspicious(step) ? `! ${step}` : `  ${step}`))].join('\n'),
    )
  }
  return texts.join('\n\n')
}

async function ancestorsOf({ kysely, kind }: Database, { sql, parameters }: SeenQuery): Promise<string[]> {
  const isRead = /^\s*select\b/i.test(sql)
  const how = kind === 'sqlite' ? 'explain query plan' : isRead ? 'explain (analyze, buffers)' : 'explain'
  const query = { sql: `${how} ${sql}`, parameters, query: { kind: 'RawNode' } } as unknown as CompiledQuery
  const { rows } = await kysely.executeQuery<Record<string, string>>(query)
  return rows.map((row) => row['detail'] ?? row['QUERY PLAN'] ?? '')
}

/** Whether a step goes through a whole table or index, or sorts in the database. */
export function isSuspicious(step: string): boolean {
  return /^SCAN (?!CONSTANT|\(?subquery)|TEMP B-TREE|Seq Scan|^\s*(->)?\s*Sort /i.test(step)
}
