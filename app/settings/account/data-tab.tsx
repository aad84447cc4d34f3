type DataTabProps = { data: { exportTo: string; deleteTo: string } }

export function DataTab({ data: { exportTo, deleteTo } }: DataTabProps) {
  return (
    <div className="stack-wide">
      <div className="stack">
        <h3>Export my data</h3>
        <p>
          A JSON file with your account, your devices and everything you’ve shared: protections, recipients
          and all activity. It contains no passwords and nothing that gives access.
        </p>
        <p className="soft">
          Your files aren’t included. Each share lists an address where you can download the original while
          signed in. A complete export ends with "isComplete".
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
          The next page shows what will be deleted before you confirm. You can change your mind for 14 days.
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
