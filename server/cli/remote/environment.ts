/** What a person sets for the commands, instead of what `login` keeps. */
export type RemoteEnvironment = { server: string | null; token: string | null; configHome: string | null }

/** A computer that has no server also has none of its settings: these are the only variables that are read. */
export function remoteEnvironment(env: NodeJS.ProcessEnv = process.env): RemoteEnvironment {
  return {
    server: env['STRONGROOM_SERVER'] || null,
    token: env['STRONGROOM_TOKEN'] || null,
    configHome: env['XDG_CONFIG_HOME'] || null,
  }
}
