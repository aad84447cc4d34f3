import { Fragment } from 'react'
import { useActionData, useLoaderData } from '@remix-run/react'
import { day, localDate } from '#server/rules/sharing/expiry.ts'
import { Problem } from '#server/rules/problems.ts'
import { roomSettingsForm } from '#server/rooms/forms.ts'
import { href, routes } from '#app/routes.ts'
import { filledWith, Form, Submit } from '#app/ui/forms/form.tsx'
import { RoomEntry, RoomRights, rightsText, NameFields, RoomWork } from '#app/rooms/shared/room-fields.tsx'
import { SetEnd, SetRow } from '#app/ui/frame/set-row.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { seenRevision } from '#app/ui/forms/seen-revision.ts'
import { titled } from '#app/request/titled.ts'
import { action as submit, FormAgain, type FormAnswer, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, type ContextAt } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { besideSettings, roomHead } from '#app/rooms/shared/room-head.server.ts'
import { settingsValues, wantedState } from './room-settings.server.ts'

export const loader = load(routes.rooms.settings, 'member can manage', async (context) => {
  const { identity, timeZone, guid } = manager(context)
  const { room, state, hasTeamTerms } = await context.services.rooms.settings.find(identity, guid)
  return {
    constraints: constraintsOf({ changeRoom: roomSettingsForm }),
    name: room.name,
    head: await roomHead(context, room, { here: 'settings' }),
    more: besideSettings(context, room),
    version: room.version,
    revision: String(room.revision),
    fields: settingsValues(state, timeZone),
    hasTeamTerms: hasTeamTerms || state.protections.terms === 'team',
    timeZone,
    tomorrow: localDate(context.now + day, timeZone),
  }
})

export const action = submit(routes.rooms.settings, 'member can manage', {
  changeRoom: once(roomSettingsForm, async ({ form, ...context }) => {
    if (form.showWatermark !== undefined) return new FormAgain()
    const { identity, timeZone, guid } = manager(context)
    const { settings: roomSettings } = context.services.rooms
    const { state } = await roomSettings.find(identity, guid)
    const wanted = wantedState(form, state, timeZone, context.now)
    const changed = await roomSettings.change(identity, guid, wanted, form.revision)
    const notice =
      changed.length > 0
        ? 'Changes saved. They apply from the next page anyone opens.'
        : 'No changes to save.'
    const asksAnew = wanted.protections.terms !== 'off' && changed.some((field) => termsFields.has(field))
    const fullNotice = asksAnew ? `${notice} ${entryNotice}` : notice
    return goWithNotice(context.visitor, href(routes.rooms.settings, { RoomGuid: guid }), fullNotice, 'good')
  }),
})

const termsFields: ReadonlySet<string> = new Set(['terms', 'custom terms'])
const entryNotice = 'Members already inside accept the terms when they next enter, within 12 hours.'

/** Owner and co-owners have accounts, whose time zone decides what a date in the form means. */
function manager({ identity, params }: ContextAt<'rooms.settings', 'member can manage'>) {
  const guid = params.RoomGuid
  if (!identity.user) throw new Problem('notSignedIn')
  return { identity, guid, timeZone: identity.user.timeZone }
}

export const meta = titled<typeof loader>((data) => `Settings – ${data.name}`)

export default function RoomSettings() {
  const room = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  // The room's current settings, until something else was entered.
  const shown: FormAnswer = answer ?? filledWith(room.fields)
  return (
    <>
      <RoomHead head={room.head} title="Settings" />
      <Form intent="changeRoom" answer={answer} className="settings-form">
        <input type="hidden" name="revision" value={seenRevision(answer, room.revision, 'roomChanged')} />
        <SetRow title="Data room" words="Its name and what it’s for.">
          <NameFields answer={shown} />
        </SetRow>
        <SetRow title="File protection" words={rightsText(room.version)}>
          <RoomRights answer={shown} version={room.version} />
        </SetRow>
        <SetRow title="Access" words="How long members have access, and what they accept first.">
          <RoomEntry
            answer={shown}
            timeZone={room.timeZone}
            tomorrow={room.tomorrow}
            hasTeamTerms={room.hasTeamTerms}
          />
        </SetRow>
        <SetRow title="Folders and activity" words="How contributors work here, and how lists are numbered.">
          <RoomWork answer={shown} version={room.version} />
        </SetRow>
        <SetEnd>
          <Submit>Save changes</Submit>
        </SetEnd>
      </Form>
      {room.more.length > 0 ? (
        <SetRow
          title="Trash, archive, delete"
          words="Restore what was deleted, or archive, copy, transfer or delete the room."
        >
          <div className="row">
            {room.more.map(({ to, label }) => (
              <Fragment key={to}>
                <a className="btn" href={to}>
                  {label}
                </a>{' '}
              </Fragment>
            ))}
          </div>
        </SetRow>
      ) : null}
    </>
  )
}
