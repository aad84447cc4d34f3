import { drawingWith, svgOf } from './pictures.ts'

export type RtfCarrier = (address: string) => string

function written(address: string): string {
  return address.replace(/[\\{}]/g, '\\$&')
}

/** In the instruction of a field a backslash begins an option, unless there are two. */
function quoted(address: string): string {
  return `"${written(address.replaceAll('\\', '\\\\'))}"`
}

const field = (instruction: string): string =>
  `{\\field{\\*\\fldinst{${instruction}}}{\\fldrslt Harmless}}\\par\n`
const hex = (text: string): string => Buffer.from(text).toString('hex')

export const rtfCarriers: Readonly<Record<string, RtfCarrier>> = {
  'a picture by its field': (address) => field(`INCLUDEPICTURE ${quoted(address)} \\\\d`),
  'a field without a star': (address) =>
    `{\\field{\\fldinst INCLUDEPICTURE ${quoted(address)} \\\\d}{\\fldrslt Harmless}}\\par\n`,
  'a field in pieces': (address) => field(`INC}{\\b LUDE}{\\i0 PIC\\b0 TURE ${quoted(address)} \\\\d`),
  'a field in hexadecimals': (address) => field(`\\'49\\'4eCLUDEPICTURE ${quoted(address)} \\\\d`),
  'a field in numbers': (address) => field(`\\uc0\\u73 \\u78 CLUDEPICTURE ${quoted(address)} \\\\d`),
  'a field in numbers with letters to skip': (address) =>
    field(`\\uc2\\u73 F \\u78 1=\\u67 1 CLUDEPICTURE ${quoted(address)} \\\\d`),
  'a field in a field': (address) => field(`IF 1 = 1 ${field(`INCLUDEPICTURE ${quoted(address)} \\\\d`)}`),
  'a field by its text alone': (address) =>
    `{\\field INCLUDEPICTURE ${quoted(address)} \\\\d {\\*\\fldinst }{\\fldrslt Harmless}}\\par\n`,
  'text of a file': (address) => field(`INCLUDETEXT ${quoted(address)}`),
  DDE: (address) => field(`DDEAUTO soffice ${quoted(address)} a`),
  'a link': (address) => field(`LINK Word.Document.8 ${quoted(address)} \\\\a`),
  'a shape with a picture': (address) =>
    `{\\shp{\\*\\shpinst\\shpleft0\\shptop0\\shpright2000\\shpbottom2000{\\sp{\\sn shapeType}{\\sv 75}}{\\sp{\\sn pibName}{\\sv ${written(address)}}}{\\sp{\\sn pibFlags}{\\sv 14}}}}\\par\n`,
  'a shape with a picture whose name is in numbers': (address) =>
    `{\\shp{\\*\\shpinst{\\sp{\\sn \\uc0\\u112 ibName}{\\sv ${written(address)}}}}}\\par\n`,
  'a picture that is SVG': (address) =>
    `{\\pict\\pngblip\\picwgoal2000\\pichgoal2000 ${hex(svgOf(address))}}\\par\n`,
  'a picture that is SVG, in bytes': (address) =>
    `{\\pict\\pngblip\\picwgoal2000\\pichgoal2000\\bin${Buffer.byteLength(svgOf(address))} ${svgOf(address)}}\\par\n`,
  'a drawing with a picture': (address) =>
    `{\\pict\\emfblip\\picwgoal2000\\pichgoal2000 ${drawingWith(Buffer.from(svgOf(address))).toString('hex')}}\\par\n`,
  'a picture in a picture': (address) =>
    `{\\pict\\pngblip\\picwgoal2000\\pichgoal2000 89504e470d0a1a0a{${hex(svgOf(address))}}}\\par\n`,
  'a template': (address) => `{\\*\\template ${written(address)}}`,
  'where its links begin': (address) => `{\\info{\\*\\hlinkbase ${written(address)}}}`,
  'a property that is linked': (address) =>
    `{\\*\\userprops{\\propname a}\\proptype30{\\staticval b}{\\*\\linkval ${written(address)}}}`,
  'a list of files': (address) => `{\\*\\filetbl{\\file\\fid1 ${written(address)};}}`,
  'an object': (address) =>
    `{\\object\\objlink\\objw2000\\objh2000{\\*\\objclass Word.Document.8}{\\*\\objdata ${hex(address)}}{\\result Harmless}}\\par\n`,
}

/** A document with these pieces in it. */
export function rtfWith(pieces: readonly string[]): Buffer {
  return Buffer.from(`{\\rtf1\\ansi{\\fonttbl{\\f0 Times New Roman;}}\\f0\\fs24 ${pieces.join('')}\\par}\n`)
}
