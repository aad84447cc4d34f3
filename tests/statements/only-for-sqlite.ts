/**
 * What tests ask of SQLite's own tables and plans, what changes tables, and what is asked of tables as they were before a
 * migration: migrations run on both engines.
 */
export const onlyForSqlite =
  /^\s*(explain|pragma|vacuum|create|alter|drop|begin|commit)\b|\bsqlite_(master|schema)\b|\bpragma_\w+|\btypeof\(|\bitem_reading_before\b|\bmember_time\b|\bshown_until\b/i
