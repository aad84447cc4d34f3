import { Problem } from '#server/rules/problems.ts'
import {
  cellForm,
  changesIn,
  closedForm,
  sameForm,
  selectedChanges,
  selectedForm,
  wishForm,
  wishIn,
} from '#server/rooms/rights/rights-forms.ts'
import type { RightsWish } from '#server/rooms/rights/rights-plan.ts'
import { FormAgain, intent, once, type Intent } from '#app/request/action.server.ts'
import type { ContextAt } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { shownPreview } from './rights-preview.server.ts'

type Managing<
  Here extends 'rooms.rights.matrix' | 'rooms.rights.holder' = 'rooms.rights.matrix' | 'rooms.rights.holder',
> = ContextAt<Here, 'member can manage'>

/** The consequences are shown first. */
const previewRights: Intent<Managing> = intent(cellForm, async ({ form, ...context }) =>
  previewed(context, { kind: 'rules', changes: changesIn(form) }),
)

/** One permission for everyone and everything selected. */
const previewSelected: Intent<Managing> = intent(selectedForm, async ({ form, ...context }) => {
  const rules = await context.services.rooms.rights.rulesOn(context.room, form.item)
  return previewed(context, { kind: 'rules', changes: selectedChanges(form, rules) })
})

const saveRights: Intent<Managing> = once(wishForm, async ({ form, identity, ...context }) => {
  const { seen } = form
  const { services, params, client } = context
  const count = await services.rooms.rights.set(identity, params.RoomGuid, wishIn(form), { seen, client })
  const notice = count === 0 ? 'Nothing was changed.' : 'Permissions saved. They apply right away.'
  return goWithNotice(context.visitor, context.url.pathname + context.url.search, notice, 'good')
})

const previewSame: Intent<Managing<'rooms.rights.holder'>> = intent(
  sameForm,
  async ({ form, ...context }) => {
    const as = await context.services.rooms.rights.holderCalled(context.room, form.as)
    return previewed(context, { kind: 'same', holderGuid: context.params.Holder, asGuid: as.guid })
  },
)

const previewClosed: Intent<Managing> = intent(closedForm, async ({ form, ...context }) => {
  const itemGuid = context.url.searchParams.get('folder')
  if (itemGuid === null) throw new Problem('notFound')
  return previewed(context, { kind: 'closed', itemGuid, isClosed: form.isClosed === 'yes' })
})

async function previewed({ services, room }: Managing, wish: RightsWish): Promise<FormAgain> {
  const planned = await services.rooms.rights.preview(room, wish)
  return new FormAgain(shownPreview(planned, wish, room.name))
}

/** The forms of the table of people and folders, and those of one holder's permissions. */
export const matrixIntents = { previewRights, previewSelected, previewClosed, saveRights }
export const holderIntents = { previewRights, previewSelected, previewSame, saveRights }
