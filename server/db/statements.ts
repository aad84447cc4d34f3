import { channel } from 'node:diagnostics_channel'

/**
 * Every statement that goes to SQLite, as Kysely compiled it, for subscribers. Costs nothing without any.
 * Tests subscribe, to try each statement on PostgreSQL.
 */
export const statements = channel('strongroom:db:statement')
