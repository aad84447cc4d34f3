import type { SAML } from '@node-saml/node-saml'
import type { TeamAddresses } from './addresses.ts'
import {
  assertionOf,
  attributeOf,
  attributeTexts,
  type Assertion,
  type Confirmation,
} from './saml-assertion.ts'
import type { SamlProvider } from './saml-provider.ts'

/** Why a response was refused: for the log, never for the person. */
export class SamlRefused extends Error {
  override name = 'SamlRefused'
}

/** Whom an identity provider asserts to have signed in. `notAfter` in epoch milliseconds. */
export type Asserted = {
  assertionId: string
  notAfter: number
  subject: string
  /** As the identity provider spells it. */
  email: string
  firstName: string
  lastName: string
  /** Name ID and attributes, by the names that the identity provider gives them. */
  attributes: [name: string, value: string][]
}

type Ends = { provider: SamlProvider; addresses: TeamAddresses; requestId: string }

const minute = 60_000
/** Milliseconds by which its clock can differ from ours. */
export const clockSkew = minute
const maxBytes = 256 * 1024
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** The library, loaded only where a team signs in with it: it would be a fifth of every startup. */
const library = () => import('@node-saml/node-saml')

/** The algorithms that a signature can use; SHA-1 is not among them. */
const algorithms = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])

/** The address at which the browser signs in: it contains our request, with the secret that comes back. */
export async function signOnAddress(ends: Ends, relayState: string): Promise<URL> {
  const saml = await samlOf(ends)
  return new URL(await saml.getAuthorizeUrlAsync(relayState, undefined, {}))
}

/**
 * What a response asserts. The library verifies the signature of the assertion, reads only what was signed, and checks
 * the audience; time, recipient, request and issuer are checked here, with the service's clock. Throws SamlRefused.
 */
export async function assertedBy(ends: Ends, samlResponse: string, now: number): Promise<Asserted> {
  const xml = Buffer.from(samlResponse, 'base64').toString('utf8')
  requireHarmless(xml)
  const assertion = await signedAssertion(ends, samlResponse)
  if (assertion.Issuer._ !== ends.provider.entityId) throw new SamlRefused('another issuer')
  requireTime(assertion.Conditions.$ ?? {}, now)
  const confirmed = assertion.Subject.SubjectConfirmation.find((one) => isOurs(one, ends, now))
  if (!confirmed) throw new SamlRefused('no confirmation for this recipient, request and time')
  const { NameID: nameId } = assertion.Subject
  const email = attributeOf(assertion, 'email') ?? nameId._.trim()
  const isPassing = nameId.$?.Format?.endsWith(':transient') ?? false
  return {
    assertionId: assertion.$.ID,
    notAfter: Number(confirmed.SubjectConfirmationData?.$.NotOnOrAfter) + clockSkew,
    // A transient name is a new one each time.
    subject: isPassing ? email.toLowerCase() : nameId._.trim(),
    email,
    firstName: attributeOf(assertion, 'firstName') ?? '',
    lastName: attributeOf(assertion, 'lastName') ?? '',
    attributes: [['NameID', nameId._.trim()], ...attributeTexts(assertion)],
  }
}

/** What identity providers read to know about us. */
export async function ownMetadata({ entityId, consumer }: TeamAddresses): Promise<string> {
  const { generateServiceProviderMetadata } = await library()
  return generateServiceProviderMetadata({
    issuer: entityId.href,
    callbackUrl: consumer.href,
    identifierFormat: emailFormat,
    wantAssertionsSigned: true,
  })
}

async function samlOf({ provider, addresses, requestId }: Ends): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await library()
  return new SAML({
    idpCert: provider.certificates,
    issuer: addresses.entityId.href,
    audience: addresses.entityId.href,
    callbackUrl: addresses.consumer.href,
    entryPoint: provider.signOnUrl,
    wantAssertionsSigned: true,
    // Enough is signed with the assertion; many providers sign nothing else.
    wantAuthnResponseSigned: false,
    // Which name ID and which sign-in method to use is up to the provider.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: {
      saveAsync: async () => null,
      // One request is open here: this one. The library compares the time with the machine's clock.
      getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
      removeAsync: async () => null,
    },
    // The library uses the machine's clock; the times are checked here instead.
    acceptedClockSkewMs: -1,
  })
}

/** Before anything parses it. */
function requireHarmless(xml: string): void {
  if (Buffer.byteLength(xml) > maxBytes) throw new SamlRefused('too large')
  // Document types, entities, comments and CDATA: nothing that providers need, and the basis of many attacks.
  if (xml.includes('<!')) throw new SamlRefused('a document type, an entity or a comment')
  for (const [, name = ''] of xml.matchAll(/\bAlgorithm\s*=\s*["']([^"']*)["']/g)) {
    if (!algorithms.has(name)) throw new SamlRefused('an algorithm that is not allowed')
  }
}

async function signedAssertion(ends: Ends, samlResponse: string): Promise<Assertion> {
  const saml = await samlOf(ends)
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: samlResponse })
    .catch((error: unknown) => {
      const [reason = ''] = error instanceof Error ? error.message.split(/[.:]/) : []
      // The library's own message; anything else may be text from the response.
      throw new SamlRefused(/^[A-Za-z ]+$/.test(reason) ? reason : 'not valid')
    })
  const assertion = assertionOf(profile?.getAssertion?.())
  if (!assertion) throw new SamlRefused('not an assertion about someone who signed in')
  return assertion
}

function isOurs({ $, SubjectConfirmationData: data }: Confirmation, ends: Ends, now: number): boolean {
  if ($.Method !== bearer || !data) return false
  const { Recipient: recipient, InResponseTo: request, NotBefore, NotOnOrAfter } = data.$
  if (recipient !== ends.addresses.consumer.href || request !== ends.requestId) return false
  return NotOnOrAfter !== undefined && isNow({ NotBefore, NotOnOrAfter }, now)
}

type Span = { NotBefore?: number | undefined; NotOnOrAfter?: number | undefined }

function requireTime(span: Span, now: number): void {
  if (!isNow(span, now)) throw new SamlRefused('not valid now')
}

function isNow({ NotBefore = -Infinity, NotOnOrAfter = Infinity }: Span, now: number): boolean {
  return now + clockSkew >= NotBefore && now - clockSkew < NotOnOrAfter
}
