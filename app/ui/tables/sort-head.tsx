/** How a list is sorted by a column: where its head leads, and whether the list is sorted by it. */
export type SortHeadShown = { to: string; sorted?: 'ascending' | 'descending' | undefined }

type Props = Partial<SortHeadShown> & { className?: string; children: string }

/** The head of a column: a link that sorts the list by it, or only its name where the list has no orders. */
export function SortHead({ to, sorted, className, children }: Props) {
  return (
    <th scope="col" className={className} aria-sort={sorted}>
      {to === undefined ? children : <a href={to}>{children}</a>}
    </th>
  )
}
