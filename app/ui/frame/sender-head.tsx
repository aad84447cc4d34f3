import { initialsOf } from '#server/rules/text/initials.ts'
import { Avatar } from '#app/ui/avatars.tsx'

type Props = {
  sender: { name: string; email: string; company?: string | null }
  /** What they did, where no heading says it. */
  did?: string
}

/** Who sent a file, at the head of a card at the door. */
export function SenderHead({ sender: { name, email, company }, did }: Props) {
  return (
    <div className="sender">
      <Avatar name={name} initials={initialsOf(name)} isBig />
      <p>
        <b>{name}</b>
        {did ? ` ${did}` : null}
        <br />
        <span className="small soft">
          {company ? (
            <>
              {company}
              <br />
            </>
          ) : null}
          {email}
        </span>
      </p>
    </div>
  )
}
