import { productName } from '#server/rules/product/product.ts'
import type { Email } from './email.ts'

export type { Email } from './email.ts'

type Action = { label: string; url: string }

export type EmailParts = {
  to: string
  subject: string
  heading: string
  paragraphs: string[]
  /** The one action; the address must be absolute. */
  action?: Action
  /** Several actions of one kind, each with its own address. */
  actions?: readonly Action[]
  /** What can be done instead. */
  otherAction?: Action
  /** A code to enter, shown large. */
  code?: string
  footer?: string
  /** Only in optional emails: the absolute address where people select which ones they get. */
  switchOffAt?: string
}

/** An email as plain text and as simple HTML with the same content. No images, nothing that reveals who reads it. */
export function composeEmail(parts: EmailParts): Email {
  const email = { to: parts.to, subject: parts.subject, text: plain(parts), html: markup(parts) }
  if (parts.switchOffAt === undefined) return email
  return { ...email, headers: { 'List-Unsubscribe': `<${webAddress(parts.switchOffAt)}>` } }
}

function plain(parts: EmailParts): string {
  const blocks = [parts.heading, ...parts.paragraphs]
  if (parts.code !== undefined) blocks.push(parts.code)
  // The address has its own line, so that mail programs link all of it.
  for (const { label, url } of actionsOf(parts)) blocks.push(`${label}:\n${url}`)
  if (parts.otherAction) blocks.push(`${parts.otherAction.label}:\n${parts.otherAction.url}`)
  const end = [parts.footer ?? productName]
  if (parts.switchOffAt !== undefined) end.push(`${switchOffLabel}:\n${parts.switchOffAt}`)
  return `${blocks.join('\n\n')}\n\n-- \n${end.join('\n')}\n`
}

const switchOffLabel = 'Manage email notifications'

const styles = {
  body: 'margin:0;padding:24px;background:#faf9f5;color:#1a1e22;font:16px/24px system-ui,sans-serif',
  sheet: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dedbd1',
  brand: 'margin:0 0 24px;color:#8a6a1f;font-weight:600',
  heading: 'margin:0 0 16px;font-size:20px;line-height:28px',
  paragraph: 'margin:0 0 16px',
  code: 'margin:0 0 16px;font:600 28px/40px ui-monospace,monospace;letter-spacing:4px',
  button:
    'display:inline-block;padding:12px 20px;background:#14513f;color:#ffffff;text-decoration:none;border-radius:6px',
  link: 'margin:0 0 16px;color:#565c63;font-size:14px;line-height:20px;word-break:break-all',
  footer: 'margin:24px 0 0;color:#565c63;font-size:14px;line-height:20px',
  choice: 'color:#14513f',
} as const

function markup(parts: EmailParts): string {
  const lines = [
    `<p style="${styles.brand}">${escaped(productName)}</p>`,
    `<h1 style="${styles.heading}">${escaped(parts.heading)}</h1>`,
    ...parts.paragraphs.map((text) => `<p style="${styles.paragraph}">${withBreaks(text)}</p>`),
  ]
  if (parts.code !== undefined) lines.push(`<p style="${styles.code}">${escaped(parts.code)}</p>`)
  for (const action of actionsOf(parts)) lines.push(...button(action))
  if (parts.otherAction) lines.push(...link(parts.otherAction))
  if (parts.footer !== undefined) lines.push(`<p style="${styles.footer}">${withBreaks(parts.footer)}</p>`)
  if (parts.switchOffAt !== undefined) {
    const url = escaped(webAddress(parts.switchOffAt))
    lines.push(
      `<p style="${styles.footer}"><a href="${url}" style="${styles.choice}">${switchOffLabel}</a></p>`,
    )
  }
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(parts.subject)}</title></head>
<body style="${styles.body}">
<div style="${styles.sheet}">
${lines.join('\n')}
</div>
</body>
</html>
`
}

function actionsOf({ action, actions = [] }: EmailParts): readonly Action[] {
  return action ? [action, ...actions] : actions
}

function button(action: Action): string[] {
  const url = escaped(webAddress(action.url))
  return [
    `<p style="${styles.paragraph}"><a href="${url}" style="${styles.button}">${escaped(action.label)}</a></p>`,
    `<p style="${styles.link}">${url}</p>`,
  ]
}

function link({ label, url }: { label: string; url: string }): string[] {
  const address = escaped(webAddress(url))
  return [
    `<p style="${styles.paragraph}"><a href="${address}" style="${styles.choice}">${escaped(label)}</a></p>`,
    `<p style="${styles.link}">${address}</p>`,
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
