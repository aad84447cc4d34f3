import { destructSeconds, readExpiryDate } from '#server/rules/expiry.ts'
import { standardProtections, type Protections } from '#server/rules/options.ts'
import { Problem } from '#server/rules/problems.ts'
import type { ShareForm } from './forms.ts'

type End = Pick<Protections, 'destructSeconds' | 'expiresAt'>

/** The protections that a form asks for; `now` in epoch milliseconds. Throws a Problem on the field at fault. */
export function protectionsOf(form: ShareForm, timeZone: string, now: number): Protections {
  return {
    ...standardProtections,
    visibility: form.visibility,
    mayDownload: form.download === 'yes',
    mayPrint: form.print === 'yes',
    watermark: form.watermark === 'on' ? { size: form.watermarkSize, colour: form.watermarkColour } : null,
    ...endOf(form, timeZone, now),
  }
}

function endOf(form: ShareForm, timeZone: string, now: number): End {
  if (form.expiry === 'date') return fixedDate(form, timeZone, now)
  if (form.expiry === 'destruct') return selfDestruct(form)
  return { destructSeconds: -1, expiresAt: null }
}

function fixedDate(form: ShareForm, timeZone: string, now: number): End {
  const read = readExpiryDate({ date: form.expiryDate ?? '', time: form.expiryTime ?? '', timeZone }, now)
  if ('expiresAt' in read) return { destructSeconds: 0, expiresAt: read.expiresAt }
  const field = read.field === 'date' ? 'expiryDate' : 'expiryTime'
  throw new Problem('badForm', { field, text: read.refused })
}

function selfDestruct(form: ShareForm): End {
  const amount = /^\d+$/.test(form.destructAmount?.trim() ?? '') ? Number(form.destructAmount) : Number.NaN
  const seconds = destructSeconds(amount, form.destructUnit)
  if (seconds !== null) return { destructSeconds: seconds, expiresAt: null }
  throw new Problem('badForm', { field: 'destructAmount', text: 'Give a whole number from 1 to 60.' })
}
