import { Form, Submit } from '#app/ui/forms/form.tsx'

type OneButtonProps = {
  intent: string
  label: string
  hint: string
  tone?: string
}

/** A form whose button says it all, with what it means above it. The page says what went wrong. */
export function OneButton({ intent, label, hint, tone = 'button-quiet' }: OneButtonProps) {
  return (
    <Form intent={intent}>
      <p className="hint">{hint}</p> <Submit className={tone}>{label}</Submit>
    </Form>
  )
}
