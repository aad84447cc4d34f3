import type { Services } from '#server/services.ts'
import type { Team } from '#server/teams/teams.ts'
import { withInstallation } from './installation.ts'

/** Does something with the team of this name or guid, and returns the team as it was before. Throws notFound too. */
export async function withTeam(
  named: string,
  work: (team: Team, services: Services) => Promise<unknown>,
): Promise<Team> {
  return withInstallation('guest', async (services) => {
    const team = await services.teams.all.find(named)
    await work(team, services)
    return team
  })
}
