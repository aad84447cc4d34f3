/** The address that recipients open, as in emails and calls. */
export function shareUrl(publicUrl: URL, shareGuid: string): string {
  return new URL(`/file/${shareGuid}`, publicUrl).href
}
