import { Pager } from '#app/ui/tables/pager.tsx'

type Props = { first: string | null; next: string | null }

/** Of a list that is read in one direction: back to its beginning, or on. */
export function ListPager({ first, next }: Props) {
  return (
    <Pager
      label="Pages of the list"
      previous={first}
      next={next}
      where=""
      notes={{ previous: 'first page', next: 'older' }}
    />
  )
}
