/** The position of the reader of a flat spreadsheet. */
export type Place =
  | 'outside'
  | 'document'
  | 'styles'
  | 'pages'
  | 'style'
  | 'body'
  | 'spreadsheet'
  | 'table'
  | 'columns'
  | 'row'
  | 'cell'
  | 'paragraph'
  | 'nothing'

const formats = ['number', 'currency', 'percentage', 'date', 'time', 'boolean', 'text'] as const
const columns = {
  'table:table-column': 'nothing',
  'table:table-columns': 'columns',
  'table:table-header-columns': 'columns',
  'table:table-column-group': 'columns',
} as const

/** Where each element can be, and what it means there. What is not named here is left out with everything in it. */
const children: Record<Place, Record<string, Place>> = {
  outside: { 'office:document': 'document' },
  document: {
    'office:styles': 'styles',
    'office:automatic-styles': 'styles',
    'office:master-styles': 'pages',
    'office:body': 'body',
  },
  styles: {
    'style:style': 'style',
    'style:page-layout': 'style',
    ...Object.fromEntries(formats.map((kind) => [`number:${kind}-style`, 'style'] as const)),
  },
  pages: { 'style:master-page': 'nothing' },
  style: {
    'style:table-properties': 'nothing',
    'style:table-cell-properties': 'nothing',
    'style:paragraph-properties': 'nothing',
    'style:text-properties': 'nothing',
    'style:page-layout-properties': 'nothing',
    'style:map': 'nothing',
  },
  body: { 'office:spreadsheet': 'spreadsheet' },
  spreadsheet: { 'table:table': 'table' },
  table: {
    ...columns,
    'table:table-row': 'row',
    'table:table-rows': 'table',
    'table:table-header-rows': 'table',
    'table:table-row-group': 'table',
  },
  columns,
  row: { 'table:table-cell': 'cell', 'table:covered-table-cell': 'nothing' },
  cell: { 'text:p': 'paragraph' },
  paragraph: {},
  nothing: {},
}

/** The meaning of an element in this position; null for what is left out. */
export function placeIn(place: Place, element: string): Place | null {
  return Object.hasOwn(children[place], element) ? children[place][element]! : null
}

/** Elements that say what styles are, which come before the sheets. */
export function isOfStyles(place: Place): boolean {
  return place === 'styles' || place === 'style' || place === 'pages'
}
