import { BackLink } from './room-head.tsx'

type Props = { back: { to: string; label: string }; title: string }

/** The title of a page, with the link back above it. */
export function BackHead({ back, title }: Props) {
  return (
    <div className="page-head">
      <div className="stack">
        <BackLink {...back} />
        <h1 className="breaks">{title}</h1>
      </div>
    </div>
  )
}
