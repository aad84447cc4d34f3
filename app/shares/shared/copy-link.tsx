/** The link of a share, to be selected and copied; if script runs and there is a clipboard, a button copies it. */
export function CopyLink({ link }: { link: string }) {
  return (
    <div className="row copy-link" data-copy={link}>
      <input className="in in-link" readOnly value={link} size={link.length} aria-label="Access link" />
    </div>
  )
}
