/** How a list is sorted by a column: where its head leads, and whether the list is sorted by it. */
export type SortHeadShown = { to: string; sorted?: 'ascending' | 'descending' | undefined }

type Props = SortHeadShown & { className?: string; children: string }

/** The head of a column as a link that sorts the list by it. */
export function SortHead({ to, sorted, className, children }: Props) {
  return (
    <th scope="col" className={className} aria-sort={sorted}>
      <a href={to}>{children}</a>
    </th>
  )
}
