import type { FormAnswer } from '#app/request/action.server.ts'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import type { ProviderData } from './provider.server.ts'

type Props = { data: ProviderData; answer: FormAnswer | undefined }

/** Setting up OpenID Connect: what to enter there, and what to enter here. */
export function OidcSetup({ data: { addresses, oidc, here }, answer }: Props) {
  return (
    <div className="measure card stack-wide">
      <h2>Set up OpenID Connect</h2>
      <p>
        At the provider, register a web application with a client secret and the authorization code flow, for
        the scopes openid, email and profile. Its redirect address:
      </p>
      <p>
        <code className="record">{addresses.redirectUri}</code>
      </p>
      <Form intent="prepareOidc" answer={answer}>
        <Field
          name="issuer"
          label="Issuer"
          hint="For example https://login.example.com. The server reads its configuration when you save."
          value={oidc.issuer}
          autoComplete="off"
          answer={answer}
        />
        <Field name="clientId" label="Client ID" value={oidc.clientId} autoComplete="off" answer={answer} />
        <Field
          name="clientSecret"
          label="Client secret"
          type="password"
          hint="It’s stored encrypted and never shown again."
          autoComplete="off"
          answer={answer}
        />
        <div className="row">
          <Submit>Save</Submit> <a href={here}>Cancel</a>
        </div>
      </Form>
    </div>
  )
}

/** Setting up SAML: what to enter there, and the metadata that comes from there. */
export function SamlSetup({ data: { addresses, here }, answer }: Props) {
  return (
    <div className="measure card stack-wide">
      <h2>Set up SAML</h2>
      <p>
        At the provider, add an application. Most providers read our metadata from this address, which is also
        our entity ID:
      </p>
      <p>
        <code className="record">{addresses.entityId}</code>
      </p>
      <p>Others ask for the assertion consumer service, by HTTP-POST:</p>
      <p>
        <code className="record">{addresses.consumer}</code>
      </p>
      <p>It has to sign the assertion with SHA-256, and to send the address as name ID or as “email”.</p>
      <Form intent="prepareSaml" answer={answer} isUpload>
        <Field
          name="address"
          label="Address of the provider’s metadata"
          hint="The server reads it once, when you save."
          autoComplete="off"
          answer={answer}
        />
        <Field
          name="metadataFile"
          label="Or its file"
          type="file"
          accept=".xml,application/samlmetadata+xml,application/xml,text/xml"
          answer={answer}
        />
        <Field
          name="metadata"
          label="Or paste the metadata"
          hint="Paste all of it."
          rows={8}
          answer={answer}
        />
        <div className="row">
          <Submit>Save</Submit> <a href={here}>Cancel</a>
        </div>
      </Form>
    </div>
  )
}
