import { hasHiddenCharacters } from '#server/rules/text/text.ts'
import { maxWatermarkTextLength } from './options.ts'

/** Whether the sender's own text, without spaces around it, can be in a watermark. */
export function watermarkFits(text: string): boolean {
  return !hasHiddenCharacters(text) && [...text].length <= maxWatermarkTextLength
}
