import type { BarColours } from '#server/rules/files/bar-colours.ts'
import { productName } from '#server/rules/product/product.ts'
import type { Email, EmailPicture } from './email.ts'
import { darkRules, styles } from './layout-styles.ts'

export type { Email } from './email.ts'

type Action = { label: string; url: string }

export type EmailParts = {
  to: string
  subject: string
  heading: string
  /** Who it comes from, above the heading; plain text needs no more than the first paragraph. */
  sender?: { name: string; email: string }
  /** Whose colours it wears, with the guid of their logo and what they say under it; the product's name otherwise. */
  company?: {
    name: string
    colours: BarColours | null
    logo?: string | null
    line?: string | null
  } | null
  paragraphs: string[]
  /** What the sender wrote, word for word, after the first paragraph. */
  message?: string
  /** The one action; the address must be absolute. */
  action?: Action
  /** Several actions of one kind, each with its own address. */
  actions?: readonly Action[]
  /** Whether the HTML has a place for a picture above each action. */
  hasPictures?: boolean
  /** What can be done instead. */
  otherAction?: Action
  /** A code to enter, shown large. */
  code?: string
  /** Why this person gets it. */
  footer?: string
  /** Only in optional emails: the absolute address where people select which ones they get. */
  switchOffAt?: string
  /** Whether a mail program can post there to turn them off, without asking (RFC 8058). */
  switchesOffByPost?: boolean
}

/**
 * An email as plain text and as HTML with the same content. It loads nothing, so nothing reveals who reads it; pictures
 * come with it, and only where the sender chose that.
 */
export function composeEmail(parts: EmailParts): Email {
  const logo = parts.company?.logo ?? null
  const email = {
    to: parts.to,
    subject: parts.subject,
    text: plain(parts),
    html: markup(parts),
    ...(logo === null ? {} : { logo }),
  }
  if (parts.switchOffAt === undefined) return email
  const headers = { 'List-Unsubscribe': `<${webAddress(parts.switchOffAt)}>` }
  if (!parts.switchesOffByPost) return { ...email, headers }
  return { ...email, headers: { ...headers, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
}

function plain(parts: EmailParts): string {
  const blocks = [parts.heading]
  if (parts.code !== undefined) blocks.push(parts.code)
  const [first = '', ...others] = parts.paragraphs
  blocks.push(first, ...(parts.message ? [parts.message] : []), ...others)
  // The address has its own line, so that mail programs link all of it.
  for (const { label, url } of actionsOf(parts)) blocks.push(`${label}:\n${url}`)
  if (parts.otherAction) blocks.push(`${parts.otherAction.label}:\n${parts.otherAction.url}`)
  const end = [...lineOf(parts), parts.footer ?? productName]
  if (parts.switchOffAt !== undefined) end.push(`${switchOffLabel}:\n${parts.switchOffAt}`)
  return `${blocks.join('\n\n')}\n\n-- \n${end.join('\n')}\n`
}

const switchOffLabel = 'Manage email notifications'

function markup(parts: EmailParts): string {
  const company = parts.company ?? null
  const lines = [
    bar(company ?? { name: productName, colours: null }),
    ...(parts.sender ? [senderRow(parts.sender)] : []),
    row(styles.heading, `<h1 style="${styles.h1}">${escaped(parts.heading)}</h1>`),
  ]
  if (parts.code !== undefined) lines.push(row(styles.code, escaped(parts.code)))
  const [first = '', ...others] = parts.paragraphs
  lines.push(row(styles.text, withBreaks(first)))
  if (parts.message)
    lines.push(
      row(styles.text, `<div class="rim" style="${styles.message}">${withBreaks(parts.message)}</div>`),
    )
  lines.push(...others.map((text) => row(styles.text, withBreaks(text))))
  for (const [at, action] of actionsOf(parts).entries())
    lines.push(...(parts.hasPictures ? [placeOf(at)] : []), ...button(action))
  if (parts.otherAction) lines.push(...link(parts.otherAction))
  lines.push(foot(parts))
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(parts.subject)}</title>
<style>${darkRules}</style></head>
<body class="ground" style="${styles.body}">
<div style="${styles.preview}">${escaped(previewOf(parts))}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="${styles.ground}"><tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" class="sheet" style="${styles.sheet}">
${lines.join('\n')}
</table>
</td></tr></table>
</body>
</html>
`
}

/** What a list of emails shows beside the subject, which the heading mostly repeats. */
function previewOf({ message, paragraphs, code }: EmailParts): string {
  return (code === undefined && message) || (paragraphs[0] ?? '')
}

function row(style: string, content: string, className?: string): string {
  return `<tr><td${className ? ` class="${className}"` : ''} style="${style}">${content}</td></tr>`
}

function bar({ name, colours, logo = null }: NonNullable<EmailParts['company']>): string {
  const content = `${logo === null ? '' : logoPlace}${escaped(name)}`
  if (!colours) return row(styles.brand, content, 'brand')
  return row(`${styles.bar}background:${colours.bar};color:${colours.text};`, content)
}

const logoPlace = '<!--logo-->'
export const logoId = 'logo@strongroom'

/** The email with the logo of its bar, which the name beside it already says in words. */
export function withLogo(email: Email, logo: EmailPicture | null): Email {
  if (!logo) return email
  const image = `<img src="cid:${logoId}" width="${logo.width}" height="${logoHeight}" alt="" style="${styles.logo}">`
  return { ...email, html: email.html.replace(logoPlace, image), logoPicture: logo }
}

/** How high logos are shown, in pixels of the style sheet. */
export const logoHeight = 28

function senderRow({ name, email }: { name: string; email: string }): string {
  return row(
    styles.sender,
    `<b>${escaped(name)}</b><br><span class="soft" style="${styles.soft}">${escaped(email)}</span>`,
  )
}

function lineOf({ company }: Pick<EmailParts, 'company'>): string[] {
  return company?.line ? [company.line] : []
}

/** Why this person gets it, and where they can say that they do not want it: the last thing in every email. */
function foot({ footer, switchOffAt, company }: EmailParts): string {
  const footLines = [...lineOf({ company }), footer ?? productName].map(withBreaks)
  if (switchOffAt !== undefined) {
    const url = escaped(webAddress(switchOffAt))
    footLines.push(`<a href="${url}" class="soft" style="${styles.soft}">${switchOffLabel}</a>`)
  }
  return row(styles.foot, footLines.join('<br>'), 'soft rim')
}

function placeOf(at: number): string {
  return `<!--picture ${at}-->`
}

/** What the HTML calls the picture at a place. */
export function pictureId(at: number): string {
  return `picture-${at}@strongroom`
}

/** The email with pictures at the places that it has for them; null for a place that stays empty. */
export function withPictures(email: Email, pictures: readonly (EmailPicture | null)[]): Email {
  const shown = pictures.filter((picture) => picture !== null)
  const html = pictures.reduce((html, picture, at) => {
    const image = picture && row(styles.text, imageOf(picture, shown.indexOf(picture)))
    return html.replace(placeOf(at), image ?? '')
  }, email.html)
  return { ...email, html, pictures: shown }
}

function imageOf({ width }: EmailPicture, at: number): string {
  return `<img src="cid:${pictureId(at)}" width="${width}" alt="First page" class="rim" style="${styles.picture}">`
}

function actionsOf({ action, actions = [] }: EmailParts): readonly Action[] {
  return action ? [action, ...actions] : actions
}

function button(action: Action): string[] {
  const url = escaped(webAddress(action.url))
  return [
    row(
      styles.action,
      `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="button" style="${styles.button}"><a href="${url}" class="on-button" style="${styles.onButton}">${escaped(action.label)}</a></td></tr></table>`,
    ),
    row(styles.address, url, 'soft'),
  ]
}

function link({ label, url }: Action): string[] {
  const address = escaped(webAddress(url))
  return [
    row(styles.text, `<a href="${address}" class="link" style="${styles.link}">${escaped(label)}</a>`),
    row(styles.address, address, 'soft'),
  ]
}

function webAddress(url: string): string {
  if (!/^https?:\/\//.test(url)) throw new Error('The address in an email must be absolute')
  return url
}

function withBreaks(text: string): string {
  return escaped(text).replaceAll('\n', '<br>')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}
