import { z } from 'zod'
import { maxFolderNameLength } from '#server/rules/rooms/folder-name.ts'
import { maxFilesInFolders } from '#server/rules/sharing/options.ts'
import { noteFields, uploadForm } from '#server/shares/sending/forms.ts'
import { documentPasswordField } from '#server/shares/versions/render-failure-forms.ts'

const sameName = z.enum(['version', 'both']).catch('version')

/**
 * Files for a folder of a room: IDs of the uploads, and what happens if a name is already taken. A path is the ID of a
 * file, a slash, and the folders below this one into which it goes: `…/Contracts/2024`.
 */
export const addFilesForm = z.object({
  file: z.array(z.string().max(100)).max(maxFilesInFolders, 'Upload fewer files at once.').default([]),
  path: z.array(z.string().max(30_000)).max(maxFilesInFolders, 'Upload fewer files at once.').default([]),
  sameName,
  ...documentPasswordField,
})

/** Some of what is added bit by bit: folders by their paths, then files as they arrive. */
export const addPartForm = addFilesForm.extend({
  batch: z.string().max(100).nullable().default(null),
  from: z.coerce.number().int().min(0).max(1_000_000),
  folder: z.array(z.string().max(30_000)).max(maxFilesInFolders).default([]),
})

/** Another version of a file of a room. */
export const newItemVersionForm = z.object({ ...uploadForm.shape, ...documentPasswordField })

export const addNoteForm = z.object({
  ...noteFields,
  sameName,
})

export const addFolderForm = z.object({
  name: z
    .string({ error: 'Enter a folder name.' })
    .max(1000, 'Shorten the name.')
    .meta({ maxLength: maxFolderNameLength }),
})

export type SameName = z.output<typeof sameName>

/** Whether members are notified of the files just added. */
export const newsForm = z.object({
  choice: z.enum(['all', 'nobody', 'later'], { error: 'Choose who to notify.' }),
})

export const laterForm = z.object({ choice: z.enum(['all', 'nobody'], { error: 'Choose who to notify.' }) })

/** Which file of a batch is retried. */
export const retryForm = z.object({ place: z.coerce.number().int().min(0) })
