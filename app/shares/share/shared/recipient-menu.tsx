import { ActionsMenu } from '#app/ui/tables/row-menu.tsx'
import { Form } from '#app/ui/forms/form.tsx'

type Props = { recipient: { to: string; email: string; name: string; isOpen: boolean; isRevoked: boolean } }

/** What can be done for or with one person; the person's own page does it, and says what came of it. */
export function RecipientMenu({ recipient: { to, email, name, isOpen, isRevoked } }: Props) {
  const who = name || email
  return (
    <ActionsMenu of={who}>
      {isOpen ? (
        <li>
          <Button to={to} intent="sendAgain" label="Send link again" who={who} />
        </li>
      ) : null}
      <li>
        <a href={`${to}#restrict`}>Restrict this person</a>
      </li>
      <li className="sep">
        {isRevoked ? (
          <Button to={to} intent="restore" label="Restore access" who={who} />
        ) : (
          <Button to={to} intent="revoke" label="Remove access" who={who} isBad />
        )}
      </li>
    </ActionsMenu>
  )
}

type ButtonProps = { to: string; intent: string; label: string; who: string; isBad?: boolean }

function Button({ to, intent, label, who, isBad = false }: ButtonProps) {
  return (
    <Form intent={intent} action={to} className="inline">
      <input
        type="submit"
        className={isBad ? 'bad' : undefined}
        value={label}
        aria-label={`${label}: ${who}`}
      />
    </Form>
  )
}
