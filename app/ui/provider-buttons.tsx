import { href } from '../routes.ts'
import { Form, Submit } from './form.tsx'

type ProviderButtonsProps = {
  providers: { name: string; label: string }[]
  /** The page that was wanted. */
  to?: string | null
}

/** The other servers to sign in with, one button each. */
export function ProviderButtons({ providers, to }: ProviderButtonsProps) {
  if (providers.length === 0) return null
  return (
    <section className="stack providers" aria-label="Other ways to sign in">
      {providers.map(({ name, label }) => (
        <Form key={name} intent="signInVia" action={href('via', { provider: name })}>
          {to ? <input type="hidden" name="to" value={to} /> : null}
          <Submit className="button-quiet button-wide">{`Continue with ${label}`}</Submit>
        </Form>
      ))}
    </section>
  )
}
