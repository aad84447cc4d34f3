import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { maxPlanNoteLength } from '#server/rules/product/plan-requests.ts'
import { tierKeys, tiers } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit, once, type FormAnswer, type Intent } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, type ContextAt } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { Field, Submit } from '#app/ui/forms/form.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { QuestionPage, type Question } from '#app/operator/shared/question-page.tsx'
import { ServerHead } from '#app/operator/shared/server-head.tsx'
import { teamActs } from '#app/operator/teams/shared/acts.server.ts'

/** What an act is done with besides the team: the act says which of it. */
const teamActForm = z.object({
  domain: z.string().max(300).default(''),
  tier: z.enum(tierKeys, { error: 'Choose a plan.' }).optional(),
  note: z.string().max(maxPlanNoteLength).default(''),
})

/** Asks before something is done with a team, and says what will happen; a plan is chosen first. */
export const loader = load(routes.operator.teams.act, 'operator', async ({ services, params, url }) => {
  const act = Object.hasOwn(teamActs, params.Act) ? teamActs[params.Act] : undefined
  if (!act) throw new Problem('notFound')
  const team = await services.operator.teams.details(params.Team)
  const domain = (url.searchParams.get('domain') ?? '').slice(0, 300)
  const tier = tiers.find(({ key }) => key === url.searchParams.get('tier'))
  const plan = tier ? services.config.plans.of(tier.tierCode) : null
  const back = href(routes.operator.teams.team, { Team: params.Team })
  const isPlan = params.Act === 'plan'
  const question: Question = {
    heading: isPlan && plan ? `Change the plan of all members to ${plan.name}?` : act.heading,
    verb: act.verb,
    intent: act.intent,
    isBad: act.isBad,
    about: domain === '' ? team.name : domain,
    lines: await act.lines(team, { domain, plan, note: '' }, services),
    isFor: act.isFor(team, { domain }),
    back,
  }
  return {
    question,
    name: team.name,
    domain,
    tier: tier?.key ?? null,
    /** Null where there is nothing to choose, or it was chosen. */
    choices: isPlan && !plan ? tiers.map(({ key, name }) => ({ key, name })) : null,
    here: href(routes.operator.teams.act, { Team: params.Team, Act: params.Act }),
    constraints: constraintsOf({ [act.intent]: teamActForm }),
  }
})

type Here = ContextAt<'operator.teams.act', 'operator'>

export const action = submit(
  routes.operator.teams.act,
  'operator',
  Object.fromEntries(
    Object.values(teamActs).map((act): [string, Intent<Here>] => [
      act.intent,
      once<typeof teamActForm, Here>(teamActForm, async (given) => {
        const { form, services, user, client, params, visitor } = given
        const { domain, tier, note } = form
        if (teamActs[params.Act]?.intent !== act.intent) throw new Problem('badForm')
        if (params.Act === 'plan' && tier === undefined) throw new Problem('badForm')
        const team = await services.operator.teams.details(params.Team)
        if (!act.isFor(team, { domain })) throw new Problem('badForm')
        const plan = tier ? services.config.plans.of(tiers.find(({ key }) => key === tier)!.tierCode) : null
        const args = [team.name, ...(domain === '' ? [] : [domain]), ...(tier ? [tier] : [])]
        const notice = await services.operator.commands.run({ user, client }, act.command, args, () =>
          act.run(services, team, { domain, plan, note }, user.email),
        )
        const back =
          params.Act === 'close'
            ? href(routes.operator.teams.index)
            : href(routes.operator.teams.team, { Team: params.Team })
        return goWithNotice(visitor, back, notice, 'good')
      }),
    ]),
  ),
)

export const meta = titled<typeof loader>(({ question }) => `${question.heading} – Server`)

export default function ActOnTeam() {
  const { question, name, domain, tier, choices, here } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const crumbs = [
    { to: href(routes.operator.teams.index), label: 'Teams' },
    { to: question.back, label: name },
  ]
  if (choices)
    return (
      <>
        <ServerHead here="teams" title="Change the plan of all members" crumbs={crumbs} />
        <div className="measure card stack-wide">
          <form method="get" action={here} className="stack">
            <Select name="tier" label="Plan" value="team">
              {choices.map((one) => (
                <option key={one.key} value={one.key}>
                  {one.name}
                </option>
              ))}
            </Select>
            <div className="row">
              <Submit>Continue</Submit> <a href={question.back}>Cancel</a>
            </div>
          </form>
        </div>
      </>
    )
  return (
    <QuestionPage here="teams" crumbs={crumbs} question={question} answer={answer}>
      {domain === '' ? null : <input type="hidden" name="domain" value={domain} />}
      {tier === null ? null : (
        <>
          <input type="hidden" name="tier" value={tier} />
          <Field
            name="note"
            label="Note (optional)"
            hint="Each person gets an email about the change, with this note."
            rows={2}
            answer={answer}
          />
        </>
      )}
    </QuestionPage>
  )
}
