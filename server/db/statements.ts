import { channel } from 'node:diagnostics_channel'

/**
 * Every statement that goes to SQLite, as Kysely compiled it, for whoever subscribes. Costs nothing while nobody does.
 * Tests listen, to try each statement on PostgreSQL.
 */
export const statements = channel('strongroom:db:statement')
