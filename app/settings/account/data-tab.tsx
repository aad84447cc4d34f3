type DataTabProps = { data: { exportTo: string; deleteTo: string } }

export function DataTab({ data: { exportTo, deleteTo } }: DataTabProps) {
  return (
    <div className="stack-wide">
      <div className="stack">
        <h3>Export my data</h3>
        <p>
          One file in JSON with your account, your devices, and everything you shared: protections,
          recipients, and all that happened to each file. It holds no password and nothing that opens
          something.
        </p>
        <p className="soft">
          Your files are not in it. Each share names an address where you get its original while you are
          signed in. The last line of a whole export says so: "isComplete".
        </p>
        <p>
          <a className="btn btn-main" href={exportTo} download="">
            Export my data
          </a>
        </p>
      </div>
      <div className="stack">
        <h3>Delete my account</h3>
        <p>
          The next page says with figures what that means, before anything happens. You can change your mind
          for 14 days.
        </p>
        <p>
          <a className="btn btn-bad" href={deleteTo}>
            Delete my account…
          </a>
        </p>
      </div>
    </div>
  )
}
