/** The link of a share, to be selected and copied. */
export function CopyLink({ link }: { link: string }) {
  return (
    <div id="link">
      <p className="small soft">Link for recipients</p>
      <p className="copyable">{link}</p>
    </div>
  )
}
