import { useContext, type ReactElement } from 'react'
import { elementText } from './element-text.ts'
import { WithoutScript } from './without-script.ts'

type Props<Row> = { rows: readonly Row[]; children: (row: Row) => ReactElement }

/**
 * The rows of a long table. On a page without script they are put together as text, one after the other, which takes a
 * fraction of what React takes for hundreds of them; where React goes on with the page in the browser, they are React's.
 */
export function TableBody<Row>({ rows, children: rowOf }: Props<Row>) {
  const text = useContext(WithoutScript) ? textOf(rows, rowOf) : null
  return text === null ? (
    <tbody>{rows.map(rowOf)}</tbody>
  ) : (
    <tbody dangerouslySetInnerHTML={{ __html: text }} />
  )
}

function textOf<Row>(rows: readonly Row[], rowOf: (row: Row) => ReactElement): string | null {
  const texts: string[] = []
  for (const row of rows) {
    const text = elementText(rowOf(row))
    if (text === null) return null
    texts.push(text)
  }
  return texts.join('')
}
