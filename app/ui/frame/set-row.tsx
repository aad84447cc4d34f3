import type { ReactNode } from 'react'

type Props = { title: string; words?: ReactNode; id?: string; children: ReactNode }

/** A row of settings: what it is about at the left, what can be set at the right. */
export function SetRow({ title, words, id, children }: Props) {
  return (
    <section className="set" id={id}>
      <div>
        <h2 className="break">{title}</h2>
        {words ? <p className="small soft">{words}</p> : null}
      </div>
      <div className="stack">{children}</div>
    </section>
  )
}

/** The end of a form that has several of them: its buttons. */
export function SetEnd({ children }: { children: ReactNode }) {
  return (
    <div className="set">
      <div />
      <div className="row">{children}</div>
    </div>
  )
}
