import type { RoomSettingsForm } from '#server/rooms/forms.ts'
import type { RoomState } from '#server/rooms/access/room-state.ts'
import { editedProtections } from '#server/shares/edit-form.ts'
import { formValuesOf, type FormValues } from '#server/shares/sending/form-values.ts'
import { wishesOf } from '#server/shares/protections.ts'

/** What a share's form has and a room's does not: a room is always for named people, and read in the browser. */
const asShare = { visibility: 'people', forward: 'no', webView: 'yes', askName: 'no' } as const

/** The settings that a form requests. Throws a Problem on the field at fault. */
export function wantedState(
  form: RoomSettingsForm,
  before: RoomState,
  timeZone: string,
  now: number,
): RoomState {
  const protectionForm = { ...form, ...asShare }
  const { termsText, asksTermsAgain, tellsAcceptance } = wishesOf(protectionForm)
  return {
    name: form.name,
    description: form.description ?? '',
    protections: editedProtections(protectionForm, before.protections, timeZone, now),
    termsText,
    termsGuid: before.termsGuid,
    asksTermsAgain,
    tellsAcceptance,
    tellsEntry: form.tellEntry !== undefined,
    hidesNewFolders: form.newFolders === 'hidden',
    contributorsArrangeAll: form.arrange === 'all',
    showsIndex: form.index === 'yes',
    sharesComments: form.comments === 'shared',
    newsChoice: form.news,
  }
}

/** The settings as form values. */
export function settingsValues(state: RoomState, timeZone: string): FormValues {
  const { protections, termsText, asksTermsAgain, tellsAcceptance } = state
  return {
    ...formValuesOf(
      protections,
      { termsText, asksTermsAgain, tellsAcceptance, reminds: false, showsPage: false },
      timeZone,
    ),
    name: state.name,
    description: state.description,
    newFolders: state.hidesNewFolders ? 'hidden' : 'inherit',
    arrange: state.contributorsArrangeAll ? 'all' : 'own',
    index: state.showsIndex ? 'yes' : 'no',
    comments: state.sharesComments ? 'shared' : 'off',
    news: state.newsChoice,
    ...(state.tellsEntry ? { tellEntry: 'on' } : {}),
  }
}
