/** What tests ask of SQLite's own tables and plans, and what changes tables: migrations run on both engines. */
export const onlyForSqlite =
  /^\s*(explain|pragma|vacuum|create|alter|drop|begin|commit)\b|\bsqlite_(master|schema)\b|\bpragma_\w+|\btypeof\(/i
