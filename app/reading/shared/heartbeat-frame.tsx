// Without `sandbox`, in which browsers let no page reload itself: the policy of the page in the frame allows it no
// script and no form.
/** Keeps an open page alive if no script runs, and says there when the file is closed. */
export function HeartbeatFrame({ src }: { src: string }) {
  return (
    <noscript>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- in a sandbox the page could not renew itself */}
      <iframe className="pulse-frame" src={src} title="Reading status" name="Reading status" />
    </noscript>
  )
}
