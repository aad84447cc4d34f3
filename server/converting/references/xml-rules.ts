import path from 'node:path'
import { isFragment, isPlainPicture, isWebAddress, namesMachine, type PartNames } from './addresses.ts'
import { Damaged } from './damaged.ts'
import { isHarmlessField } from './fields.ts'
import { leavesDocument } from './formulas.ts'
import { isMetafile, withoutPictures } from './metafiles.ts'
import { partKind } from './part-kind.ts'
import type { Element, Verdict, XmlRules } from './xml-rewriter.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Elements that say where something is to be fetched, or that make a program run. They go with all that is in them. */
const droppedElements = set(
  `encryption-data section-source table-source cell-range-source dde-source dde-connection-decl dde-link ddeLink
  auto-reload scripts script event-listener event-listeners connection-resource connection mailMerge attachedTemplate
  webPr dbPr textPr HyperlinkBase FieldCodes`,
)
/**
 * Elements that would be filled in again, with the name of a file on this server. What they showed last
 * stays.
 */
const unwrappedElements = set('file-name template-name')
/** Elements that only take someone along who follows them. */
const hyperlinks = set('a area-rectangle area-circle area-polygon')
const relatedHyperlinks = set('hyperlink hlinkClick hlinkHover hlinkMouseOver')
/** Attributes that name a part of the package, or of the document. */
const partAttributes = set('href src image-data')
/** Attributes that name what a document has no use for here. */
const droppedAttributes = set(
  `url local-url sourceFile archive codebase schema schemaLocation gfxdata ddeService ddeTopic datasource database-name
  althref embeddedHtml action`,
)
const formulas = set(
  'f formula formula1 formula2 definedName calculatedColumnFormula totalsRowFormula dxfFormula oleFormula',
)
const formulaAttribute = /formula|fmla|expression|condition|address|range|linked-cell|^ref$|^textlink$/i
/** Elements whose values are formulas: those say which cells are coloured, and how. */
const formulaElements = set('condition cfvo color-scale-entry formatting-entry')
const droppedRelations =
  /^(?:attachedTemplate|vbaProject|wordVbaData|connections|queryTable|webextension\w*)$/
/** Elements that contain something in base 64. */
const data = set('binary-data binData')
/** What else makes characters of a field's instruction. */
const characters = set('sym tab br cr ptab delText noBreakHyphen softHyphen pgNum')

/** The location of the part being checked. */
export type Place = {
  name: string
  parts: PartNames
  /** The name of its root element, if only one is read. */
  root?: string
}

type Field = { instruction: string; isInstruction: boolean }

/**
 * What stays of a part in XML, of whatever language: OpenDocument, Office Open XML with its relations and VML, SVG.
 * Names are looked at without their prefixes, so that a prefix hides nothing.
 */
export class ReferenceRules implements XmlRules {
  readonly #name: string
  readonly #folder: string
  readonly #parts: PartNames
  readonly #fields: Field[] = []
  #pictures = 0
  #isInData = false
  #root: string | null

  constructor({ name, parts, root }: Place) {
    this.#name = name
    this.#parts = parts
    this.#root = root ?? null
    const folder = path.posix.dirname(name)
    this.#folder = name.endsWith('.rels') ? path.posix.dirname(folder) : folder
  }

  element(element: Element): Verdict {
    const { local } = element
    if (this.#root && local !== this.#root) throw new Damaged(`the document is ${local}, not ${this.#root}`)
    this.#root = null
    // What is in data would part it, and only its beginning says what it is.
    if (this.#isInData) return 'drop'
    if (droppedElements.has(local) || (this.#field?.isInstruction && characters.has(local))) return 'drop'
    if (data.has(local)) this.#isInData = true
    if (unwrappedElements.has(local)) return 'unwrap'
    if (local === 'Relationship') return this.#isOwnRelation(element) ? 'keep' : 'drop'
    // Lists of colours and pictures that the program would read from elsewhere.
    if (local === 'config-item' && element.values('name').some((name) => /url$|database/i.test(name)))
      return 'drop'
    if (local === 'fldChar' && element.values('fldCharType').length !== 1) return 'drop'
    if (local === 'svg') this.#pictures++
    return 'keep'
  }

  attribute(
    { local: element }: Element,
    { name, local, value }: { name: string; local: string; value: string },
  ): boolean {
    const address = value.trim()
    if (partAttributes.has(local)) return this.#isOwnAddress(element, address)
    if (droppedAttributes.has(local) || name === 'xml:base') return false
    // Of a picture or film that is linked: r:link.
    if (local === 'link' && name !== local) return false
    if (name !== local && this.#parts.isWebRelation(this.#name, value) && !relatedHyperlinks.has(element))
      return false
    if (local === 'instr') return isHarmlessField(value)
    if (local === 'string-value' && element === 'property') return !/[\\/]/.test(value)
    // What a slide says of the name of its file; what it said last stays.
    if (local === 'type' && element === 'fld') return !/^file/i.test(address)
    // A property of a control.
    if (local === 'value' && element === 'ocxPr') return !/[\\/]/.test(value)
    if (formulaAttribute.test(local) || formulaElements.has(element)) return !leavesDocument(value)
    return !namesMachine(value)
  }

  checkedPart({ local }: Element, text: string): 'whole' | 'start' | 'data' | false {
    if (data.has(local)) return isDrawing(text) ? 'data' : 'start'
    if (local === 'instrText' || local === 'delInstrText' || local === 'style' || formulas.has(local))
      return 'whole'
    return this.#field?.isInstruction ? 'whole' : false
  }

  text({ local }: Element, text: string): boolean {
    if (data.has(local)) return isHarmlessData(text)
    if (local === 'style') return !namesMachine(text)
    if (formulas.has(local)) return !leavesDocument(text)
    if (this.#field?.isInstruction) this.#field.instruction += text
    return false
  }

  /** The instruction of a field, which may be spread over many runs: as one, where it ends, if it is harmless. */
  before(element: Element): { local: string; text: string } | null {
    if (element.local !== 'fldChar') return null
    const field = this.#field
    const isBegin = element.values('fldCharType')[0] === 'begin'
    if (isBegin) this.#fields.push({ instruction: '', isInstruction: true })
    if (isBegin || !field?.isInstruction) return null
    field.isInstruction = false
    if (!isHarmlessField(field.instruction)) return null
    return { local: 'instrText', text: field.instruction }
  }

  after(element: Element): void {
    if (element.local === 'svg') this.#pictures--
    if (data.has(element.local)) this.#isInData = false
    if (element.local === 'fldChar' && element.values('fldCharType')[0] === 'end') this.#fields.pop()
  }

  get #field(): Field | undefined {
    return this.#fields.at(-1)
  }

  #isOwnAddress(element: string, address: string): boolean {
    if (hyperlinks.has(element)) return isWebAddress(address) || address.startsWith('#')
    if (isFragment(address) || isPlainPicture(address)) return true
    // A picture has no parts; what it names is looked for elsewhere.
    return this.#pictures === 0 && this.#parts.has(address, this.#folder)
  }

  #isOwnRelation(relation: Element): boolean {
    const [target, ...others] = relation.values('Target').map((each) => each.trim())
    if (target === undefined || others.length > 0) return false
    const type = relation.values('Type').map((each) => each.replace(/^.*\//s, ''))
    if (type.some((each) => droppedRelations.test(each))) return false
    if (type.every((each) => each === 'hyperlink') && (isWebAddress(target) || target.startsWith('#'))) {
      for (const id of relation.values('Id')) this.#parts.addWebRelation(this.#name, id)
      return true
    }
    const isOutside = relation.values('TargetMode').some((mode) => !/^internal$/i.test(mode.trim()))
    return !isOutside && this.#parts.hasTarget(target, this.#folder)
  }
}

/** Whether something in base 64 is a picture or a font, by its beginning, or a drawing, that names nothing else. */
function isHarmlessData(encoded: string): boolean {
  const plain = encoded.replace(/\s/g, '')
  if (!/^[a-z0-9+/]{12,}=*$/i.test(plain)) return false
  const bytes = Buffer.from(plain, 'base64')
  return partKind(bytes) === 'binary' && !(isMetafile(bytes) && withoutPictures(bytes))
}

/** Whether something in base 64 begins like a drawing. */
function isDrawing(encoded: string): boolean {
  return isMetafile(Buffer.from(encoded.slice(0, 256), 'base64'))
}
