import type { User } from '#server/accounts/accounts.ts'
import { maskedAddress } from '#server/rules/accounts/email.ts'
import { carriedBy, type SentFile } from '#server/rules/sharing/file-contradictions.ts'
import { shownAs, type ShownAs } from '#server/rules/sharing/security.ts'
import type { Protections } from '#server/rules/sharing/options.ts'
import type { ReadyShares } from '#server/shares/sending/new-share.ts'
import type { ShownSender } from '#server/viewing/entry/personal-links.ts'
import type { DoorBar } from '#app/ui/frame/door-bar.tsx'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { doorLabels } from '#app/view-models/door-labels.ts'
import { doorBar, factsAtDoor } from '#app/view-models/door.server.ts'

/** A file that is not shared yet; a note has no guid. */
export type PreviewedFile = SentFile & { guid: string | undefined; mediaType: string; size: number }

/** A page that someone passes before they see the file. */
export type DoorStep = { title: string; text: string; press: string }

/** What the first recipient would meet, ready to display, in the order in which they meet it. */
export type RecipientPreview = {
  email: { from: string; to: string; subject: string; text: string } | null
  door: DoorBar | null
  sender: Pick<ShownSender, 'name' | 'email' | 'company'>
  steps: DoorStep[]
  file: { name: string; facts: string; message: string; press: string; next: string; more: number }
  /** The address of page 1; null for what has no pages in the browser. */
  page: string | null
  isMarked: boolean
}

export async function recipientPreview(
  { services }: RequestContext,
  user: User,
  ready: ReadyShares,
  files: readonly PreviewedFile[],
): Promise<RecipientPreview> {
  const [first] = files
  const sender = await services.viewing.personalLinks.asSender(user)
  const ways = files.map((file) => wayOf(file, ready.protections))
  const email = await services.shares.sending.email(
    user,
    ready,
    ways.map((way) => way === 'download'),
  )
  const protections = carriedBy(first!, ready.protections)
  return {
    email: email && { from: email.from, to: email.to, subject: email.subject, text: email.text },
    door: doorBar(sender),
    sender: { name: sender.name, email: sender.email, company: sender.company },
    steps: stepsBefore(protections, sender, ready.recipients[0]?.email ?? ''),
    file: {
      name: first!.name,
      facts: factsAtDoor({ ...first!, ...protections, pageCount: 0, shownAs: ways[0]! }),
      message: ready.message,
      press: doorLabels.open(protections.destructSeconds > 0),
      next: nextLabels[ways[0]!],
      more: files.length - 1,
    },
    page: ways[0] === 'pages' ? pageOf(first!, protections) : null,
    isMarked: protections.watermark !== null,
  }
}

function wayOf(file: PreviewedFile, protections: Protections): ShownAs {
  const { isWebView } = carriedBy(file, protections)
  return shownAs(file.kind, file.isShown && isWebView)
}

/** What opening leads to, where that is not the pages that are shown below. */
const nextLabels: Record<ShownAs, string> = {
  pages: '',
  player: 'Then the file plays in the browser.',
  download: 'Then they can download the file; it isn’t shown in the browser.',
}

/** In the order of the policy: who they are, the terms, the passkey, their name. */
function stepsBefore(
  { visibility, terms, asksName }: Protections,
  sender: ShownSender,
  email: string,
): DoorStep[] {
  const { confirm, code, ...words } = doorLabels
  const address = maskedAddress(email)
  const steps: (DoorStep | false)[] = [
    visibility === 'people' && {
      ...confirm,
      title: confirm.title(sender),
      text: `${confirm.text} ${address}.`,
    },
    visibility === 'people' && { ...code, text: `${code.text} ${address}.` },
    terms !== 'off' && { ...words.terms, text: words.terms.text(sender.name, terms === 'team') },
    visibility === 'passkey' && words.passkey,
    asksName && { ...words.name, text: words.name.text(sender.name) },
  ]
  return steps.filter((step) => step !== false)
}

function pageOf({ guid }: PreviewedFile, { watermark }: Protections): string {
  const look = watermark
    ? { size: watermark.size, colour: watermark.colour, text: watermark.text || undefined }
    : { mark: 'off' }
  return href(routes.shares.watermarkSample, {}, { ...look, file: guid })
}
