import { composeEmail, type Email } from '#server/mail/layout.ts'
import { headLine, type SignedHead } from './statement.ts'

/** A signed head, for the mailbox that the operator chose: a copy out of reach of anyone who can write to the database. */
export function headEmail(to: string, publicUrl: URL, head: SignedHead): Email {
  return composeEmail({
    to,
    subject: `Audit trail of ${publicUrl.host}: signed head ${head.number}`,
    heading: `Signed head ${head.number}`,
    paragraphs: [
      `Once a day ${publicUrl.host} signs what its audit trail is. Keep this email: it proves later that nothing recorded until then was changed or removed.`,
      headLine(head),
      'To compare, put the line above into a file and run “strongroom audit verify --heads FILE”.',
    ],
    footer: 'You get this email because AUDIT_EMAIL of the server is your address.',
  })
}
