import { useId } from 'react'

/** The link of a share, to be selected and copied; if script runs and there is a clipboard, a button copies it. */
export function CopyLink({ link }: { link: string }) {
  const id = useId()
  return (
    <div className="row copy-link" data-copy={link}>
      <label className="unseen" htmlFor={id}>
        Access link
      </label>{' '}
      <input className="in in-link" id={id} readOnly value={link} size={link.length} />
    </div>
  )
}
