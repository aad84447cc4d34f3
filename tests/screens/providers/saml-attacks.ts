import { minute } from '#tests/support/world/clock.ts'
import type { Said } from '#tests/support/providers/saml-provider.ts'

const hour = 60 * minute
const evil = 'mallory@acme.example'

/** Hides the signed assertion elsewhere and puts another one where it is looked for. */
const wrapped = (place: (signed: string, forged: string, response: string) => string) => (xml: string) => {
  const [signed] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)!
  const forged = signed.replace(/<ds:Signature.*<\/ds:Signature>/s, '').replace('victim@acme.example', evil)
  return place(signed, forged, xml)
}

/** What is wrong with an answer, and how the provider comes to say it. */
export const attacks: [string, (now: number) => Said][] = [
  ['that nobody signed', () => ({ signs: [] })],
  ['that somebody else signed', () => ({ hasOtherKey: true })],
  ['of which the response is signed and the assertion is not', () => ({ signs: ['response'] })],
  ['signed with SHA-1', () => ({ algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })],
  ['changed after it was signed', () => ({ after: (xml) => xml.replaceAll('victim@', 'mallory@') })],
  ['of another issuer', () => ({ issuer: 'https://other.example' })],
  ['for another audience', () => ({ audience: 'https://other.example/metadata' })],
  [
    'for no audience',
    () => ({
      before: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
    }),
  ],
  ['for another recipient', () => ({ recipient: 'https://other.example/consume' })],
  ['without a recipient', () => ({ before: (xml) => xml.replace(/ Recipient="[^"]*"/, '') })],
  ['that has expired', (now) => ({ notBefore: now - hour, notOnOrAfter: now - 2 * minute })],
  ['that is not valid yet', (now) => ({ notBefore: now + 2 * minute, notOnOrAfter: now + hour })],
  [
    'without an end',
    () => ({ before: (xml) => xml.replace(/(SubjectConfirmationData) NotOnOrAfter="[^"]*"/, '$1') }),
  ],
  ['to another request', () => ({ inResponseTo: '_0123456789' })],
  ['to no request', () => ({ before: (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, '') })],
  [
    'of which only the response names the request',
    () => ({
      before: (xml) => xml.replace(/(<saml:SubjectConfirmationData.*?) InResponseTo="[^"]*"/, '$1'),
    }),
  ],
  ['confirmed in another way', () => ({ before: (xml) => xml.replace('cm:bearer', 'cm:sender-vouches') })],
  [
    'that says nothing of signing in',
    () => ({ before: (xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '') }),
  ],
  [
    'with a forged assertion before the signed one',
    () => ({ after: wrapped((signed, forged, xml) => xml.replace(signed, forged + signed)) }),
  ],
  [
    'with a forged assertion after the signed one',
    () => ({ after: wrapped((signed, forged, xml) => xml.replace(signed, signed + forged)) }),
  ],
  [
    'with the signed assertion inside a forged one',
    () => ({
      after: wrapped((signed, forged, xml) =>
        xml.replace(signed, forged.replace('</saml:Assertion>', `${signed}</saml:Assertion>`)),
      ),
    }),
  ],
  [
    'with the signed assertion in the extensions of the response',
    () => ({
      after: wrapped((signed, forged, xml) =>
        xml
          .replace(signed, forged)
          .replace('<samlp:Status>', `<samlp:Extensions>${signed}</samlp:Extensions><samlp:Status>`),
      ),
    }),
  ],
  [
    'with the signature over an assertion inside the signature',
    () => ({
      after: wrapped((signed, forged, xml) => {
        const [signature] = /<ds:Signature.*<\/ds:Signature>/s.exec(signed)!
        const bare = signed.replace(signature, '')
        const holding = signature.replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`)
        const other = forged.replace(/ ID="[^"]*"/, ' ID="_forged"')
        return xml.replace(signed, other.replace('<saml:Subject>', `${holding}<saml:Subject>`))
      }),
    }),
  ],
  [
    'with a comment in the name',
    () => ({
      before: (xml) => xml.replace('victim@acme.example', 'victim@acme.example<!---->.evil.example'),
    }),
  ],
  [
    'with a comment put into the name after it was signed',
    () => ({ after: (xml) => xml.replace('victim@acme.example', 'victim<!-- -->@acme.example') }),
  ],
  ['with a document type', () => ({ after: (xml) => `<!DOCTYPE samlp:Response>${xml}` })],
  [
    'with an entity',
    () => ({
      after: (xml) => `<!DOCTYPE r [<!ENTITY who "${evil}">]>${xml.replace('victim@acme.example', '&who;')}`,
    }),
  ],
  [
    'larger than 256 KB',
    () => ({ before: (xml) => xml.replace('<samlp:Status>', `${' '.repeat(300_000)}<samlp:Status>`) }),
  ],
  ['with two names', () => ({ before: (xml) => xml.replace(/(<saml:NameID.*<\/saml:NameID>)/, '$1$1') })],
  ['that is no XML', () => ({ after: () => 'hello' })],
  ['that is empty', () => ({ after: () => '' })],
  ['of an address outside the domains of the team', () => ({ nameId: 'victim@other.example' })],
  ['of an address below a domain of the team', () => ({ nameId: 'victim@mail.acme.example' })],
  ['of no address', () => ({ nameId: 'victim' })],
]
