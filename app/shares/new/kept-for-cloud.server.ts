import type { User } from '#server/accounts/accounts.ts'
import { cloudLabelled } from '#server/rules/files/clouds.ts'
import { Problem } from '#server/rules/problems.ts'
import { mayBeSentBack } from '#server/http/secret.ts'
import { shareForm, type ShareForm } from '#server/shares/sending/forms.ts'
import type { FormValues } from '#server/shares/sending/form-values.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { href, routes } from '#app/routes.ts'

/** Keeps the share form as it was sent, without its secrets, and goes to the cloud storage. */
export async function chooseFromCloud(
  { services, client, visitor }: RequestContext,
  user: User,
  form: ShareForm,
): Promise<string> {
  const cloud = cloudLabelled(form.fromCloud ?? '')
  if (!cloud) throw new Problem('cloudNotOffered')
  const fields = Object.entries(form).flatMap(([name, value]) =>
    name === 'fromCloud' || !mayBeSentBack(shareForm, name) || value === undefined
      ? []
      : [value].flat().map((one) => [name, one]),
  )
  const copy = await services.clouds.copies.begin(
    { ...(await visitor.identity()), user },
    cloud,
    { form: JSON.stringify(fields) },
    client,
  )
  return href(routes.clouds.pick, { CopyGuid: copy })
}

/** The form that was left to choose files, with those that have arrived; null for a form that is no return. */
export async function copiedForm(
  { services, posted, url }: RequestContext,
  user: User,
): Promise<{ values: FormValues; fileGuids: string[] } | null> {
  const guid = url.searchParams.get('copied')
  if (guid === null || posted) return null
  const { form, fileGuids } = await services.clouds.copies.forShare(user, guid)
  const fields = JSON.parse(form) as [name: string, value: string][]
  const all = (wanted: string) => fields.flatMap(([name, value]) => (name === wanted ? [value] : []))
  // People who were ticked come back as typed ones.
  const recipients = [...all('recipients'), ...all('to')].filter((line) => line.trim() !== '').join('\n')
  const values = {
    ...Object.fromEntries(fields.filter(([name]) => name !== 'file' && name !== 'to')),
    recipients,
  }
  return { values, fileGuids: [...all('file'), ...fileGuids] }
}
