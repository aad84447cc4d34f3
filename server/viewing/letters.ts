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
