import type { CloudExport, CloudItem } from './provider.ts'

type Form = { ending: string; mediaType: string }

const pdf: Form = { ending: 'pdf', mediaType: 'application/pdf' }
const office = 'application/vnd.openxmlformats-officedocument'
const text: Form = { ending: 'docx', mediaType: `${office}.wordprocessingml.document` }
const sheet: Form = { ending: 'xlsx', mediaType: `${office}.spreadsheetml.sheet` }
const slides: Form = { ending: 'pptx', mediaType: `${office}.presentationml.presentation` }

/** The Office format of documents that have none of their own, by their media types at Google. */
export const officeForms: ReadonlyMap<string, Form> = new Map([
  ['application/vnd.google-apps.document', text],
  ['application/vnd.google-apps.spreadsheet', sheet],
  ['application/vnd.google-apps.presentation', slides],
])

/** What is exported of a document, or null if it cannot be. */
export function exportForm(
  { exports, mediaType }: Pick<CloudItem, 'exports' | 'mediaType'>,
  as: CloudExport,
): Form | null {
  if (!exports.includes(as)) return null
  return as === 'pdf' ? pdf : (officeForms.get(mediaType ?? '') ?? null)
}

/** The name of the file that a document becomes: `Plan` and `Plan.gdoc` become `Plan.docx`. */
export function exportedName(
  item: Pick<CloudItem, 'name' | 'exports' | 'mediaType'>,
  as: CloudExport,
): string {
  const form = exportForm(item, as)
  if (!form) return item.name
  const name = item.name.replace(/\.(gdoc|gsheet|gslides|gdraw)$/i, '')
  return name.toLowerCase().endsWith(`.${form.ending}`) ? name : `${name}.${form.ending}`
}
