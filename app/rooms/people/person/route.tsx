import { useActionData, useLoaderData } from '@remix-run/react'
import type { Identity } from '#server/accounts/identity.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import { accessOf, seenOf } from '#server/rooms/access/access-labels.ts'
import { accessIn, accessValues, changeMemberForm } from '#server/rooms/people/member-forms.ts'
import { roleOfMember } from '#server/rooms/people/member-rows.ts'
import { stateOf } from '#server/rooms/people/members.ts'
import { href, routes, type ParametersOf } from '#app/routes.ts'
import { Confirmation } from '#app/rooms/shared/confirmation.tsx'
import { Facts } from '#app/ui/tables/facts.tsx'
import { ErrorSummary, Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { AccessFields } from '#app/rooms/people/shared/member-fields.tsx'
import { OneButton } from './one-button.tsx'
import { PeopleHead } from '#app/rooms/people/shared/people-head.tsx'
import { accessOptions } from '#app/rooms/people/shared/access-options.server.ts'
import {
  action as submit,
  buttonForm,
  intent,
  type FormAnswer,
  type Intent,
  once,
  onceAMinute,
} from '#app/request/action.server.ts'
import { memberFacts } from '#app/rooms/shared/listed-members.server.ts'
import { loader as load, type RequestContext, type ContextAt } from '#app/request/loader.server.ts'
import { removalConsequences } from '#app/rooms/people/shared/member-bulk.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { peopleHead } from '#app/rooms/people/shared/people-head.server.ts'

export const loader = load(
  routes.rooms.people.person,
  'user can manage',
  async ({ user, identity, ...context }) => {
    const { timeZone } = user
    const { roomGuid, memberGuid } = namesIn(context)
    const { members, groups: ofGroups } = context.services.rooms
    const { room, member, copiesSpent, time } = await members.find(identity, roomGuid, memberGuid)
    const { groups } = await ofGroups.list(identity, roomGuid)
    const state = stateOf(member, room, context.now)
    const isOwner = member.role === 0
    const here = href(routes.rooms.people.person, { RoomGuid: roomGuid, Member: memberGuid })
    return {
      head: await peopleHead(context, room),
      here,
      person: member.name || member.email,
      facts: memberFacts(member, { room, copiesSpent, time, timeZone, now: context.now }),
      fixed: isOwner ? ownerText : member.guid === room.member?.guid ? selfText : null,
      isRemoving: context.url.searchParams.get('panel') === 'remove',
      consequences: removalConsequences,
      isSuspended: member.suspended_at !== null,
      mayInvite: state !== 'suspended' && state !== 'ended',
      mayResetPrints: copiesSpent > 0,
      rights:
        room.version === 2 && roleOfMember(member) !== roles.coOwner
          ? href(routes.rooms.rights.holder, { RoomGuid: roomGuid, Holder: memberGuid })
          : null,
      options: accessOptions(room, groups, timeZone),
      values: accessValues(accessOf(member), timeZone),
      seen: seenOf(member),
    }
  },
)

const ownerText =
  'The owner’s access can’t be changed. The owner can transfer the data room under “Archive and delete”.'
const selfText =
  'This is you. Only the owner or another co-owner can change your access. You can leave the data room.'

function namesIn({ params }: RequestContext<ParametersOf<'rooms.people.person'>>): {
  roomGuid: string
  memberGuid: string
} {
  return { roomGuid: params.RoomGuid, memberGuid: params.Member }
}

type Work = (membership: RequestContext['services']['rooms']['membership'], ...who: Who) => Promise<void>
type Who = [identity: Identity, roomGuid: string, memberGuid: string]

function personPath(roomGuid: string, memberGuid: string): string {
  return href(routes.rooms.people.person, { RoomGuid: roomGuid, Member: memberGuid })
}

function peoplePath(roomGuid: string): string {
  return href(routes.rooms.people.index, { RoomGuid: roomGuid })
}

/** A form that is one button: what it does, what is said then, and where. */
function button(
  work: Work,
  notice: string,
  {
    to = personPath,
    kind = intent,
  }: { to?: (roomGuid: string, memberGuid: string) => string; kind?: typeof intent } = {},
): Intent<ContextAt<'rooms.people.person', 'user can manage'>> {
  return kind(buttonForm, async ({ identity, ...context }) => {
    const { roomGuid, memberGuid } = namesIn(context)
    await work(context.services.rooms.membership, identity, roomGuid, memberGuid)
    return goWithNotice(context.visitor, to(roomGuid, memberGuid), notice, 'good')
  })
}

export const action = submit(routes.rooms.people.person, 'user can manage', {
  change: once(changeMemberForm, async ({ form, user, identity, ...context }) => {
    const { timeZone } = user
    const { roomGuid, memberGuid } = namesIn(context)
    const { room, member } = await context.services.rooms.members.find(identity, roomGuid, memberGuid)
    const before = accessOf(member)
    const access = accessIn(form, { version: room.version, timeZone, now: context.now, before })
    await context.services.rooms.membership.change(identity, roomGuid, memberGuid, {
      access,
      seen: form.seen,
    })
    const here = personPath(roomGuid, memberGuid)
    return goWithNotice(context.visitor, here, 'Changes saved.', 'good')
  }),
  suspend: button((membership, ...who) => membership.suspend(...who), 'Member suspended.'),
  letBack: button((membership, ...who) => membership.letBack(...who), 'Access restored. No email was sent.'),
  invite: button((membership, ...who) => membership.invite(...who), 'Invitation sent again.', {
    kind: onceAMinute,
  }),
  resetPrints: button((membership, ...who) => membership.resetPrints(...who), 'Print count reset.'),
  remove: button((membership, ...who) => membership.remove(...who), 'Member removed. No email was sent.', {
    to: peoplePath,
    kind: once,
  }),
})

export const meta = titled<typeof loader>((data) => data.person)

export default function Person() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as FormAnswer | undefined
  return (
    <>
      <PeopleHead
        {...page.head}
        title={page.person}
        above="People"
        actions={
          page.rights ? (
            <a className="btn" href={page.rights}>
              Folder permissions
            </a>
          ) : null
        }
      />
      {/* Not beside the button, which may be gone: its condition may no longer be true. */}
      {answer && answer.intent !== 'change' ? <ErrorSummary answer={answer} /> : null}
      <div className="cols">
        {page.fixed ? (
          <p className="note">{page.fixed}</p>
        ) : page.isRemoving ? (
          <Confirmation
            heading="Remove this member?"
            consequences={page.consequences}
            intent="remove"
            verb="Remove"
            back={page.here}
            answer={undefined}
          />
        ) : (
          <Change answer={answer} />
        )}
        <div className="stack">
          <section className="card" aria-label="About this member">
            <Facts facts={page.facts} />
          </section>
          {page.fixed || page.isRemoving ? null : <Access />}
        </div>
      </div>
    </>
  )
}

function Change({ answer }: { answer: FormAnswer | undefined }) {
  const page = useLoaderData<typeof loader>()
  return (
    <Form intent="change" answer={answer} className="card stack">
      <h2>Role and dates</h2>
      <input type="hidden" name="seen" value={page.seen} />
      <AccessFields
        options={page.options}
        values={page.values}
        answer={answer?.intent === 'change' ? answer : undefined}
      />
      <Submit>Save</Submit>
    </Form>
  )
}

function Access() {
  const page = useLoaderData<typeof loader>()
  return (
    <section className="card stack">
      <h2>Access</h2>
      {page.isSuspended ? (
        <OneButton
          intent="letBack"
          label="Restore access"
          hint="With the same permissions as before. No email is sent."
        />
      ) : (
        <OneButton
          intent="suspend"
          label="Suspend"
          hint="They have no access until you restore it; their permissions are kept. If they’re reading, access ends with the next page."
        />
      )}
      {page.mayInvite ? (
        <OneButton
          intent="invite"
          label="Send invitation again"
          hint="Sends the same email without your message. Up to three an hour, including the first."
        />
      ) : null}
      {page.mayResetPrints ? (
        <OneButton
          intent="resetPrints"
          label="Reset print count"
          hint="They can print each document up to their limit again. The reset is recorded."
        />
      ) : null}
      <p>
        <a className="btn btn-bad" href={`${page.here}?panel=remove`}>
          Remove …
        </a>
      </p>
    </section>
  )
}
