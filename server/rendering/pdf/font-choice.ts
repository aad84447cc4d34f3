export type FontFamily = 'LiberationSans' | 'LiberationSerif' | 'LiberationMono' | 'Carlito'
export type CjkScript = 'japanese' | 'korean' | 'simplified' | 'traditional'

const CJK_CHARSETS: Record<number, CjkScript> = {
  128: 'japanese',
  129: 'korean',
  134: 'simplified',
  136: 'traditional',
}
const SYMBOL_CHARSET = 2
const FIXED_PITCH = 1
const ROMAN_PITCH = 16
const BOLD_WEIGHT = 600

// The first match counts, so the fixed and sans names come before "serif" and "roman".
const FAMILIES: readonly (readonly [RegExp, FontFamily])[] = [
  [/courier|mono|consol|typewriter|lucidacon|menlo|inconsolata|fixed|letter ?gothic/, 'LiberationMono'],
  [/calibri|carlito|candara|corbel/, 'Carlito'],
  [
    /sans|arial|helvetica|verdana|tahoma|segoe|gothic|franklin|frutiger|univers|futura|roboto|optima|myriad/,
    'LiberationSans',
  ],
  [
    /serif|times|roman|cambria|georgia|garamond|palatino|bookman|century|constantia|minion|caslon|baskerville|didot|book ?antiqua|cochin|mincho|song/,
    'LiberationSerif',
  ],
]

/**
 * Font families that PDFium is made to believe are installed. For others it drops "Bold" and "Italic" from a font's name
 * before it requests the font.
 */
export const KNOWN_FAMILIES: readonly string[] = [
  'Aptos',
  'Arial Narrow',
  'Avenir',
  'Baskerville',
  'Book Antiqua',
  'Bookman Old Style',
  'Calibri',
  'Cambria',
  'Candara',
  'Carlito',
  'Century',
  'Century Gothic',
  'Century Schoolbook',
  'Consolas',
  'Constantia',
  'Corbel',
  'DejaVu Sans',
  'DejaVu Sans Mono',
  'DejaVu Serif',
  'Franklin Gothic',
  'Frutiger',
  'Futura',
  'Garamond',
  'Georgia',
  'Gill Sans',
  'Inter',
  'Liberation Mono',
  'Liberation Sans',
  'Liberation Serif',
  'Lucida Console',
  'Lucida Sans',
  'Menlo',
  'Microsoft Sans Serif',
  'Minion Pro',
  'Myriad Pro',
  'Noto Sans',
  'Noto Serif',
  'Open Sans',
  'Optima',
  'Palatino',
  'Palatino Linotype',
  'Roboto',
  'Segoe UI',
  'Source Sans Pro',
  'Tahoma',
  'Times',
  'Trebuchet MS',
  'Univers',
  'Verdana',
]

export type FontRequest = { face: string; charset: number; weight: number; isItalic: boolean; pitch: number }

/** The script whose system font is needed, or null if one of our fonts will do. */
export function cjkScript(charset: number): CjkScript | null {
  return CJK_CHARSETS[charset] ?? null
}

/** The file in fonts/ that replaces a font a document names but does not embed; null = PDFium's own choice. */
export function chooseFont({ face, charset, weight, isItalic, pitch }: FontRequest): string | null {
  const name = face.toLowerCase().replaceAll(/[\s_]/g, '')
  if (charset === SYMBOL_CHARSET || /symbol|dingbat|wingding|webding/.test(name)) return null
  const family = FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? familyByPitch(pitch)
  const isBold = weight >= BOLD_WEIGHT || /bold|black|heavy|semibold|demi/.test(name)
  const isSlanted = isItalic || /italic|oblique/.test(name)
  return `${family}-${isBold ? (isSlanted ? 'BoldItalic' : 'Bold') : isSlanted ? 'Italic' : 'Regular'}.ttf`
}

function familyByPitch(pitch: number): FontFamily {
  if (pitch & FIXED_PITCH) return 'LiberationMono'
  return pitch & ROMAN_PITCH ? 'LiberationSerif' : 'LiberationSans'
}
