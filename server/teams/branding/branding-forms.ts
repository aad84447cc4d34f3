import { z } from 'zod'
import { maxLineLength } from '#server/rules/files/email-line.ts'

export const brandingActs = ['Save branding', 'Update preview', 'Remove logo'] as const

const colour = z.string().max(50, 'Enter a colour as # and six digits, like #14513f.').default('')

/**
 * `logo` says that a file came with the form; `drawn` is the logo that is shown already, or that a preview drew. Colours
 * are read when it is worked on, so that a file that came with a wrong one is not lost.
 */
export const brandingForm = z.object({
  hasColours: z.literal('on').optional(),
  bar: colour,
  text: colour,
  line: z.string().max(maxLineLength, `Shorten this to ${maxLineLength} characters or fewer.`).default(''),
  logo: z.string().max(100).optional(),
  drawn: z.string().max(100).optional(),
  act: z.enum(brandingActs).default('Save branding'),
})
