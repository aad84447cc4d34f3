/** How a test waits for what another process does on its own: as long as the slowest machine needs. */
export const patience = { timeout: 10 * 60_000, interval: 50 }
