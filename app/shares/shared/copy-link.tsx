/** The link of a share, to be selected and copied; if script runs and there is a clipboard, a button copies it. */
export function CopyLink({ link }: { link: string }) {
  return (
    <div id="link" data-copy={link}>
      <p className="small soft">Link for recipients</p>
      <p className="copyable">{link}</p>
    </div>
  )
}
