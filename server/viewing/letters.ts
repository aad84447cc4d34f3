import { composeLetter, type Letter } from '#server/mail/layout.ts'
import { productName } from '#server/rules/product.ts'

/** Carries the six digits that prove an address; says nothing of the file. */
export function codeLetter(to: string, code: string): Letter {
  return composeLetter({
    to,
    subject: `Your code for ${productName}`,
    heading: 'Your code',
    paragraphs: ['Type this code on the page where you asked for it. It works once, for 15 minutes.'],
    code,
    footer: 'If you did not ask for a code, do nothing. Nobody can open the file without it.',
  })
}

export type SharedLink = { sender: string; sentAt: number; url: string }

/** The links of what is shared with an address: who sent it and when, never what it is. */
export function linksLetter(to: string, links: readonly SharedLink[]): Letter {
  const many = links.length > 1
  return composeLetter({
    to,
    subject: `Your links from ${productName}`,
    heading: many ? 'Files that are shared with you' : 'A file that is shared with you',
    paragraphs: [
      `Somebody asked for the links to what is shared with ${to}. Open one and confirm this address with a code.`,
      ...links.map(
        ({ sender, sentAt, url }) => `${sender}, ${new Date(sentAt).toISOString().slice(0, 10)}:\n${url}`,
      ),
    ],
    footer: 'If you did not ask for them, do nothing. Nobody can open a file without a code sent to you.',
  })
}
