/** What Node itself reads from the environment, for processes that get an environment of their own. */
export const runtimeEnvironment: Record<string, string> = Object.fromEntries(
  ['NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'TEST_STATEMENTS'].flatMap((name) => {
    const value = process.env[name]
    return value ? [[name, value]] : []
  }),
)
