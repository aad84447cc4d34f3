/**
 * The statement with a plus before each value that is bound to it. SQLite's planner looks at such values, and then
 * plans the statement again each time it runs: nine tenths of the time of a join by key. At `+?`, which is the same
 * value, it does not look. What an index or a limit depends on has to be in the statement itself.
 */
export function plannedOnce(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g, (part) => (part === '?' ? '+?' : part))
}
