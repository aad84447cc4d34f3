import { afterAll } from 'vitest'
import type { Config } from '#server/config.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { startApp, type App } from './app.ts'
import { makeOperator, makeShare, makeUser, type Person, type ShareFields } from './make.ts'
import { makeRoom, type MadeRoom, type RoomPlan } from './rooms.ts'

export type WorldPlan = {
  config?: Partial<Config>
  /** Who the operator is, if not Olivia; `false` leaves the installation without anyone. */
  operator?: Person | false
  /** Further accounts in the order in which they are made; who is only an address is called Ulrich Unger. */
  people?: readonly (string | Person)[]
  /** A room of the operator's, or of whom it names. */
  room?: RoomPlan
  /** What the operator shares. */
  share?: ShareFields
}

type Everything<Plan extends WorldPlan> = {
  app: App
  operator: Browser
  people: Browsers<NonNullable<Plan['people']>>
  room: MadeRoom
  /** The share's guid. */
  share: string
}
type Browsers<People extends readonly unknown[]> = { [At in keyof People]: Browser }
type Named<Plan extends WorldPlan> = Extract<keyof Plan, 'people' | 'room' | 'share'>
type Always<Plan extends WorldPlan> = Plan extends { operator: false } ? 'app' : 'app' | 'operator'

/** What a world has: what its plan names, and nothing else. */
export type World<Plan extends WorldPlan> = Pick<Everything<Plan>, Always<Plan> | Named<Plan>>

/**
 * An installation with its operator, and with what the plan names, for all tests of a file. Called where nothing is
 * tested yet; it ends with the file.
 */
export async function makeWorld<const Plan extends WorldPlan>(plan: Plan = {} as Plan): Promise<World<Plan>> {
  const app = await startApp({ config: plan.config })
  afterAll(() => app.close())
  const operator = plan.operator === false ? null : await makeOperator(app, plan.operator)
  const people: Browser[] = []
  for (const person of plan.people ?? []) {
    people.push(await makeUser(app, typeof person === 'string' ? { email: person } : person))
  }
  const room = plan.room ? await makeRoom(app, plan.room) : null
  const share = plan.share && operator ? await makeShare(app, operator, plan.share) : null
  return { app, operator, people, room, share } as unknown as World<Plan>
}
