import {
  flatCarriers,
  flatDocumentWith,
  isContent,
  openDocumentCarriers,
  openDocumentWith,
  type OpenDocumentCarrier,
  type OpenDocumentEnding,
} from './open-document.ts'
import { openXmlCarriers, openXmlWith, type OpenXmlEnding } from './open-xml.ts'
import { rtfCarriers, rtfWith } from './rtf.ts'

/** A kind of document, with all the ways in which it can name something outside of it. */
export type CarrierKind = {
  ending: string
  /** What each way is called. */
  ways: readonly string[]
  /** A document that names each address in each of these ways. */
  document(ways: readonly string[], addresses: readonly string[]): Buffer
}

/** Every way for every address, each with an id of its own. */
function pieces<T>(
  carriers: Readonly<Record<string, (address: string, id: string) => T>>,
  ways: readonly string[],
  addresses: readonly string[],
): T[] {
  const pairs = ways.flatMap((way) => addresses.map((address) => [way, address] as const))
  return pairs.map(([way, address], at) => carriers[way]!(address, String(at)))
}

function packaged(ending: OpenDocumentEnding): CarrierKind {
  const carriers: Readonly<Record<string, OpenDocumentCarrier>> = openDocumentCarriers[ending]
  return {
    ending,
    ways: Object.keys(carriers),
    document: (ways, addresses) => openDocumentWith(ending, pieces(carriers, ways, addresses)),
  }
}

function flat(ending: OpenDocumentEnding): CarrierKind {
  const carriers = { ...withoutParts(openDocumentCarriers[ending]), ...flatCarriers }
  return {
    ending: `f${ending}`,
    ways: Object.keys(carriers),
    document: (ways, addresses) => flatDocumentWith(ending, pieces(carriers, ways, addresses)),
  }
}

/** Those that need nothing beside the document's content. */
function withoutParts(
  all: Readonly<Record<string, OpenDocumentCarrier>>,
): Record<string, OpenDocumentCarrier> {
  return Object.fromEntries(Object.entries(all).filter(([, carrier]) => isContent(carrier('a', '0'))))
}

function openXml(ending: OpenXmlEnding): CarrierKind {
  const carriers = openXmlCarriers[ending]
  return {
    ending,
    ways: Object.keys(carriers),
    document: (ways, addresses) => openXmlWith(ending, pieces(carriers, ways, addresses)),
  }
}

/** All kinds, by what they are written in. */
export const carrierKinds: readonly CarrierKind[] = [
  ...(['odt', 'ods', 'odp'] as const).map(packaged),
  ...(['odt', 'ods', 'odp'] as const).map(flat),
  ...(['docx', 'pptx', 'xlsx'] as const).map(openXml),
  {
    ending: 'rtf',
    ways: Object.keys(rtfCarriers),
    document: (ways, addresses) => rtfWith(pieces(rtfCarriers, ways, addresses)),
  },
]
