import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { readClientSecret } from '#server/config.ts'
import type { SamlProvider } from '#server/teams/saml-provider.ts'
import { answering, WrongUsage, errorText } from './answer.ts'
import { lineFromStdin } from './arguments.ts'
import { addressLines } from './team-show.ts'
import { withTeam } from './with-team.ts'

/** `strongroom team sso …`: the identity provider of a team. */
export function addSingleSignOnCommands(team: Command): void {
  const sso = team.command('sso').description("connect a team's identity provider")
  addOidc(sso)
  addSaml(sso)
  addRemove(sso)
}

function addOidc(sso: Command): void {
  const oidc = sso
    .command('oidc')
    .description('connect by OpenID Connect')
    .argument('<team>', 'the team')
    .requiredOption('--issuer <address>', 'the issuer address of the provider, with https')
    .requiredOption('--client-id <id>', 'what the provider calls this installation')
    .addHelpText(
      'after',
      `
The client secret is read from SSO_CLIENT_SECRET, or else from standard input, one line. It is stored encrypted.

Example:
  strongroom team sso oidc Acme --issuer https://login.acme.example --client-id strongroom < secret.txt`,
    )
  answering(oidc, async (named: string, { issuer, clientId }: { issuer: string; clientId: string }) => {
    const clientSecret = readClientSecret() ?? (await lineFromStdin('the client secret'))
    let lines: string[] = []
    const { name } = await withTeam(
      named,
      async (team, { config, teams: { connections: teamConnections } }) => {
        await teamConnections.setOidc(team, { issuer, clientId, clientSecret })
        lines = addressLines(config.publicUrl, team.guid, 'oidc')
      },
    )
    return {
      lines: [`${name} signs in by OpenID Connect at ${issuer}.`, ...lines],
      data: { team: name, kind: 'oidc', issuer, clientId },
    }
  })
}

function addSaml(sso: Command): void {
  const saml = sso
    .command('saml')
    .description('connect by SAML 2.0')
    .argument('<team>', 'the team')
    .requiredOption('--metadata <file>', 'the metadata of the identity provider (XML)')
    .addHelpText(
      'after',
      `
The entity ID, the sign-on address and the certificates in the metadata are stored. When the provider changes its
certificate, run this again with its new metadata.

Example:
  strongroom team sso saml Acme --metadata acme.xml`,
    )
  answering(saml, async (named: string, { metadata }: { metadata: string }) => {
    const text = await readFile(metadata, 'utf8').catch((error: unknown) => {
      throw new WrongUsage(`The metadata cannot be read: ${errorText(error)}`, { cause: error })
    })
    let provider: SamlProvider | undefined
    let lines: string[] = []
    const { name } = await withTeam(
      named,
      async (team, { config, teams: { connections: teamConnections } }) => {
        provider = await teamConnections.setSaml(team, text)
        lines = addressLines(config.publicUrl, team.guid, 'saml')
      },
    )
    const { entityId, signOnUrl } = provider!
    return {
      lines: [`${name} signs in by SAML at ${entityId}.`, ...lines],
      data: { team: name, kind: 'saml', entityId, signOnUrl },
    }
  })
}

function addRemove(sso: Command): void {
  const remove = sso
    .command('remove')
    .description('remove a team’s identity provider')
    .argument('<team>', 'the team')
    .addHelpText(
      'after',
      `
Members without a password can set one: “Forgot your password?” on the sign-in page.

Example:
  strongroom team sso remove Acme`,
    )
  answering(remove, async (named: string) => {
    const { name } = await withTeam(named, (team, { teams: { connections: teamConnections } }) =>
      teamConnections.remove(team),
    )
    return { lines: [`${name} no longer has single sign-on.`], data: { team: name } }
  })
}
