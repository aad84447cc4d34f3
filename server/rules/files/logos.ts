/** A team's logo, by the ID in its address; pixels. */
export type Logo = { guid: string; width: number; height: number }

/** The largest file that someone can choose as a logo, in bytes. */
export const maxLogoBytes = 1024 * 1024

/** Pixels of the style sheet: how high a logo is shown at most, and how wide. */
const shownHeight = 28
const shownWidth = 168

/** How large a logo is shown: as high as a bar has room for, never larger than it is. */
export function shownLogoSize({ width, height }: Omit<Logo, 'guid'>): { width: number; height: number } {
  const scale = Math.min(1, shownHeight / height, shownWidth / width)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The columns of a logo that was joined, or null if there is none. */
export function logoIn(row: {
  logo_guid: string | null
  logo_width: number | null
  logo_height: number | null
}): Logo | null {
  const { logo_guid: guid, logo_width: width, logo_height: height } = row
  return guid === null || width === null || height === null ? null : { guid, width, height }
}
