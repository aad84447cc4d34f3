export declare function startPostgres(
  folder: string,
): Promise<{ env: { TEST_DATABASE_URL: string }; stop(): Promise<void> } | null>
