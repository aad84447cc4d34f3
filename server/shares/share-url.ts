/** The address that recipients open, as in emails and calls. */
export function shareUrl(publicUrl: URL, shareGuid: string): string {
  return new URL(`/file/${shareGuid}`, publicUrl).href
}

/** The same for one recipient: their page at the door knows where the code goes. */
export function personalUrl(publicUrl: URL, shareGuid: string, recipientGuid: string): string {
  return new URL(`/file/${shareGuid}/for/${recipientGuid}`, publicUrl).href
}
