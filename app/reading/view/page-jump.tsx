import { Submit } from '#app/ui/forms/form.tsx'

export type PageJumpShown = {
  to: string
  page: number
  total: number
  kept: { name: string; value: string }[]
}

/** Leads to a page by its number. */
export function PageJump({ jump }: { jump: PageJumpShown }) {
  return (
    <form method="get" action={jump.to} className="page-jump">
      {jump.kept.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="go">Page</label>{' '}
      <input
        id="go"
        name="go"
        type="number"
        inputMode="numeric"
        min={1}
        max={jump.total}
        defaultValue={jump.page}
      />{' '}
      <Submit className="btn-main btn-small">Go to page</Submit>
    </form>
  )
}
