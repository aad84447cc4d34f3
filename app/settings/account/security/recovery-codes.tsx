import { settingsPath } from '#app/ui/tab-names.ts'

/** The page that shows the recovery codes, this once. */
export function RecoveryCodes({ codes, account }: { codes: string[]; account: string }) {
  return (
    <>
      <p>
        <strong>Two-factor code is on. Keep these recovery codes now: they are shown this once.</strong>
      </p>
      <p>
        Each signs you in once in place of the code of your app, when the phone is lost or not with you. Print
        this page, or copy them to where you keep passwords.
      </p>
      <p className="small soft">Recovery codes of {account}</p>
      <ul className="copyable recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="no-print">
        Devices that were signed in before stay signed in:{' '}
        <a href={settingsPath('sessions')}>see your devices</a>.
      </p>
      <p className="no-print">
        <a className="btn btn-main" href={settingsPath('twofactor')}>
          I have kept them
        </a>
      </p>
    </>
  )
}
