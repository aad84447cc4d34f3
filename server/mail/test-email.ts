import { productName } from '#server/rules/product/product.ts'
import { composeEmail } from './layout.ts'

/** What an operator sends to see whether email works. */
export function testEmail(to: string, publicUrl: URL) {
  return composeEmail({
    to,
    subject: `Test email from ${productName}`,
    heading: 'Email works',
    paragraphs: [`The administrator of ${productName} at ${publicUrl.host} sent this as a test.`],
  })
}
