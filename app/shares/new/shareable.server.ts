import type { User } from '#server/accounts/accounts.ts'
import { Findings } from '#server/rules/findings.ts'
import { Problem } from '#server/rules/problems.ts'
import { chosenPasskey } from '#server/shares/passkeys/passkey-forms.ts'
import { readProtections, wishesOf } from '#server/shares/protections.ts'
import { noTermsMessage } from '#server/shares/requests/requested-terms.ts'
import type { ShareForm } from '#server/shares/sending/forms.ts'
import { refusedOn, type NewShares } from '#server/shares/sending/new-share.ts'
import type { RequestContext } from '#app/request/loader.server.ts'

/** What a form requests for its files. Collects what is refused in it. */
export function wantedOf(form: ShareForm, user: User, now: number, findings: Findings): NewShares {
  const typed = form.passkey ?? ''
  return {
    protections: readProtections(form, user.timeZone, now, findings),
    wishes: wishesOf(form),
    recipients: [form.recipients ?? '', ...form.to].join('\n'),
    message: form.message ?? '',
    documentPassword: form.documentPassword ?? '',
    ...(form.visibility === 'passkey' && {
      passkey: findings.check(() => chosenPasskey(form, user), typed),
    }),
  }
}

/**
 * What a form requests, if nothing in it will be refused; reviewing and sharing refuse the same. Throws everything that
 * is wrong with it at once, each on its field.
 */
export async function shareable(context: RequestContext, user: User, form: ShareForm): Promise<NewShares> {
  const { sending } = context.services.shares
  const findings = new Findings()
  await findings.wait(() => requireContent(context, user, form), null)
  const wanted = wantedOf(form, user, context.now, findings)
  findings.check(() => sending.validate(user, wanted), null)
  if (form.terms === 'team' && !(await context.services.teams.terms.latest(user)))
    findings.add(refusedOn('terms', noTermsMessage))
  if (form.source === 'note') findings.check(() => sending.noteName(noteIn(form), wanted), null)
  else await findings.wait(() => sending.requireSendable(user, form.file, wanted), null)
  findings.throwAny()
  return wanted
}

export function noteIn({ noteTitle = '', noteText = '' }: ShareForm): { title: string; text: string } {
  return { title: noteTitle, text: noteText }
}

/** Throws fileMissing, or uploadGone if nothing is left of what had arrived. A file that was refused says so itself. */
async function requireContent(
  { services, refusedFiles, uploadProblem }: RequestContext,
  user: User,
  { source, file }: ShareForm,
): Promise<void> {
  if (source === 'note' || refusedFiles.length > 0 || uploadProblem) return
  if (file.length === 0) throw new Problem('fileMissing', { field: 'file' })
  if ((await services.files.uploads.waiting(user, file)).length === 0) throw new Problem('uploadGone')
}
