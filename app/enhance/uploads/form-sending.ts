import type { Transfers } from './transfers.ts'

/** Sends what is chosen at once. Files can be chosen before this script runs. */
export function takeChosen(input: HTMLInputElement, transfers: Transfers): () => void {
  const isRequired = input.required
  function take() {
    const files = [...(input.files ?? [])].map((file) => ({ file, path: '' }))
    if (files.length === 0) return
    if (!input.multiple) transfers.cancelAll()
    transfers.add(files)
    input.value = ''
    input.required = false
  }
  const leave = transfers.subscribe(() => {
    input.required = isRequired && transfers.items().length === 0
  })
  input.addEventListener('change', take)
  take()
  return () => {
    leave()
    input.removeEventListener('change', take)
  }
}

type Sending = {
  transfers: Transfers
  /** Whether some have failed since it was last said. */
  setHeld(isHeld: boolean): void
  /** Whether the form is to be sent by script: otherwise the browser does. */
  isOurs(): boolean
  /** Called once the button was pressed, while files may be on their way. Throws what ends the attempt. */
  meanwhile?(form: HTMLFormElement): Promise<void>
  /** What is left to do when everything is there. */
  finish(form: HTMLFormElement, button: HTMLElement | null): void
}

/** The form goes when its files are there. Where some failed, it waits for a second press. */
export function sendLater(
  form: HTMLFormElement,
  { transfers, setHeld, isOurs, meanwhile, finish }: Sending,
): () => void {
  let isWaiting = false
  let announced = new Set<number>()
  async function send(event: SubmitEvent): Promise<void> {
    if (!isOurs()) return
    event.preventDefault()
    if (isWaiting) return
    isWaiting = true
    try {
      await meanwhile?.(form)
      await transfers.settled()
    } finally {
      isWaiting = false
    }
    const failed = transfers.items().filter(({ state }) => state === 'failed')
    const isNew = failed.some(({ key }) => !announced.has(key))
    announced = new Set(failed.map(({ key }) => key))
    setHeld(isNew)
    if (!isNew) finish(form, event.submitter)
  }
  function listen(event: SubmitEvent) {
    send(event).catch(() => undefined)
  }
  form.addEventListener('submit', listen)
  return () => form.removeEventListener('submit', listen)
}

/** Sends the form as the pressed button would have, with the IDs of the files in place of the files. */
export function sendForm(
  form: HTMLFormElement,
  button: HTMLElement | null,
  { field, transfers }: { field: string; transfers: Transfers },
): void {
  for (const { id, state } of transfers.items()) if (state === 'done') addHidden(form, field, id)
  const isButton = button instanceof HTMLButtonElement || button instanceof HTMLInputElement
  if (isButton && button.name) addHidden(form, button.name, button.value)
  form.submit()
}

function addHidden(form: HTMLFormElement, name: string, value: string): void {
  const hidden = document.createElement('input')
  hidden.type = 'hidden'
  hidden.name = name
  hidden.value = value
  form.append(hidden)
}
