/** The database engine. */
export type Engine = 'sqlite' | 'postgres'
