import type { User } from '#server/accounts/accounts.ts'
import { Problem } from '#server/rules/problems.ts'
import { counted, fileSize } from '#server/rules/text/format.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import type { BulkAnswer } from '#app/ui/tables/bulk.tsx'
import { confirmationOf, doneToEach } from '#app/view-models/bulk.server.ts'

const unknown = 'Unknown person'
const question = { ofOne: 'Remove this member?', ofMany: 'Remove these members?' }

/** The page that asks: what they have, who can take it over, and for the one chosen what that means. */
export type RemovalQuestion = Extract<BulkAnswer, { kind: 'question' }> & {
  removal: {
    /** What they share and own, in words; null if that is nothing. */
    has: string | null
    heirs: { value: string; label: string }[]
    to: string
    /** Whether the reader has seen what follows from this choice. */
    isSeen: boolean
    preview: string[]
    problem: string | null
  }
}
export type RemovalAnswer = RemovalQuestion | Extract<BulkAnswer, { kind: 'done' }>

type Form = { person: string[]; to?: string | undefined; seen?: string | undefined }

export async function askRemoval(
  { services }: RequestContext,
  actor: User,
  { person, to = '' }: Form,
): Promise<RemovalQuestion> {
  const { membership, people } = services.teams
  const names = await people.namesOf(actor, person)
  const confirmation = confirmationOf(person, names, question) as Extract<BulkAnswer, { kind: 'question' }>
  const active = await people.active(actor)
  const heirs = active
    .filter(({ guid }) => !person.includes(guid))
    .map(({ guid, name, email }) => ({ value: guid, label: name ? `${name} (${email})` : email }))
  let problem: string | null = null
  const outlook = await membership.removalOutlook(actor, person, to || null).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.problem !== 'memberRefused') throw error
    problem = error.text
    return membership.removalOutlook(actor, person)
  })
  const { shares, rooms, bytes, heir } = outlook
  const work = `${counted(shares, 'shared file')} and ${counted(rooms, 'data room')}, ${fileSize(bytes)} together`
  const hasWork = shares + rooms > 0
  if (heir && !heir.fits)
    problem = `This needs ${fileSize(bytes)} of storage, and they have ${fileSize(heir.left)} left. Choose someone else.`
  const who = outlook.to?.email ?? ''
  const preview = heir
    ? [
        `${who} becomes the owner of ${work}. Links keep working with the same people and protections, and no recipient or room member is notified.`,
        `${who} is shown as the sender and owner, sees the recorded activity, and gets one email. The members you remove lose access to all of it.`,
        ...(heir.closed > 0
          ? [
              `${counted(heir.closed, 'of these')} ${heir.closed === 1 ? 'is' : 'are'} over the limits of their plan (${heir.plan}): closed to everyone else until their plan is larger.`,
            ]
          : []),
        ...(heir.tooManyRooms > 0
          ? [
              `They would own ${counted(heir.tooManyRooms, 'data room')} more than their plan (${heir.plan}) has. Their newest are closed to everyone else until then.`,
            ]
          : []),
      ]
    : []
  return {
    ...confirmation,
    removal: {
      has: hasWork ? `They have ${work}.` : null,
      heirs: hasWork ? heirs : [],
      to: problem === null ? to : '',
      isSeen: heir !== null && problem === null,
      preview: problem === null ? preview : [],
      problem,
    },
  }
}

/** Removes people; where someone takes over, first shows what that means. */
export async function removePeople(context: RequestContext, actor: User, form: Form): Promise<RemovalAnswer> {
  const { person, to = '', seen } = form
  if (to !== '' && seen !== to) return askRemoval(context, actor, form)
  const { people, membership } = context.services.teams
  const names = await people.namesOf(actor, person)
  const words = to
    ? 'Removed. What they shared and owned was transferred.'
    : 'Removed. Their account keeps what they shared and own.'
  const later =
    'Removed. What they shared and own is being transferred; the new owner gets an email when that is done.'
  const done = { chosen: person, names, heading: 'Removed', words, unknown }
  return (await doneToEach(done, async (guid) =>
    (await membership.remove(actor, guid, to || null)) ? later : undefined,
  )) as Extract<BulkAnswer, { kind: 'done' }>
}
