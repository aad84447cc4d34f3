import path from 'node:path'

/** The project's folder. */
export const root = path.resolve(import.meta.dirname, '../../..')
/** Where a run leaves its reports. */
export const results = path.join(root, 'test-results')
