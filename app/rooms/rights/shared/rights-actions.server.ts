import { Problem } from '#server/rules/problems.ts'
import {
  cellsForm,
  changesIn,
  closedForm,
  sameForm,
  wishForm,
  wishIn,
} from '#server/rooms/rights/rights-forms.ts'
import type { RightsWish } from '#server/rooms/rights/rights-plan.ts'
import { FormAgain, intent, once } from '#app/request/action.server.ts'
import type { Given } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { shownPreview } from './rights-preview.server.ts'
import { inRoom } from '#app/request/room.server.ts'
import { turnedTo } from './turned-to.server.ts'

/** The table of choices: what would follow is shown first. On the way to another page of it nothing is decided. */
const previewRights = intent(cellsForm, async ({ form, ...given }) => {
  const changes = changesIn(form)
  if (form.turn === undefined) return previewed(given, { kind: 'rules', changes })
  await inRoom(given, given.params['RoomGuid'] ?? '', 'manage')
  const { pathname, search } = turnedTo(given.url, form.turn, form.way)
  return changes.length === 0 ? pathname + search : new FormAgain(null)
})

const saveRights = once(wishForm, async ({ form, ...given }) => {
  const guid = given.params['RoomGuid'] ?? ''
  const { identity } = await inRoom(given, guid, 'manage')
  const { seen } = form
  const count = await given.services.rights.set(identity, guid, wishIn(form), { seen, client: given.client })
  const notice = count === 0 ? 'Nothing was changed.' : 'The rights are changed. They hold at once.'
  return goWithNotice(given.visitor, given.url.pathname + given.url.search, notice, 'good')
})

const previewSame = intent(sameForm, async ({ form, ...given }) => {
  const { RoomGuid: guid = '', Holder: holderGuid = '' } = given.params
  const { room } = await inRoom(given, guid, 'manage')
  const as = await given.services.rights.holderCalled(room, form.as)
  return previewed(given, { kind: 'same', holderGuid, asGuid: as.guid })
})

const previewClosed = intent(closedForm, async ({ form, ...given }) => {
  const itemGuid = given.url.searchParams.get('folder')
  if (itemGuid === null) throw new Problem('notFound')
  return previewed(given, { kind: 'closed', itemGuid, isClosed: form.isClosed === 'yes' })
})

async function previewed(given: Given, wish: RightsWish): Promise<FormAgain> {
  const { room } = await inRoom(given, given.params['RoomGuid'] ?? '', 'manage')
  const planned = await given.services.rights.preview(room, wish)
  return new FormAgain(shownPreview(planned, wish, room.name))
}

/** The forms of the table of people and folders, and those of one holder's rights. */
export const matrixIntents = { previewRights, previewClosed, saveRights }
export const holderIntents = { previewRights, previewSame, saveRights }
