import type { ReactNode } from 'react'

type Props = { title: string; words: string; children: ReactNode }

/** A row of settings: what it is about at the left, what can be set at the right. */
export function SetRow({ title, words, children }: Props) {
  return (
    <section className="set">
      <div>
        <h2>{title}</h2>
        <p className="small soft">{words}</p>
      </div>
      <div className="stack">{children}</div>
    </section>
  )
}
