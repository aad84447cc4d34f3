/** How LibreOffice is told to read each kind of file: it might guess another kind, or plain text. */
const filters: Readonly<Record<string, string>> = {
  doc: 'MS Word 97',
  dot: 'MS Word 97 Vorlage',
  docx: 'MS Word 2007 XML',
  docm: 'MS Word 2007 XML VBA',
  dotx: 'MS Word 2007 XML Template',
  dotm: 'MS Word 2007 XML Template',
  rtf: 'Rich Text Format',
  odt: 'writer8',
  ott: 'writer8_template',
  fodt: 'OpenDocument Text Flat XML',
  xls: 'MS Excel 97',
  xlt: 'MS Excel 97 Vorlage/Template',
  xlsx: 'Calc MS Excel 2007 XML',
  xlsm: 'Calc MS Excel 2007 VBA XML',
  xltx: 'Calc MS Excel 2007 XML Template',
  xltm: 'Calc MS Excel 2007 XML Template',
  xlsb: 'Calc MS Excel 2007 Binary',
  ods: 'calc8',
  ots: 'calc8_template',
  fods: 'OpenDocument Spreadsheet Flat XML',
  ppt: 'MS PowerPoint 97',
  pot: 'MS PowerPoint 97 Vorlage',
  pps: 'MS PowerPoint 97 AutoPlay',
  pptx: 'Impress MS PowerPoint 2007 XML',
  pptm: 'Impress MS PowerPoint 2007 XML VBA',
  potx: 'Impress MS PowerPoint 2007 XML Template',
  potm: 'Impress MS PowerPoint 2007 XML Template',
  ppsx: 'Impress MS PowerPoint 2007 XML AutoPlay',
  ppsm: 'Impress MS PowerPoint 2007 XML AutoPlay',
  odp: 'impress8',
  otp: 'impress8_template',
  fodp: 'OpenDocument Presentation Flat XML',
  emf: 'EMF - MS Windows Metafile',
  wmf: 'WMF - MS Windows Metafile',
}

export type OfficeTarget = 'pdf' | 'fods'

/** The extensions of files that LibreOffice makes pages of, in lower case. */
export const officeEndings: readonly string[] = Object.keys(filters)

/** The name of the filter that reads files with this extension, or null if none does. */
export function filterOf(ending: string): string | null {
  return filters[ending.toLowerCase()] ?? null
}

type Plain = Readonly<{ ending: string; filter: string }>

const plainForms: readonly (readonly [endings: string, Plain])[] = [
  ['doc dot odt ott', { ending: 'odt', filter: 'writer8' }],
  ['xls xlt ods ots', { ending: 'ods', filter: 'calc8' }],
  ['ppt pps pot odp otp', { ending: 'odp', filter: 'impress8' }],
]

/** The format in which a document is written without its password; null if none is known. */
export function plainFormOf(ending: string): Plain | null {
  const known = plainForms.find(([endings]) => endings.split(' ').includes(ending.toLowerCase()))
  return known?.[1] ?? null
}
