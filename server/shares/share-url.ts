/** The address that recipients open, as letters and calls carry it. */
export function shareUrl(publicUrl: URL, shareGuid: string): string {
  return new URL(`/file/${shareGuid}`, publicUrl).href
}
