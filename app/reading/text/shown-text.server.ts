const maxParagraphs = 500

/** The paragraphs of a page's text, as literal text; if there are very many, the last has the rest. */
export function paragraphsOf(text: string): string[] {
  const paragraphs: string[][] = [[]]
  for (const line of text.split('\n')) {
    if (line.trim() !== '') paragraphs.at(-1)!.push(line.trimEnd())
    else if (paragraphs.at(-1)!.length > 0 && paragraphs.length < maxParagraphs) paragraphs.push([])
  }
  return paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
}
