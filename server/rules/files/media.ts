/** The kind of media, in a word, from its media type. */
export function mediaNoun(mediaType: string): 'audio' | 'video' {
  return mediaType.startsWith('audio/') ? 'audio' : 'video'
}
