import { Form, Submit } from '#app/ui/forms/form.tsx'

type OneButtonProps = {
  intent: string
  label: string
  hint: string
  tone?: string
}

/** A form with nothing but a button, with what it means above it. The page shows errors. */
export function OneButton({ intent, label, hint, tone = 'btn-quiet' }: OneButtonProps) {
  return (
    <Form intent={intent}>
      <p className="hint">{hint}</p> <Submit className={tone}>{label}</Submit>
    </Form>
  )
}
