import { createRoot, type Root } from 'react-dom/client'

/** Puts an empty tray on the page, which floats at its corner. */
export function openTrayBox(): Root {
  const box = document.createElement('aside')
  box.className = 'toast upload-tray'
  box.setAttribute('aria-label', 'Upload tray')
  document.body.append(box)
  return createRoot(box)
}
