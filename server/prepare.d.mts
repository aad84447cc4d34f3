export function prepare(options?: { withBuild?: boolean; withBrowser?: boolean }): Promise<void>
export function findBrowser(): Promise<string | null>
