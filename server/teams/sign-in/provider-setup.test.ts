// @module-tag engines
import { BlockList } from 'node:net'
import { parseWithZod } from '@conform-to/zod/v4'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { OpenId } from '#server/accounts/identities/open-id.ts'
import type { User } from '#server/accounts/users.ts'
import { Outgoing } from '#server/http/outgoing/outgoing.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { TeamConnections } from '#server/teams/connections.ts'
import { SamlProvider } from '#tests/support/providers/saml-provider.ts'
import { addTeam } from '#tests/support/unit/teams.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { samlForm } from './forms.ts'
import { ProviderSetup } from './provider-setup.ts'

const provider = await SamlProvider.start(Date.now)
const outgoing = new Outgoing({ allowed: new BlockList() })
afterAll(() => Promise.all([provider.close(), outgoing.close()]))

let world: World
let setup: ProviderSetup
let owner: User
let admin: User

beforeEach(async () => {
  world = await openWorld()
  const guid = await addTeam(world)
  const offers = () => true
  const connections = new TeamConnections({ ...world, offers })
  const openId = new OpenId({ ...world, outgoing })
  setup = new ProviderSetup({ ...world, connections, openId, outgoing, offers, config: world })
  const inTeam = (role: number) => ({ team_guid: guid, team_role: role })
  owner = await addUser(world, 'owner@halden.example', inTeam(teamRoles.owner))
  admin = await addUser(world, 'admin@halden.example', inTeam(teamRoles.admin))
})

function formWith(fields: Record<string, string>): { address?: string; metadata?: string } {
  const form = new FormData()
  for (const [name, value] of Object.entries({ address: '', metadata: '', ...fields })) form.set(name, value)
  const parsed = parseWithZod(form, { schema: samlForm })
  if (parsed.status !== 'success') throw new Error(JSON.stringify(parsed.error))
  return parsed.value as { address?: string; metadata?: string }
}

test('metadata come from a file or as text; what is missing, or is not one, is said at its field', async () => {
  for (const field of ['metadataFile', 'metadata']) {
    await setup.prepareSaml(admin, formWith({ [field]: provider.metadata }))
    expect((await setup.state(admin)).draft).toMatchObject({ kind: 'saml', setBy: 'admin', isOn: false })
    await expect(setup.prepareSaml(admin, formWith({ [field]: '<x/>' }))).rejects.toMatchObject({ field })
  }
  await expect(setup.prepareSaml(admin, formWith({}))).rejects.toMatchObject({ field: 'address' })
  for (const address of ['http://127.0.0.1:1/', 'https://[::1]/', 'file:///etc/passwd'])
    await expect(setup.prepareSaml(admin, formWith({ address }))).rejects.toMatchObject({ field: 'address' })
})

test('only an owner switches on, and only what was tested; of two at once one is done', async () => {
  await setup.prepareSaml(admin, { metadata: provider.metadata })
  await expect(setup.switchOn(owner)).rejects.toThrow('badForm')
  await world.database.kysely.updateTable('team_connection').set({ tested_at: world.now }).execute()
  await expect(setup.switchOn(admin)).rejects.toThrow('notFound')
  const both = await Promise.allSettled([setup.switchOn(owner), setup.switchOn(owner)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await setup.state(owner)).toMatchObject({ on: { kind: 'saml' }, draft: null })
})

test('an issuer in the server’s own network is not asked', async () => {
  const given = { issuer: 'http://127.0.0.1:1/', clientId: 'strongroom', clientSecret: 'secret' }
  await expect(setup.prepareOidc(admin, given)).rejects.toMatchObject({ field: 'issuer' })
  expect((await setup.state(admin)).draft).toBeNull()
})
