import { X509Certificate } from 'node:crypto'
// The parser with which the library reads responses, too.
import { parseDomFromString, xpath } from '@node-saml/node-saml/lib/xml.js'
import { Problem } from '#server/rules/problems.ts'

/** What we know about a SAML identity provider. */
export type SamlProvider = {
  entityId: string
  /** Where the browser signs in (HTTP-Redirect binding). */
  signOnUrl: string
  /** PEM; each can sign. */
  certificates: string[]
}

const maxCharacters = 1024 * 1024
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** Reads the metadata of one identity provider. Throws badForm that says what is missing. */
export async function providerOf(metadata: string, now: number): Promise<SamlProvider> {
  if (metadata.length > maxCharacters) throw unusable('it is larger than 1 MB')
  if (/<!(DOCTYPE|ENTITY)/i.test(metadata)) throw unusable('it declares a document type')
  const document = await parseDomFromString(metadata.replace(/^\uFEFF/, '')).catch(() => {
    throw unusable('it is not XML')
  })
  const entity = document.documentElement
  if (entity.localName !== 'EntityDescriptor') {
    throw unusable('it does not describe one entity (EntityDescriptor)')
  }
  const entityId = entity.getAttribute('entityID') ?? ''
  if (entityId === '' || entityId.length > 1024) throw unusable('it has no entity ID')
  const [provider] = xpath.selectElements(entity, "./*[local-name()='IDPSSODescriptor']")
  if (!provider) throw unusable('it describes no identity provider (IDPSSODescriptor)')
  const service = xpath
    .selectElements(provider, "./*[local-name()='SingleSignOnService']")
    .find((element) => element.getAttribute('Binding') === redirectBinding)
  const signOnUrl = URL.parse(service?.getAttribute('Location') ?? '')
  if (!signOnUrl) throw unusable('it has no sign-on address for the HTTP-Redirect binding')
  return { entityId, signOnUrl: signOnUrl.href, certificates: certificatesIn(provider, now) }
}

function certificatesIn(provider: Element, now: number): string[] {
  const texts = xpath
    .selectElements(
      provider,
      "./*[local-name()='KeyDescriptor'][not(@use) or @use='signing']//*[local-name()='X509Certificate']",
    )
    .map((element) => (element.textContent ?? '').replace(/\s+/g, ''))
  const certificates = [...new Set(texts)].map(certificateOf)
  if (certificates.length === 0) throw unusable('it has no certificate for checking signatures')
  const valid = certificates.filter(({ validTo }) => Date.parse(validTo) > now)
  if (valid.length === 0) throw unusable('its certificates have all expired')
  return valid.map((certificate) => certificate.toString())
}

function certificateOf(base64: string): X509Certificate {
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    throw unusable('a certificate in it cannot be read')
  }
  const { asymmetricKeyType: kind, asymmetricKeyDetails: details } = certificate.publicKey
  // The library checks RSA signatures only.
  if (kind !== 'rsa' || (details?.modulusLength ?? 0) < 2048) {
    throw unusable('a certificate in it has no RSA key of 2048 bits or more')
  }
  return certificate
}

function unusable(reason: string): Problem {
  return new Problem('badForm', { text: `This metadata cannot be used: ${reason}.` })
}
