import { SetRow } from '#app/ui/frame/set-row.tsx'

type DataTabProps = { data: { exportTo: string; deleteTo: string } }

export function DataTab({ data: { exportTo, deleteTo } }: DataTabProps) {
  return (
    <>
      <SetRow
        title="Export my data"
        words="A JSON file with your account, your devices and everything you’ve shared: protections, recipients and all activity."
      >
        <p>
          It contains no passwords and nothing that gives access. Your files aren’t included: each share lists
          an address where you can download the original while signed in. A complete export ends with
          "isComplete".
        </p>
        <p>
          <a className="btn btn-main" href={exportTo} download="">
            Export my data
          </a>
        </p>
      </SetRow>
      <SetRow
        title="Delete my account"
        words="The next page shows what will be deleted before you confirm. You can change your mind for 14 days."
      >
        <p>
          <a className="btn btn-bad" href={deleteTo}>
            Delete my account …
          </a>
        </p>
      </SetRow>
    </>
  )
}
