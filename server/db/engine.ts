/** What the rows are kept by. */
export type Engine = 'sqlite' | 'postgres'
