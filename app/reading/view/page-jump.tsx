import { Submit } from '#app/ui/forms/form.tsx'

export type PageJumpShown = {
  to: string
  page: number
  total: number
  kept: { name: string; value: string }[]
}

/** The page being read, of how many: a field that leads to another. Its button shows where it is needed. */
export function PageJump({ jump }: { jump: PageJumpShown }) {
  return (
    <form method="get" action={jump.to} className="page-jump">
      {jump.kept.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="go" className="unseen">
        Page
      </label>{' '}
      <input
        id="go"
        name="go"
        className="figures"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        size={Math.max(2, String(jump.total).length)}
        defaultValue={jump.page}
      />{' '}
      <span className="figures soft">of {jump.total}</span>{' '}
      <Submit className="btn-small" about="to page">
        Go
      </Submit>
    </form>
  )
}
