import { useLoaderData } from '@remix-run/react'
import { productName } from '#server/rules/product/product.ts'
import type { ApiCall, ApiPart } from '#server/rules/product/api-reference.ts'
import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { Brand } from '#app/ui/brand.tsx'
import { SkipTarget } from '#app/ui/skip-link.tsx'
import { Marked, Pieces } from './marked.tsx'

export const loader = load(routes.public.api, 'anyone', async ({ api, services }) => ({
  server: services.config.publicUrl.origin,
  parts: api.parts(),
  codes: api.codes,
  limits: api.limits,
}))

export const meta = titled('API')

export default function Api() {
  const { server, parts, codes, limits } = useLoaderData<typeof loader>()
  return (
    <div className="door reference">
      <header>
        <Brand />
      </header>
      <main>
        <SkipTarget />
        <h1>API</h1>
        <p>
          Programs make these calls to this server: <code>{server}</code>. The same in OpenAPI 3.1:{' '}
          <a href={href(routes.public.openApi)}>openapi.json</a>.
        </p>
        <ul>
          <li>
            Get a token with <a href="#post-v2-account-token">POST /v2/account/token</a>, or create an access
            token in the settings of {productName}. Send it as <code>Authorization: Bearer …</code>.
          </li>
          <li>
            The examples are for a shell in which both are set: <code>server={server}</code> and{' '}
            <code>token=…</code>
          </li>
          <li>Send a form or a JSON object. Lists are JSON. GET changes nothing.</li>
          <li>
            Answers are JSON with a StatusCode and a StatusMessage; <code>Field</code> names the field at
            fault. The HTTP status is 200 even if a call fails; 401 means that the token is missing, wrong or
            expired, 403 that it lacks the scope, and 429 that you have to wait as many seconds as{' '}
            <code>Retry-After</code> says. Calls that answer a file are refused by HTTP status, too. Any call
            can answer <CodeLinks codes={[10003, 20400, 20500, 20503]} />, with a token also{' '}
            <CodeLinks codes={[10001, 10006, 10010, 10014, 10016, 20404]} />, and a POST{' '}
            <CodeLinks codes={[20415, 20461, 20466]} />.
          </li>
          <li>
            At most {limits.join('; ')}. Each answer to an access token says how much is left:{' '}
            <code>RateLimit: &quot;token&quot;;r=2999;t=300</code> is 2,999 calls in the next 300 seconds, and{' '}
            <code>RateLimit-Policy: &quot;token&quot;;q=3000;w=300</code> is the limit.
          </li>
          <li>
            A call with <code>Idempotency-Key</code> is made once in 24 hours: sent again, it gets the same
            answer. <CodeLinks codes={[20409, 20422]} /> are about the key.
          </li>
        </ul>
        <nav aria-label="Calls">
          {parts.map(({ id, title, calls }) => (
            <details key={id}>
              <summary>
                {title} ({calls.length})
              </summary>
              <ul>
                {calls.map(({ name, does, anchor }) => (
                  <li key={name}>
                    <a href={`#${anchor}`}>{name}</a> <span className="hint">{does}</span>
                  </li>
                ))}
              </ul>
            </details>
          ))}
          <a href="#codes">StatusCodes</a>
        </nav>
        {parts.map(({ id, title, before, calls }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            <Before parts={before} />
            {calls.map((call) => (
              <Call key={call.name} {...call} />
            ))}
          </section>
        ))}
        <section aria-labelledby="codes">
          <h2 id="codes">StatusCodes</h2>
          <dl>
            {codes.map(({ code, words }) => (
              <div key={code} id={`code-${code}`}>
                <dt>{code}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      </main>
    </div>
  )
}

/** What comes before the calls of a part. */
function Before({ parts }: { parts: ApiPart['before'] }) {
  return (
    <div className="stack">
      {parts.map((one) =>
        typeof one === 'string' ? (
          <Marked key={one} text={one} />
        ) : (
          <dl key={one[0]?.[0]}>
            {one.map(([word, meaning]) => (
              <div key={word}>
                <dt>
                  <Pieces text={word} />
                </dt>
                <dd>
                  <Pieces text={meaning} />
                </dd>
              </div>
            ))}
          </dl>
        ),
      )}
    </div>
  )
}

/** StatusCodes, each with a link to what it means. */
function CodeLinks({ codes }: { codes: readonly number[] }) {
  return (
    <>
      {codes.map((code, at) => (
        <span key={code}>
          {at > 0 ? ', ' : ''}
          <a href={`#code-${code}`}>{code}</a>
        </span>
      ))}
    </>
  )
}

function Call(call: ApiCall) {
  const { name, does, anchor, about, who, fields, example, answers, done, refusals, limits } = call
  return (
    <article className="card stack" aria-labelledby={anchor}>
      <h3 id={anchor}>
        <code>{name}</code>
      </h3>
      <p>
        <b>{does}.</b>
      </p>
      <Marked text={about} />
      <p className="hint">{who}</p>
      {fields.length > 0 ? (
        <dl>
          {fields.map((field) => (
            <div key={field.name}>
              <dt>
                <code>{field.name}</code>
                {field.isRequired ? ' (required)' : ''}
              </dt>
              <dd>{field.words}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <pre>{example}</pre>
      <p>
        <b>Answer:</b> {answers.length > 0 ? answers.join(', ') : 'the bytes, or the text.'}
      </p>
      <p>
        <b>Done:</b> <CodeLinks codes={done.map(({ code }) => code)} />
        {limits.length > 0 ? (
          <>
            {' '}
            <b>At most:</b> {limits.join('; ')}
          </>
        ) : null}
      </p>
      {refusals.length > 0 ? (
        <details>
          <summary>Refusals</summary>
          <ul>
            {refusals.map(({ code, words }) => (
              <li key={code}>
                {code}: {words}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </article>
  )
}
