/** The address that recipients open, as in emails and calls. */
export function shareUrl(publicUrl: URL, shareGuid: string): string {
  return new URL(`/file/${shareGuid}`, publicUrl).href
}

/** Only where a code is asked is there anything that a link of one's own saves. */
export function recipientUrl(
  publicUrl: URL,
  { guid, visibility }: { guid: string; visibility: string },
  recipientGuid: string,
): string {
  return visibility === 'people' ? personalUrl(publicUrl, guid, recipientGuid) : shareUrl(publicUrl, guid)
}

/** Their page at the door knows where the code goes. */
function personalUrl(publicUrl: URL, shareGuid: string, recipientGuid: string): string {
  return new URL(`/file/${shareGuid}/for/${recipientGuid}`, publicUrl).href
}
