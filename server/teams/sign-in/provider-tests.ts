import { reasonOf } from '#server/accounts/identities/open-id.ts'
import type { VerifiedPerson } from '#server/accounts/identities/verified-person.ts'
import type { SignInFlow } from '#server/accounts/sign-in/sign-in-flows.ts'
import { userByGuid } from '#server/accounts/user-rows.ts'
import type { Database } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { Problem } from '#server/rules/problems.ts'
import * as rows from '#server/teams/connection-rows.ts'
import { providerName, type Connection } from '#server/teams/connections.ts'
import { lockAsAdmin } from '#server/teams/people/administered.ts'
import { answerOf, refusedAnswer, wordsOfOpenId, type TestAnswer } from './test-answer.ts'

type Deps = { database: Database; events: Events; clock: () => number }
type Named = { person: VerifiedPerson; claims: readonly [string, string][] }

/** Keeps what a test brought, for the page where it was begun. */
export async function noteTest(
  deps: Deps,
  connection: Connection,
  flow: SignInFlow,
  { person, claims }: Named,
): Promise<'tested'> {
  const { kysely } = deps.database
  const answer = await answerOf(kysely, connection.teamGuid, person, claims)
  return noteAnswer(deps, connection, flow, answer)
}

/** The same for an answer over OpenID Connect that was refused. Throws anything else. */
export async function noteFailure(
  deps: Deps,
  connection: Connection,
  flow: SignInFlow,
  error: unknown,
): Promise<null> {
  if (!(error instanceof Problem)) throw error
  await noteAnswer(deps, connection, flow, refusedAnswer(wordsOfOpenId(reasonOf(error))))
  return null
}

/** Only if who began the test still administers the team. Throws notFound. */
export async function noteAnswer(
  { database, events, clock }: Deps,
  connection: Connection,
  { userGuid }: SignInFlow,
  answer: TestAnswer,
): Promise<'tested'> {
  const now = clock()
  await database.transaction(async (tx) => {
    const { guid } = await lockAsAdmin(tx, userGuid ?? '')
    if (guid !== connection.teamGuid) throw new Problem('notFound')
    const testedAt = answer.isGood ? now : null
    await rows.noteAnswer(tx, connection.guid, { answer: JSON.stringify(answer), testedAt, now })
    const actor = (await userByGuid(tx, userGuid ?? ''))?.email ?? null
    const provider = providerName({ settings: JSON.stringify(connection.settings) })
    const detail = { provider, worked: answer.isGood }
    await events.record(tx, { subject: guid, kind: 'TeamProviderTested', actor, detail })
  })
  return 'tested'
}
