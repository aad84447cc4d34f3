import { useEffect, useRef } from 'react'
import { maxWatermarkTextLength } from '#server/rules/sharing/options.ts'

/** What the picture's address calls the fields of the form. */
const parameters = { watermarkSize: 'size', watermarkColour: 'colour', watermarkText: 'text' }
/** Typing goes on sooner than this, in milliseconds. */
const pause = 500

/** Draws the sample page around it again while its watermark is chosen. Without script a button does. */
export function LiveSample() {
  const here = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const form = here.current?.closest('form')
    const picture = here.current?.closest('figure')?.querySelector('img')
    if (!form || !picture) return
    let timer: ReturnType<typeof setTimeout> | undefined
    function draw() {
      if (form && picture) picture.src = addressOf(form, picture)
      const link = picture?.closest('a')
      if (picture && link) link.href = picture.src
    }
    function listen({ target }: Event) {
      if (!(target instanceof HTMLElement) || !Object.hasOwn(parameters, target.id)) return
      clearTimeout(timer)
      timer = setTimeout(draw, pause)
    }
    form.addEventListener('input', listen)
    return () => {
      clearTimeout(timer)
      form.removeEventListener('input', listen)
    }
  }, [])
  return <span ref={here} hidden />
}

function addressOf(form: HTMLFormElement, picture: HTMLImageElement): string {
  const address = new URL(picture.src)
  const values = new FormData(form)
  for (const [field, name] of Object.entries(parameters)) {
    const value = values.get(field)
    const text = [...(typeof value === 'string' ? value.trim() : '')].slice(0, maxWatermarkTextLength)
    if (text.length > 0) address.searchParams.set(name, text.join(''))
    else address.searchParams.delete(name)
  }
  return address.href
}
