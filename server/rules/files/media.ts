/** What is played, in a word, by its media type. */
export function mediaNoun(mediaType: string): 'audio' | 'video' {
  return mediaType.startsWith('audio/') ? 'audio' : 'video'
}
