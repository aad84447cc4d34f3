import { settingsPath } from '#app/ui/tab-names.ts'

/** The page that shows the recovery codes, this once. */
export function RecoveryCodes({ codes, account, next }: { codes: string[]; account: string; next: string }) {
  return (
    <>
      <p>
        <strong>Two-step verification is on. Save these recovery codes now: they’re shown only once.</strong>
      </p>
      <p>
        Each signs you in once, if you lose your phone or don’t have it with you. Print this page, or save the
        codes in your password manager.
      </p>
      <p className="small soft">Recovery codes for {account}</p>
      <ul className="copyable recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="no-print">
        Devices already signed in stay signed in: <a href={settingsPath('sessions')}>see your devices</a>.
      </p>
      <p className="no-print">
        <a className="btn btn-main" href={next}>
          I’ve saved them
        </a>
      </p>
    </>
  )
}
