import { zip } from '#server/converting/packages/test-documents.ts'
import { hidden, plain } from './addresses.ts'
import { disguises, drawingWith, svgOf } from './pictures.ts'

/** What a carrier puts into a document, place by place. */
export type Piece = {
  body?: string
  /** Automatic styles. */
  styles?: string
  settings?: string
  meta?: string
  files?: Record<string, string | Buffer>
}

export type OpenDocumentCarrier = (address: string, id: string) => Piece

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n'
const names = 'office text table style presentation script form chart meta config animation'.split(' ')
const spaces = `${names.map((name) => `xmlns:${name === 'animation' ? 'anim' : name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(' ')} xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dom="http://www.w3.org/2001/xml-events" xmlns:ooo="http://openoffice.org/2004/office" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0" xmlns:xforms="http://www.w3.org/2002/xforms" xmlns:msoxl="http://schemas.microsoft.com/office/excel/formula"`
const shown = 'xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"'

function frame(inside: string): string {
  return `<draw:frame text:anchor-type="as-char" svg:width="2cm" svg:height="2cm" svg:x="1cm" svg:y="1cm">${inside}</draw:frame>`
}

const image = (target: string): string => frame(`<draw:image xlink:href="${target}" ${shown}/>`)

/** The content of a frame, in whatever kind of document. */
const frames: Readonly<Record<string, OpenDocumentCarrier>> = {
  'a picture': (address) => ({ body: image(plain(address)) }),
  'a picture, every letter escaped': (address) => ({ body: image(hidden(address)) }),
  'a picture, by another prefix': (address) => ({
    body: `<g:frame xmlns:g="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:l="http://www.w3.org/1999/xlink" svg:width="2cm" svg:height="2cm"><g:image l:href="${plain(address)}" l:type="simple"/></g:frame>`,
  }),
  'a picture under another base': (address) => ({
    body: `<draw:frame xml:base="${plain(address)}" svg:width="2cm" svg:height="2cm"><draw:image xlink:href="canary"/></draw:frame>`,
  }),
  'an object': (address) => ({ body: frame(`<draw:object xlink:href="${plain(address)}" ${shown}/>`) }),
  'an OLE object': (address) => ({
    body: frame(`<draw:object-ole xlink:href="${plain(address)}" ${shown}/>`),
  }),
  'a film': (address) => ({
    body: frame(
      `<draw:plugin xlink:href="${plain(address)}" draw:mime-type="application/vnd.sun.star.media" ${shown}/>`,
    ),
  }),
  'a frame of its own': (address) => ({
    body: frame(`<draw:floating-frame xlink:href="${plain(address)}" ${shown}/>`),
  }),
  'an applet': (address) => ({
    body: frame(
      `<draw:applet draw:archive="${plain(address)}" draw:code="a" xlink:href="${plain(address)}"/>`,
    ),
  }),
  'a filling': (address, id) => ({
    styles: `<style:style style:name="fill${id}" style:family="graphic"><style:graphic-properties draw:fill="bitmap" draw:fill-image-name="b${id}"><style:background-image xlink:href="${plain(address)}" ${shown}/></style:graphic-properties></style:style>`,
    body: `<draw:frame draw:style-name="fill${id}" svg:width="2cm" svg:height="2cm"><draw:text-box/></draw:frame>`,
  }),
  ...Object.fromEntries(
    Object.entries(disguises).map(([name, picture]) => [
      `an SVG picture, ${name}`,
      (address: string, id: string) => ({
        body: image(`Pictures/${id}.svg`),
        files: { [`Pictures/${id}.svg`]: picture(address) },
      }),
    ]),
  ),
  'an SVG picture that is called a PNG': (address, id) => ({
    body: image(`Pictures/${id}.png`),
    files: { [`Pictures/${id}.png`]: svgOf(address) },
  }),
  'a picture in an object': (address, id) => ({
    body: frame(`<draw:object xlink:href="./Object ${id}" ${shown}/>`),
    files: {
      [`Object ${id}/content.xml`]: content('text', `<text:p>${image(plain(address))}</text:p>`, ''),
      [`Object ${id}/mimetype`]: 'application/vnd.oasis.opendocument.text',
    },
  }),
  'a button with a picture': (address, id) => ({
    body: `<draw:control draw:control="c${id}" svg:width="2cm" svg:height="2cm" svg:x="1cm" svg:y="1cm"/>`,
    files: {
      [`forms/${id}`]: `<form:form form:name="f${id}"><form:image-frame xml:id="c${id}" form:id="c${id}" form:image-data="${plain(address)}"/><form:image form:id="d${id}" form:image-data="${plain(address)}"><form:properties><form:property form:property-name="ImageURL" office:value-type="string" office:string-value="${plain(address)}"/></form:properties></form:image></form:form>`,
    },
  }),
  'a form over a database': (address, id) => ({
    files: {
      [`forms/${id}`]: `<form:form form:name="f${id}" xlink:href="${plain(address)}" form:command="a" form:command-type="table"><form:connection-resource xlink:href="${plain(address)}"/></form:form>`,
    },
  }),
  'a chart of another document': (address, id) => ({
    body: frame(`<draw:object xlink:href="./Chart ${id}" ${shown}/>`),
    files: {
      [`Chart ${id}/content.xml`]: content(
        'chart',
        `<chart:chart chart:class="chart:bar" xlink:href="${plain(address)}" svg:width="2cm" svg:height="2cm"><chart:plot-area table:cell-range-address="'${plain(address)}'#Costs.A1:A2"/></chart:chart>`,
        '',
      ),
      [`Chart ${id}/mimetype`]: 'application/vnd.oasis.opendocument.chart',
    },
  }),
  'lists of the program': (address) => ({
    settings: `<config:config-item config:name="BitmapTableURL" config:type="string">${plain(address)}</config:config-item>`,
  }),
  'a template': (address) => ({
    meta: `<meta:template xlink:type="simple" xlink:actuate="onRequest" xlink:href="${plain(address)}"/><meta:auto-reload xlink:href="${plain(address)}" meta:delay="PT0S"/>`,
  }),
}

const inText: Readonly<Record<string, OpenDocumentCarrier>> = {
  'the background of a paragraph': (address, id) => ({
    styles: `<style:style style:name="p${id}" style:family="paragraph"><style:paragraph-properties fo:padding="1cm"><style:background-image xlink:href="${plain(address)}" ${shown}/></style:paragraph-properties></style:style>`,
    body: `<text:p text:style-name="p${id}">Harmless</text:p>`,
  }),
  'the picture of a bullet': (address, id) => ({
    styles: `<text:list-style style:name="l${id}"><text:list-level-style-image text:level="1" xlink:href="${plain(address)}" ${shown}><style:list-level-properties fo:width="1cm" fo:height="1cm"/></text:list-level-style-image></text:list-style>`,
    body: `<text:list text:style-name="l${id}"><text:list-item><text:p>Harmless</text:p></text:list-item></text:list>`,
  }),
  'a section': (address, id) => ({
    body: `<text:section text:name="s${id}"><text:section-source xlink:href="${plain(address)}" ${shown}/><text:p>Harmless</text:p></text:section>`,
  }),
  'the background of a cell': (address, id) => ({
    styles: `<style:style style:name="c${id}" style:family="table-cell"><style:table-cell-properties><style:background-image xlink:href="${plain(address)}" ${shown}/></style:table-cell-properties></style:style>`,
    body: `<table:table table:name="T${id}"><table:table-column/><table:table-row><table:table-cell table:style-name="c${id}"><text:p>Harmless</text:p></table:table-cell></table:table-row></table:table>`,
  }),
  'words for an index': (address, id) => ({
    body: `<text:alphabetical-index text:name="i${id}"><text:alphabetical-index-source text:main-entry-style-name="a"/><text:index-body/></text:alphabetical-index><text:alphabetical-index-auto-mark-file xlink:href="${plain(address)}" xlink:type="simple"/>`,
  }),
  'words of a database': (address) => ({
    settings: `<config:config-item config:name="CurrentDatabaseDataSource" config:type="string">${plain(address)}</config:config-item>`,
    body: `<text:p><text:database-display text:database-name="${plain(address)}" text:table-name="a" text:table-type="table" text:column-name="b">Harmless</text:database-display></text:p>`,
  }),
  'a source of what is written': (address) => ({
    body: `<text:p><text:bibliography-mark text:bibliography-type="www" text:url="${plain(address)}" loext:local-url="${plain(address)}">Harmless</text:bibliography-mark></text:p>`,
  }),
  'a form in XML': (address, id) => ({
    files: {
      [`forms/${id}`]: `<xforms:model id="m${id}" schema="${plain(address)}"><xforms:instance id="i${id}" src="${plain(address)}"/><xforms:submission id="s${id}" action="${plain(address)}" method="get"/></xforms:model>`,
    },
  }),
  'a section by DDE': (address, id) => ({
    body: `<text:section text:name="d${id}"><office:dde-source office:dde-application="soffice" office:dde-topic="${plain(address)}" office:dde-item="a" office:automatic-update="true"/><text:p>Harmless</text:p></text:section>`,
  }),
}

const inSheet: Readonly<Record<string, OpenDocumentCarrier>> = {
  'a formula': (address) => ({
    body: `<table:table-cell table:formula="of:=['${plain(address)}'#$Costs.A1]" office:value-type="string"><text:p>Harmless</text:p></table:table-cell>`,
  }),
  'a formula that makes an address': (address) => ({
    body: `<table:table-cell table:formula="of:=INDIRECT(&quot;'${plain(address)}'#$Costs.A1&quot;)"/>`,
  }),
  'a web service': (address) => ({
    body: `<table:table-cell table:formula="of:=COM.MICROSOFT.WEBSERVICE(&quot;${plain(address)}&quot;)"/>`,
  }),
  DDE: (address) => ({
    body: `<table:table-cell table:formula="of:=DDE(&quot;soffice&quot;;&quot;${plain(address)}&quot;;&quot;Costs.A1&quot;)"/>`,
  }),
  'a range of another document': (address) => ({
    body: `<table:table-cell><table:cell-range-source table:name="Costs" xlink:href="${plain(address)}" table:last-column-spanned="1" table:last-row-spanned="1"/></table:table-cell>`,
  }),
  'a table of another document': (address, id) => ({
    files: {
      [`tables/${id}`]: `<table:table table:name="T${id}"><table:table-source xlink:href="${plain(address)}" table:table-name="Costs"/><table:table-row><table:table-cell/></table:table-row></table:table>`,
    },
  }),
}

/** A cell whose look depends on what another document says. */
function coloured(rule: string, id: string): Piece {
  const cell = '<table:table-cell office:value-type="float" office:value="1"/>'
  return {
    files: {
      [`tables/${id}`]: `<table:table table:name="T${id}"><table:table-row>${cell}</table:table-row><calcext:conditional-formats><calcext:conditional-format calcext:target-range-address="T${id}.A1:T${id}.A1">${rule}</calcext:conditional-format></calcext:conditional-formats></table:table>`,
    },
  }
}

const inRules: Readonly<Record<string, OpenDocumentCarrier>> = {
  'a scale of colours': (address, id) =>
    coloured(
      `<calcext:color-scale><calcext:color-scale-entry calcext:value="INDIRECT(&quot;'${plain(address)}'#$Costs.A1&quot;)" calcext:type="formula" calcext:color="#ff0000"/><calcext:color-scale-entry calcext:value="'${plain(address)}'#$Costs.A1" calcext:type="formula" calcext:color="#00ff00"/></calcext:color-scale>`,
      id,
    ),
  'bars and symbols': (address, id) =>
    coloured(
      `<calcext:icon-set calcext:icon-set-type="3Arrows"><calcext:formatting-entry calcext:value="0" calcext:type="percent"/><calcext:formatting-entry calcext:value="WEBSERVICE(&quot;${plain(address)}&quot;)" calcext:type="formula"/><calcext:formatting-entry calcext:value="'${plain(address)}'#$Costs.A1" calcext:type="formula"/></calcext:icon-set>`,
      id,
    ),
  'a formula of another program': (address) => ({
    body: `<table:table-cell table:formula="msoxl:='[${plain(address)}]Costs'!A1"/>`,
  }),
  'a formula without quotes': (address) => ({
    body: `<table:table-cell table:formula="of:=[${plain(address)}#Costs.A1]"/>`,
  }),
  'a range of a database': (address, id) => ({
    files: {
      [`tables/${id}`]: `<table:database-ranges><table:database-range table:name="d${id}" table:target-range-address="A.A1:A.B3"><table:database-source-table table:database-name="${plain(address)}" table:database-table-name="a"/></table:database-range></table:database-ranges>`,
    },
  }),
  'a cell that a control is linked to': (address, id) => ({
    files: {
      [`forms/${id}`]: `<form:form form:name="l${id}"><form:checkbox form:id="l${id}" form:linked-cell="'${plain(address)}'#$Costs.A1"/></form:form>`,
    },
  }),
}

const inSlide: Readonly<Record<string, OpenDocumentCarrier>> = {
  'a click': (address) => ({
    body: `<draw:rect svg:width="1cm" svg:height="1cm"><office:event-listeners><presentation:event-listener script:event-name="dom:click" presentation:action="show" xlink:href="${plain(address)}"/></office:event-listeners></draw:rect>`,
  }),
  'a sound': (address) => ({
    body: `<anim:par><anim:audio xlink:href="${plain(address)}"/></anim:par>`,
  }),
}

export const openDocumentCarriers = {
  odt: { ...frames, ...inText },
  ods: { ...frames, ...inSheet, ...inRules },
  odp: { ...frames, ...inSlide },
} as const satisfies Record<string, Readonly<Record<string, OpenDocumentCarrier>>>

const types = { odt: 'text', ods: 'spreadsheet', odp: 'presentation' } as const

export type OpenDocumentEnding = keyof typeof types

function content(type: string, body: string, styles: string): string {
  return `${xml}<office:document-content ${spaces} office:version="1.3"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${type}>${body}</office:${type}></office:body></office:document-content>`
}

/** A document with these pieces in it. */
export function openDocumentWith(ending: OpenDocumentEnding, pieces: readonly Piece[]): Buffer {
  const type = types[ending]
  const { body, files } = bodyOf(ending, pieces)
  const join = (of: 'settings' | 'meta' | 'styles'): string => pieces.map((piece) => piece[of] ?? '').join('')
  const parts: Record<string, string | Buffer> = {
    'content.xml': content(type, body, join('styles')),
    'styles.xml': `${xml}<office:document-styles ${spaces} office:version="1.3"><office:automatic-styles><style:page-layout style:name="P"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Plain" style:page-layout-name="P"/></office:master-styles></office:document-styles>`,
    'settings.xml': `${xml}<office:document-settings ${spaces} office:version="1.3"><office:settings><config:config-item-set config:name="ooo:configuration-settings">${join('settings')}</config:config-item-set></office:settings></office:document-settings>`,
    'meta.xml': `${xml}<office:document-meta ${spaces} office:version="1.3"><office:meta>${join('meta')}</office:meta></office:document-meta>`,
    ...files,
  }
  const media = (name: string): string => (name.endsWith('.xml') ? 'text/xml' : 'image/png')
  const entries = Object.keys(parts).map(
    (name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="${media(name)}"/>`,
  )
  const objects = Object.keys(parts).filter((name) => name.endsWith('/mimetype'))
  const folders = objects.map(
    (name) =>
      `<manifest:file-entry manifest:full-path="${name.slice(0, -'mimetype'.length)}" manifest:media-type="application/vnd.oasis.opendocument.text"/>`,
  )
  return zip({
    'stored:mimetype': `application/vnd.oasis.opendocument.${type}`,
    'META-INF/manifest.xml': `${xml}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.${type}"/>${[...entries, ...folders].join('')}</manifest:manifest>`,
    ...parts,
  })
}

/** The same as one file of XML. */
export function flatDocumentWith(ending: OpenDocumentEnding, pieces: readonly Piece[]): Buffer {
  const type = types[ending]
  const { body } = bodyOf(ending, pieces)
  const styles = pieces.map((piece) => piece.styles ?? '').join('')
  return Buffer.from(
    `${xml}<office:document ${spaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${type}"><office:automatic-styles><style:page-layout style:name="P"/>${styles}</office:automatic-styles><office:master-styles><style:master-page style:name="Plain" style:page-layout-name="P"/></office:master-styles><office:body><office:${type}>${body}</office:${type}></office:body></office:document>`,
  )
}

/** A picture that is written out in a flat document, and shows what is at an address. */
export const flatCarriers: Readonly<Record<string, OpenDocumentCarrier>> = {
  'an SVG picture written out': (address) => ({
    body: frame(
      `<draw:image><office:binary-data>\n ${Buffer.from(svgOf(address)).toString('base64')}</office:binary-data></draw:image>`,
    ),
  }),
  'a drawing written out': (address) => ({
    body: frame(
      `<draw:image><office:binary-data>${drawingWith(Buffer.from(svgOf(address))).toString('base64')}</office:binary-data></draw:image>`,
    ),
  }),
  'a drawing written out, parted by an element': (address) => ({
    body: frame(
      `<draw:image><office:binary-data>${drawingWith(Buffer.from(svgOf(address)))
        .toString('base64')
        .replace(/^.{80}/, '$&<text:s/>')}</office:binary-data></draw:image>`,
    ),
  }),
}

/** Whether all of a piece is in the content, where there are no parts besides. */
export function isContent({ body, styles, files = {} }: Piece): boolean {
  return (body ?? styles) !== undefined && Object.keys(files).every((name) => besides.test(name))
}

const besides = /^(?:forms|tables)\//

/** Forms and tables are beside what shows them; they come as files here, and end there. */
function bodyOf(
  ending: OpenDocumentEnding,
  pieces: readonly Piece[],
): { body: string; files: Piece['files'] } {
  const all = Object.entries(Object.assign({}, ...pieces.map(({ files }) => files)) as Record<string, string>)
  const within = (folder: string): string =>
    all
      .filter(([name]) => name.startsWith(folder))
      .map(([, text]) => text)
      .join('')
  const forms = `<office:forms>${within('forms/')}</office:forms>`
  const files = Object.fromEntries(all.filter(([name]) => !besides.test(name)))
  const bodies = pieces.map(({ body = '' }) => body)
  if (ending === 'odt') {
    const paragraphs = bodies.map((body) => (body.startsWith('<text:') ? body : `<text:p>${body}</text:p>`))
    return { body: forms + paragraphs.join(''), files }
  }
  if (ending === 'odp') {
    const page = (body: string, at: number): string =>
      `<draw:page draw:name="s${at}" draw:master-page-name="Plain">${at === 0 ? forms : ''}${body}</draw:page>`
    return { body: bodies.map(page).join(''), files }
  }
  const cell = (body: string): string =>
    body.startsWith('<table:') ? body : `<table:table-cell>${body}</table:table-cell>`
  const rows = bodies.map((body) => `<table:table-row>${cell(body)}</table:table-row>`).join('')
  return { body: `<table:table table:name="A">${forms}${rows}</table:table>${within('tables/')}`, files }
}
