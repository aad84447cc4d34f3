import type { Command } from 'commander'
import { answering, WrongUsage } from '#server/cli/answer.ts'
import { Connection, shown } from './connection.ts'
import { remoteEnvironment } from './environment.ts'
import { forget, originOf, remember } from './remembered.ts'
import { askSecret } from './ask-secret.ts'

/** `login`, `logout` and `whoami`. */
export function addSessionCommands(remote: Command): void {
  const login = remote
    .command('login')
    .description('use a server with one of your access tokens')
    .argument('<server>', 'its address, like https://rooms.example.org')
    .addHelpText(
      'after',
      `
Create a token in Settings, under Access tokens. It is asked for without being shown, or read as one line from standard
input or from STRONGROOM_TOKEN, and kept in ~/.config/strongroom, which only you can read.

Example:
  strongroom remote login rooms.example.org`,
    )
  answering(login, async (typed: string) => {
    const server = originOf(typed)
    const token = remoteEnvironment().token ?? (await askSecret(`Access token for ${server}: `))
    if (!/^[\x21-\x7e]{20,300}$/.test(token))
      throw new WrongUsage('That isn’t an access token. Copy all of it.')
    const user = await userOf(new Connection({ server, token }))
    await remember({ server, token })
    return { lines: [`You’re signed in at ${server} as ${user}.`], data: { server, user } }
  })
  const logout = remote
    .command('logout')
    .description('forget the server and the token on this computer')
    .addHelpText('after', '\nExample:\n  strongroom remote logout')
  answering(logout, async () => {
    const had = await forget()
    const line = had
      ? 'Forgotten on this computer. The token still works: end it in Settings if you no longer need it.'
      : 'You weren’t signed in.'
    return { lines: [line], data: { wasSignedIn: had } }
  })
  const whoami = remote
    .command('whoami')
    .description('say which server and account are used')
    .addHelpText('after', '\nExample:\n  strongroom remote whoami')
  answering(whoami, async () => {
    const connection = await Connection.open()
    const { User } = await connection.get('/v3/users/info')
    const user = User as Record<string, unknown>
    return {
      lines: [`${shown(user['Email'])} at ${connection.server}`],
      data: { server: connection.server, user },
    }
  })
}

async function userOf(connection: Connection): Promise<string> {
  const { User } = await connection.get('/v3/users/info')
  return shown((User as { Email?: unknown } | undefined)?.Email)
}
