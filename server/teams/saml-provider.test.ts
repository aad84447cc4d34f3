import { expect, test } from 'vitest'
import { Problem } from '#server/rules/problems.ts'
import { makeSelfSigned } from '#tests/support/servers/self-signed.ts'
import { providerOf } from './saml-provider.ts'

const now = Date.parse('2027-03-01T10:00:00Z')
const good = textOf(makeSelfSigned('good').certificate)
const next = textOf(makeSelfSigned('next').certificate)
const expired = textOf(makeSelfSigned('old', { until: '20270201000000Z' }).certificate)
const weak = textOf(makeSelfSigned('weak', { bits: 1024 }).certificate)

function textOf(pem: string): string {
  return pem.replace(/-----[^-]+-----/g, '')
}

function key(certificate: string, use = ' use="signing"'): string {
  return `<md:KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
}

const service =
  '<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://login.acme.example/saml?a=1&amp;b=2"/>'

function metadata({
  keys = key(good),
  services = service,
  entityId = 'https://login.acme.example/id',
} = {}): string {
  return `<?xml version="1.0"?><!-- of the provider -->
    <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">
    <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys}
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://login.acme.example/post"/>${services}
    </md:IDPSSODescriptor></md:EntityDescriptor>`
}

async function reasonOf(text: string): Promise<string> {
  return providerOf(text, now).then(
    () => 'taken',
    (error: unknown) => (error instanceof Problem ? error.text : String(error)),
  )
}

test('of the metadata of a provider its name, its address and its certificates are kept', async () => {
  const provider = await providerOf(metadata(), now)
  expect(provider).toMatchObject({
    entityId: 'https://login.acme.example/id',
    signOnUrl: 'https://login.acme.example/saml?a=1&b=2',
  })
  expect(provider.certificates.map((pem) => textOf(pem).replace(/\s/g, ''))).toEqual([
    good.replace(/\s/g, ''),
  ])
})

test('while a provider changes its key both are kept, and those for other uses or expired ones are not', async () => {
  const keys = [key(good), key(next, ''), key(next), key(weak, ' use="encryption"'), key(expired)].join('')
  const { certificates } = await providerOf(metadata({ keys }), now)
  expect(certificates.map((pem) => textOf(pem).replace(/\s/g, ''))).toEqual(
    [good, next].map((text) => text.replace(/\s/g, '')),
  )
})

test.each([
  ['hello', 'it is not XML'],
  ['', 'it is not XML'],
  ['<html></html>', 'it does not describe one entity'],
  [`<!DOCTYPE x>${metadata()}`, 'it declares a document type'],
  [metadata().replace('<?xml version="1.0"?>', '<!DOCTYPE x [<!ENTITY a "b">]>'), 'a document type'],
  [metadata({ entityId: '' }), 'it has no entity ID'],
  [metadata().replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), 'it describes no identity provider'],
  [metadata({ services: '' }), 'no sign-on address for the HTTP-Redirect binding'],
  [metadata({ keys: '' }), 'no certificate'],
  [metadata({ keys: key('AAAA') }), 'a certificate in it cannot be read'],
  [metadata({ keys: key(expired) }), 'its certificates have all expired'],
  [metadata({ keys: key(weak) }), 'no RSA key of 2048 bits or more'],
  [metadata() + ' '.repeat(1024 * 1024), 'it is larger than 1 MB'],
])('%#: unusable metadata is refused with the reason: %s', async (text, reason) => {
  expect(await reasonOf(text)).toContain(reason)
})
