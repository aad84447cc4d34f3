import { field, zip } from '#server/converting/packages/test-documents.ts'
import { hidden, plain } from './addresses.ts'
import { disguises, svgOf } from './pictures.ts'

export type Relation = { type: string; target: string; isExternal?: boolean }

/** What a carrier puts into a document; a relation's id is `r` and the carrier's own id, and its place in the list. */
export type Piece = { body?: string; relations?: Relation[]; files?: Record<string, string | Buffer> }

export type OpenXmlCarrier = (address: string, id: string) => Piece

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const spaces = `xmlns:r="${office}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main"`

const size =
  '<a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'

type Wrap = (inside: string) => string

function picture(prefix: string, blip: string): string {
  const own = prefix === 'p' ? '<p:nvPr/>' : ''
  return `<${prefix}:pic><${prefix}:nvPicPr><${prefix}:cNvPr id="9" name="a"/><${prefix}:cNvPicPr/>${own}</${prefix}:nvPicPr><${prefix}:blipFill>${blip}<a:stretch><a:fillRect/></a:stretch></${prefix}:blipFill><${prefix}:spPr>${size}</${prefix}:spPr></${prefix}:pic>`
}

/** A picture of a program: in a paragraph, on a slide, over a sheet. */
const wraps: Record<'docx' | 'pptx' | 'xlsx', (blip: string) => string> = {
  docx: (blip) =>
    `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="a"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">${picture('pic', blip)}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
  pptx: (blip) => picture('p', blip),
  xlsx: (blip) =>
    `<xdr:absoluteAnchor><xdr:pos x="0" y="0"/><xdr:ext cx="900000" cy="900000"/>${picture('xdr', blip)}<xdr:clientData/></xdr:absoluteAnchor>`,
}

function pictures(wrap: Wrap, folder: string): Record<string, OpenXmlCarrier> {
  return {
    'a linked picture': (address, id) => ({
      body: wrap(`<a:blip r:link="r${id}0"/>`),
      relations: [{ type: 'image', target: plain(address), isExternal: true }],
    }),
    'a linked picture, every letter escaped': (address, id) => ({
      body: wrap(`<a:blip r:link="r${id}0"/>`),
      relations: [{ type: 'image', target: hidden(address), isExternal: true }],
    }),
    'a picture linked as a hyperlink': (address, id) => ({
      body: wrap(`<a:blip r:link="r${id}0"/>`),
      relations: [{ type: 'hyperlink', target: plain(address), isExternal: true }],
    }),
    'a picture that is said to be inside': (address, id) => ({
      body: wrap(`<a:blip r:embed="r${id}0" r:link="r${id}0"/>`),
      relations: [{ type: 'image', target: plain(address) }],
    }),
    ...Object.fromEntries(
      Object.entries(disguises).map(([name, svg]) => [
        `an SVG picture, ${name}`,
        (address: string, id: string) => ({
          body: wrap(`<a:blip r:embed="r${id}0"/>`),
          relations: [{ type: 'image', target: `media/p${id}.svg` }],
          files: { [`${folder}/media/p${id}.svg`]: svg(address) },
        }),
      ]),
    ),
    'an SVG picture that is called a PNG': (address, id) => ({
      body: wrap(`<a:blip r:embed="r${id}0"/>`),
      relations: [{ type: 'image', target: `media/p${id}.png` }],
      files: { [`${folder}/media/p${id}.png`]: svgOf(address) },
    }),
  }
}

const shape = (inside: string): string =>
  `<w:p><w:r><w:pict><v:shape id="s" style="width:60pt;height:60pt">${inside}</v:shape></w:pict></w:r></w:p>`
const outside = (type: string, address: string): Relation[] => [
  { type, target: plain(address), isExternal: true },
]
const quoted = (address: string): string => `"${plain(address).replaceAll('\\', '\\\\')}"`

/** The instruction of a field in as many runs as it has letters. */
function scattered(instruction: string): string {
  const runs = [...instruction].map(
    (email) => `<w:r><w:instrText xml:space="preserve">${plain(email)}</w:instrText></w:r>`,
  )
  return field('', 'Harmless').replace(/<w:r><w:instrText.*?<\/w:r>/, runs.join(''))
}

const inWord: Readonly<Record<string, OpenXmlCarrier>> = {
  ...pictures(wraps.docx, 'word'),
  'a picture of VML': (address) => ({ body: shape(`<v:imagedata src="${plain(address)}"/>`) }),
  'a linked picture of VML': (address, id) => ({
    body: shape(`<v:imagedata r:href="r${id}0" r:id="r${id}0"/>`),
    relations: outside('image', address),
  }),
  'a filling of VML': (address, id) => ({
    body: shape(`<v:fill type="frame" src="${plain(address)}" o:href="${plain(address)}" r:id="r${id}0"/>`),
    relations: outside('image', address),
  }),
  'another name of a picture of VML': (address) => ({
    body: shape(`<v:imagedata o:althref="${plain(address)}"/><v:fill o:althref="${plain(address)}"/>`),
  }),
  'what an object was linked by': (address) => ({
    body: `<w:p><w:r><w:object><o:OLEObject Type="Embed"><o:FieldCodes>LINK Word.Document.8 "${plain(address)}"</o:FieldCodes></o:OLEObject></w:object></w:r></w:p>`,
  }),
  'a film of the web': (address) => ({
    body: `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="a"><a:extLst><a:ext uri="{C809E66F-F1BF-436E-b5F7-EEA9579F0CBA}"><wp:webVideoPr embeddedHtml="&lt;iframe src=&quot;${plain(address)}&quot;/&gt;"/></a:ext></a:extLst></wp:docPr></wp:inline></w:drawing></w:r></w:p>`,
  }),
  'a picture by its field': (address) => ({
    body: field(`INCLUDEPICTURE ${quoted(address)} \\d`, 'Harmless'),
  }),
  'a picture by its field in pieces': (address) => ({ body: scattered(`INCLUDEPICTURE "${address}" \\d`) }),
  'a picture by a simple field': (address) => ({
    body: `<w:p><w:fldSimple w:instr="INCLUDEPICTURE ${plain(quoted(address))}"><w:r><w:t>Harmless</w:t></w:r></w:fldSimple></w:p>`,
  }),
  'text of a file': (address) => ({ body: field(`INCLUDETEXT ${quoted(address)}`, 'Harmless') }),
  DDE: (address) => ({ body: field(`DDEAUTO soffice ${quoted(address)} a`, 'Harmless') }),
  'a field of common text': (address) => ({
    body: field('', 'Harmless')
      .replace('w:instrText', 'w:t')
      .replace('</w:instrText>', `INCLUDEPICTURE ${quoted(address)}</w:t>`),
  }),
  'a linked object': (address, id) => ({
    body: `<w:p><w:r><w:object>${shape('')
      .replace(/^.*?<v:/, '<v:')
      .replace(
        /<\/w:pict>.*$/,
        '',
      )}<o:OLEObject Type="Link" ProgID="Word.Document.12" ShapeID="s" r:id="r${id}0" UpdateMode="Always"/></w:object></w:r></w:p>`,
    relations: outside('oleObject', address),
  }),
  'a document in pieces': (address, id) => ({
    body: `<w:subDoc r:id="r${id}0"/>`,
    relations: outside('subDocument', address),
  }),
  'a chunk of another document': (address, id) => ({
    body: `<w:altChunk r:id="r${id}0"/>`,
    relations: outside('aFChunk', address),
  }),
  'a chunk of HTML': (address, id) => ({
    body: `<w:altChunk r:id="r${id}0"/>`,
    relations: [{ type: 'aFChunk', target: `chunk${id}.html` }],
    files: { [`word/chunk${id}.html`]: `Text <img src="${plain(address)}">` },
  }),
  'a chunk of Word': (address, id) => ({
    body: `<w:altChunk r:id="r${id}0"/>`,
    relations: [{ type: 'aFChunk', target: `chunk${id}.docx` }],
    files: { [`word/chunk${id}.docx`]: openXmlWith('docx', [inWord['a linked picture']!(address, id)]) },
  }),
  'a page of frames': (address, id) => ({
    files: {
      [`word/webSettings${id}.xml`]: `<w:webSettings ${spaces}><w:frameset><w:frame><w:sourceFileName r:id="r0"/></w:frame></w:frameset></w:webSettings>`,
      [`word/_rels/webSettings${id}.xml.rels`]: relationsOf([{ ...outside('frame', address)[0]!, id: 'r0' }]),
    },
  }),
  'the picture of a bullet': (address) => ({
    files: {
      'word/numbering.xml': `<w:numbering ${spaces}><w:numPicBullet w:numPicBulletId="0"><w:pict><v:shape style="width:60pt;height:60pt"><v:imagedata r:id="r0" o:href="${plain(address)}"/></v:shape></w:pict></w:numPicBullet></w:numbering>`,
      'word/_rels/numbering.xml.rels': relationsOf([{ ...outside('image', address)[0]!, id: 'r0' }]),
    },
  }),
  'a template': (address) => ({
    relations: outside('attachedTemplate', address),
  }),
}

const inSlides: Readonly<Record<string, OpenXmlCarrier>> = {
  ...pictures(wraps.pptx, 'ppt/slides'),
  'a film': (address, id) => ({
    body: wraps
      .pptx(`<a:blip r:link="r${id}0"/>`)
      .replace('<p:nvPr/>', `<p:nvPr><a:videoFile r:link="r${id}0"/></p:nvPr>`),
    relations: outside('video', address),
  }),
  'a filling': (address, id) => ({
    body: `<p:sp><p:nvSpPr><p:cNvPr id="8" name="s"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${size}<a:blipFill><a:blip r:link="r${id}0"/><a:stretch><a:fillRect/></a:stretch></a:blipFill></p:spPr></p:sp>`,
    relations: outside('image', address),
  }),
  'a sound': (address, id) => ({
    body: wraps
      .pptx(`<a:blip r:link="r${id}0"/>`)
      .replace('<p:nvPr/>', `<p:nvPr><a:audioFile r:link="r${id}0"/></p:nvPr>`),
    relations: outside('audio', address),
  }),
  'a control that plays': (address, id) => ({
    relations: [{ type: 'control', target: `../activeX/a${id}.xml` }],
    files: {
      [`ppt/activeX/a${id}.xml`]: `<ax:ocx xmlns:ax="http://schemas.microsoft.com/office/2006/activeX" ax:classid="{6BF52A52-394A-11D3-B153-00C04F79FAA6}"><ax:ocxPr ax:name="URL" ax:value="${plain(address)}"/></ax:ocx>`,
    },
  }),
  'a linked object': (address, id) => ({
    body: `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="7" name="o"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/presentationml/2006/ole"><p:oleObj name="o" r:id="r${id}0" imgW="900000" imgH="900000" progId="Excel.Sheet.12"><p:link updateAutomatic="1"/></p:oleObj></a:graphicData></a:graphic></p:graphicFrame>`,
    relations: outside('oleObject', address),
  }),
}

const inBook: Readonly<Record<string, OpenXmlCarrier>> = {
  ...pictures(wraps.xlsx, 'xl/drawings'),
  'a formula': (address, id) => ({
    files: {
      [`cells/a${id}`]: `'${plain(address)}'#$Costs.A1`,
      [`cells/b${id}`]: `'[${plain(address)}]Costs'!A1`,
    },
  }),
  'a formula that makes an address': (address, id) => ({
    files: {
      [`cells/c${id}`]: `INDIRECT("'${plain(address)}'#$Costs.A1")`,
      [`cells/d${id}`]: `_xlfn.WEBSERVICE("${plain(address)}")`,
    },
  }),
  'a connection': (address, id) => ({
    files: {
      [`xl/connections${id}.xml`]: `<connections><connection id="1" odcFile="${plain(address)}"><webPr url="${plain(address)}"/></connection></connections>`,
    },
  }),
  'a scale of colours': (address, id) => ({
    files: {
      [`limits/a${id}`]: `INDIRECT(&quot;'${plain(address)}'#$Costs.A1&quot;)`,
      [`limits/b${id}`]: `WEBSERVICE(&quot;${plain(address)}&quot;)`,
      [`limits/c${id}`]: `'[${plain(address)}]Costs'!A1`,
    },
  }),
  'another workbook': (address, id) => ({
    files: {
      [`cells/e${id}`]: '[1]Costs!A1',
      [`books/${id}`]: plain(address),
    },
  }),
}

export const openXmlCarriers = { docx: inWord, pptx: inSlides, xlsx: inBook } as const

export type OpenXmlEnding = keyof typeof openXmlCarriers

function relationsOf(list: readonly (Relation & { id: string })[]): string {
  const each = list.map(
    ({ id, type, target, isExternal }) =>
      `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`,
  )
  return `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`
}

const main = (type: string, target: string): string => relationsOf([{ id: 'r0', type, target }])

/** A document with these pieces in it; their ids count from 0. */
export function openXmlWith(ending: OpenXmlEnding, pieces: readonly Piece[]): Buffer {
  const body = pieces.map((piece) => piece.body ?? '').join('')
  const relations = pieces.flatMap((piece, at) =>
    (piece.relations ?? []).map((relation, index) => ({ ...relation, id: `r${at}${index}` })),
  )
  const files = Object.assign({}, ...pieces.map((piece) => piece.files)) as Record<string, string | Buffer>
  return zip({ ...makers[ending](body, relationsOf(relations), files) })
}

type Parts = Record<string, string | Buffer>
const type = (name: string): string => `application/vnd.openxmlformats-officedocument.${name}+xml`

function typesOf(parts: Readonly<Record<string, string>>): string {
  const each = Object.entries(parts).map(
    ([part, name]) => `<Override PartName="/${part}" ContentType="${type(name)}"/>`,
  )
  return `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="svg" ContentType="image/svg+xml"/><Default Extension="docx" ContentType="${type('wordprocessingml.document').slice(0, -4)}"/>${each.join('')}</Types>`
}

const makers: Record<OpenXmlEnding, (body: string, relations: string, files: Parts) => Parts> = {
  docx: (body, relations, files) => ({
    '[Content_Types].xml': typesOf({ 'word/document.xml': 'wordprocessingml.document.main' }),
    '_rels/.rels': main('officeDocument', 'word/document.xml'),
    'word/_rels/document.xml.rels': relations,
    'word/document.xml': `${xml}<w:document ${spaces}><w:body>${body}</w:body></w:document>`,
    ...files,
  }),
  pptx: (body, relations, files) => ({
    '[Content_Types].xml': typesOf({
      'ppt/presentation.xml': 'presentationml.presentation.main',
      'ppt/slides/slide1.xml': 'presentationml.slide',
    }),
    '_rels/.rels': main('officeDocument', 'ppt/presentation.xml'),
    'ppt/_rels/presentation.xml.rels': main('slide', 'slides/slide1.xml'),
    'ppt/presentation.xml': `${xml}<p:presentation ${spaces}><p:sldIdLst><p:sldId id="256" r:id="r0"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    'ppt/slides/_rels/slide1.xml.rels': relations,
    'ppt/slides/slide1.xml': `${xml}<p:sld ${spaces}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${body}</p:spTree></p:cSld></p:sld>`,
    ...files,
  }),
  xlsx: (body, relations, all) => {
    const within = (folder: string): string[] =>
      Object.entries(all).flatMap(([name, text]) => (name.startsWith(folder) ? [String(text)] : []))
    const files = Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith('xl/')))
    const books = within('books/')
    const formulas = within('cells/').map((formula) => `<row><c><f>${formula}</f></c></row>`)
    const limits = within('limits/').map(
      (formula) =>
        `<conditionalFormatting sqref="A1"><cfRule type="colorScale" priority="1"><colorScale><cfvo type="formula" val="${formula}"/><cfvo type="max"/><color rgb="FFFF0000"/><color rgb="FF00FF00"/></colorScale></cfRule></conditionalFormatting>`,
    )
    const book =
      '<sheetNames><sheetName val="Costs"/></sheetNames><sheetDataSet><sheetData sheetId="0" refreshError="1"/></sheetDataSet>'
    const sheet = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    return {
      '[Content_Types].xml': typesOf({
        'xl/workbook.xml': 'spreadsheetml.sheet.main',
        'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
        'xl/drawings/drawing1.xml': 'drawing',
        ...Object.fromEntries(
          books.map((_, at) => [`xl/externalLinks/b${at}.xml`, 'spreadsheetml.externalLink']),
        ),
      }),
      '_rels/.rels': main('officeDocument', 'xl/workbook.xml'),
      'xl/_rels/workbook.xml.rels': relationsOf([
        { id: 'r0', type: 'worksheet', target: 'worksheets/sheet1.xml' },
        ...books.map((_, at) => ({ id: `b${at}`, type: 'externalLink', target: `externalLinks/b${at}.xml` })),
      ]),
      'xl/workbook.xml': `${xml}<workbook ${sheet} ${spaces}><sheets><sheet name="Costs" sheetId="1" r:id="r0"/></sheets><externalReferences>${books.map((_, at) => `<externalReference r:id="b${at}"/>`).join('')}</externalReferences></workbook>`,
      'xl/worksheets/sheet1.xml': `${xml}<worksheet ${sheet} ${spaces}><sheetData><row><c t="inlineStr"><is><t>Harmless</t></is></c></row>${formulas.join('')}</sheetData>${limits.join('')}<drawing r:id="r0"/></worksheet>`,
      'xl/worksheets/_rels/sheet1.xml.rels': main('drawing', '../drawings/drawing1.xml'),
      'xl/drawings/drawing1.xml': `${xml}<xdr:wsDr ${spaces}>${body}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relations,
      ...Object.fromEntries(
        books.flatMap((target, at) => [
          [
            `xl/externalLinks/b${at}.xml`,
            `${xml}<externalLink ${sheet} ${spaces}><externalBook r:id="r0">${book}</externalBook></externalLink>`,
          ],
          [
            `xl/externalLinks/_rels/b${at}.xml.rels`,
            relationsOf([{ id: 'r0', type: 'externalLinkPath', target, isExternal: true }]),
          ],
        ]),
      ),
      ...files,
    }
  },
}
