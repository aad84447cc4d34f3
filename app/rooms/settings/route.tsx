import { useActionData, useLoaderData } from '@remix-run/react'
import { day, localDate } from '#server/rules/sharing/expiry.ts'
import { Problem } from '#server/rules/problems.ts'
import { roomSettingsForm } from '#server/rooms/forms.ts'
import { href, routes } from '#app/routes.ts'
import { filledWith, Form, Submit } from '#app/ui/forms/form.tsx'
import { RoomEntry, RoomRights, RoomWords, RoomWork } from '#app/rooms/shared/room-fields.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { seenRevision } from '#app/ui/forms/seen-revision.ts'
import { titled } from '#app/request/titled.ts'
import { action as submit, type FormAnswer, once } from '#app/request/action.server.ts'
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
    head: roomHead(context, room, { here: 'settings' }),
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
    const said = asksAnew ? `${notice} ${entryNotice}` : notice
    return goWithNotice(context.visitor, href(routes.rooms.settings, { RoomGuid: guid }), said, 'good')
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
    <div className="measure stack-wide">
      <RoomHead head={room.head} title="Settings" />
      <Form intent="changeRoom" answer={answer} className="stack-wide">
        <input type="hidden" name="revision" value={seenRevision(answer, room.revision, 'roomChanged')} />
        <section className="card stack">
          <h2>Data room</h2>
          <RoomWords answer={shown} />
        </section>
        <section className="card stack">
          <h2>File protection</h2>
          <RoomRights answer={shown} version={room.version} />
        </section>
        <section className="card stack">
          <h2>Access</h2>
          <RoomEntry
            answer={shown}
            timeZone={room.timeZone}
            tomorrow={room.tomorrow}
            hasTeamTerms={room.hasTeamTerms}
          />
        </section>
        <section className="card stack">
          <h2>Folders and activity</h2>
          <RoomWork answer={shown} version={room.version} />
        </section>
        <div>
          <Submit>Save changes</Submit>
        </div>
      </Form>
      <section className="card stack">
        <h2>Trash, archive, delete</h2>
        <ul className="lines">
          {room.more.map(({ to, label }) => (
            <li key={to}>
              <a href={to}>{label}</a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
