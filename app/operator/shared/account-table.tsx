import type { ShownTime } from '#server/rules/text/format.ts'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { PersonCell } from '#app/ui/tables/person-cell.tsx'
import { Time } from '#app/ui/tables/time.tsx'

export type ListedAccount = {
  guid: string
  email: string
  name: string
  initials: string
  to: string
  state: { tone: Tone; words: string }
  isOperator: boolean
  plan: string
  team: string
  stored: string
  signedIn: ShownTime | null
}

/** Accounts; on phones each is a card. */
export function AccountTable({ accounts }: { accounts: ListedAccount[] }) {
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Status</th>
            <th scope="col">Plan</th>
            <th scope="col" className="o3">
              Team
            </th>
            <th scope="col" className="r">
              Stored
            </th>
            <th scope="col" className="o2">
              Last sign-in
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={account.guid}>
              <PersonCell {...account} />
              <td>
                <Badge tone={account.state.tone}>{account.state.words}</Badge>
                {account.isOperator ? (
                  <>
                    {' '}
                    <Badge tone="brass">Administrator</Badge>
                  </>
                ) : null}
              </td>
              <td className="nowrap" data-label="Plan">
                {account.plan}
              </td>
              <td className="o3 where break" data-label={account.team ? 'Team' : undefined}>
                {account.team}
              </td>
              <td className="r nowrap" data-label="Stored">
                {account.stored}
              </td>
              <td className="o2 nowrap" data-label="Last sign-in">
                {account.signedIn ? <Time {...account.signedIn} /> : 'Never'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
