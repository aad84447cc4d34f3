type Attributes = Record<string, string | number | boolean>

/** An element with its attributes and content; `false` leaves an attribute out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? '' : String(value))
  }
  made.append(...content)
  return made
}

/** A button of the viewer's tools; `label` is its name, `face` what it shows. */
export function toolButton(label: string, face: Node | string, press: () => void): HTMLButtonElement {
  const isWord = typeof face === 'string'
  const button = element('button', { type: 'button', class: 'tool', title: label }, face)
  if (!isWord || face !== label) button.setAttribute('aria-label', label)
  button.addEventListener('click', press)
  return button
}
