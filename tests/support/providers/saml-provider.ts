import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as samlify from 'samlify'
import { Page } from '#tests/support/browser/page.ts'
import { makeSelfSigned, type SelfSigned } from '#tests/support/servers/self-signed.ts'

/** What the provider says, beside what is right. Times in epoch milliseconds. */
export type Said = {
  nameId?: string
  attributes?: Record<string, string>
  issuer?: string
  audience?: string
  recipient?: string
  inResponseTo?: string
  notBefore?: number
  notOnOrAfter?: number
  assertionId?: string
  signs?: ('assertion' | 'response')[]
  /** Signs with a key of its own that no one knows. */
  hasOtherKey?: boolean
  algorithm?: string
  /** Changes the answer before it is signed. */
  before?: (xml: string) => string
  /** Changes the answer after it was signed. */
  after?: (xml: string) => string
}

/** What a browser posts to us. */
export type Answer = { action: string; SAMLResponse: string; RelayState: string }

const own = makeSelfSigned('provider')
const other = makeSelfSigned('somebody else')
const minute = 60_000
const protocol = 'urn:oasis:names:tc:SAML:2.0'
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

// There is no schema at hand; what was asked is read by the library all the same.
samlify.setSchemaValidator({ validate: async () => 'not validated' })

/** A SAML identity provider on the loopback: everyone with a request is signed in as `said` says. */
export class SamlProvider {
  said: Said = {}
  readonly #server: Server
  readonly #clock: () => number
  #origin = ''
  #known: ReturnType<typeof samlify.ServiceProvider> | null = null

  private constructor(clock: () => number) {
    this.#clock = clock
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(clock: () => number): Promise<SamlProvider> {
    const made = new SamlProvider(clock)
    await new Promise<void>((resolve) => made.#server.listen(0, '127.0.0.1', resolve))
    made.#origin = `http://127.0.0.1:${(made.#server.address() as AddressInfo).port}`
    return made
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Its metadata (XML). */
  get metadata(): string {
    return this.#provider(own).getMetadata()
  }

  get entityId(): string {
    return `${this.#origin}/metadata`
  }

  /** Reads the metadata of whom it signs people in for. */
  know(metadata: string): void {
    this.#known = samlify.ServiceProvider({ metadata })
  }

  /** Goes where our page leads, and answers the form that comes back. */
  async signIn(address: string): Promise<Answer> {
    const response = await fetch(address)
    const html = await response.text()
    if (response.status !== 200) throw new Error(`The provider answered ${response.status}: ${html}`)
    const { action, entries } = new Page(html).press('Continue')
    const fields = Object.fromEntries(entries.map(({ name, value }) => [name, String(value)]))
    return { action, SAMLResponse: fields['SAMLResponse']!, RelayState: fields['RelayState']! }
  }

  #provider({ privateKey, certificate }: SelfSigned) {
    return samlify.IdentityProvider({
      entityID: this.entityId,
      privateKey,
      signingCert: certificate,
      isAssertionEncrypted: false,
      wantAuthnRequestsSigned: false,
      requestSignatureAlgorithm: this.said.algorithm ?? rsaSha256,
      nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
      singleSignOnService: [
        { Binding: `${protocol}:bindings:HTTP-Redirect`, Location: `${this.#origin}/sign-in` },
      ],
      // No one signs out there; the library wants to be told where one would.
      singleLogoutService: [
        { Binding: `${protocol}:bindings:HTTP-Redirect`, Location: `${this.#origin}/sign-out` },
      ],
      loginResponseTemplate: { context: template, attributes: [] },
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const query = Object.fromEntries(new URL(request.url!, this.#origin).searchParams)
      const { SAMLResponse, action } = await this.#respond(query)
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
        .end(`<!DOCTYPE html><title>Signed in</title>
        <form method="post" action="${action}">
        <input type="hidden" name="SAMLResponse" value="${SAMLResponse}">
        <input type="hidden" name="RelayState" value="${query['RelayState'] ?? ''}">
        <button>Continue</button></form>`)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  }

  async #respond(query: Record<string, string>): Promise<{ SAMLResponse: string; action: string }> {
    const { signs = ['assertion'], hasOtherKey, before = same, after = same } = this.said
    const provider = this.#provider(hasOtherKey ? other : own)
    const known = this.#known!
    const login = await provider.parseLoginRequest(known, 'redirect', { query })
    const action = String(known.entityMeta.getAssertionConsumerService('post'))
    let xml = before(this.#fill(String(login.extract.request?.['id']), action))
    for (const what of signs) xml = this.#sign(xml, what, hasOtherKey ? other : own)
    return { SAMLResponse: Buffer.from(after(xml)).toString('base64'), action }
  }

  #fill(requestId: string, consumer: string): string {
    const now = this.#clock()
    const { said } = this
    const time = (at: number) => new Date(at).toISOString()
    const attributes = Object.entries({ givenName: 'Anna', sn: 'Adler', ...said.attributes }).map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
    )
    return samlify.SamlLib.replaceTagsByValue(template, {
      ID: samlify.Utility.base64Encode('response').replaceAll('=', ''),
      AssertionID: said.assertionId ?? `_${String(counter++).padStart(32, '0')}`,
      Issuer: said.issuer ?? this.entityId,
      IssueInstant: time(now),
      Destination: consumer,
      NameID: said.nameId ?? 'anna@acme.example',
      Audience: said.audience ?? this.#known!.entityMeta.getEntityID(),
      SubjectRecipient: said.recipient ?? consumer,
      InResponseTo: said.inResponseTo ?? requestId,
      ConditionsNotBefore: time(said.notBefore ?? now - minute),
      ConditionsNotOnOrAfter: time(said.notOnOrAfter ?? now + 5 * minute),
    }).replace(
      '<AttributeStatement/>',
      attributes.length > 0
        ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`
        : '',
    )
  }

  #sign(xml: string, what: 'assertion' | 'response', { privateKey, certificate }: SelfSigned): string {
    const path =
      what === 'assertion'
        ? "/*[local-name(.)='Response']/*[local-name(.)='Assertion']"
        : "/*[local-name(.)='Response']"
    return samlify.SamlLib.constructSAMLSignature({
      rawSamlMessage: xml,
      referenceTagXPath: path,
      privateKey,
      signingCert: certificate.replace(/-----[^-]+-----|\s/g, ''),
      signatureAlgorithm: this.said.algorithm ?? rsaSha256,
      isBase64Output: false,
      signatureConfig: {
        prefix: 'ds',
        location: { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
      },
    })
  }
}

let counter = 1

function same(xml: string): string {
  return xml
}

const template = [
  `<samlp:Response xmlns:samlp="${protocol}:protocol" xmlns:saml="${protocol}:assertion" ID="_{ID}" Version="2.0" IssueInstant="{IssueInstant}" Destination="{Destination}" InResponseTo="{InResponseTo}">`,
  '<saml:Issuer>{Issuer}</saml:Issuer>',
  `<samlp:Status><samlp:StatusCode Value="${protocol}:status:Success"/></samlp:Status>`,
  `<saml:Assertion xmlns:saml="${protocol}:assertion" ID="{AssertionID}" Version="2.0" IssueInstant="{IssueInstant}">`,
  '<saml:Issuer>{Issuer}</saml:Issuer>',
  '<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">{NameID}</saml:NameID>',
  `<saml:SubjectConfirmation Method="${protocol}:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="{ConditionsNotOnOrAfter}" Recipient="{SubjectRecipient}" InResponseTo="{InResponseTo}"/></saml:SubjectConfirmation></saml:Subject>`,
  '<saml:Conditions NotBefore="{ConditionsNotBefore}" NotOnOrAfter="{ConditionsNotOnOrAfter}"><saml:AudienceRestriction><saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
  `<saml:AuthnStatement AuthnInstant="{IssueInstant}"><saml:AuthnContext><saml:AuthnContextClassRef>${protocol}:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
  '<AttributeStatement/>',
  '</saml:Assertion></samlp:Response>',
].join('')
