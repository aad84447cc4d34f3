import { routes } from '#app/routes.ts'
import { redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, intent } from '#app/request/action.server.ts'
import { gone } from '#app/request/cookies.server.ts'
import { loader as load, ownPath, type RequestContext } from '#app/request/loader.server.ts'

const menuForm = z.object({ to: z.string().optional() })

export const loader = load(routes.home.menu, 'user', async (): Promise<null> => {
  return null
})

export const action = submit(routes.home.menu, 'anyone', {
  pinMenu: intent(menuForm, async ({ form, ...context }) => keep(context, 'pinned', form.to)),
  unpinMenu: intent(menuForm, async ({ form, ...context }) => keep(context, '', form.to)),
})

/** At this browser, until it is changed; back to the page where the button was pressed. */
async function keep(
  { visitor }: RequestContext,
  state: 'pinned' | '',
  to: string | undefined,
): Promise<Response> {
  const cookie = await (state ? visitor.cookies.menu.serialize(state) : gone(visitor.cookies.menu))
  return redirect(ownPath(to), { status: 303, headers: { 'Set-Cookie': cookie } })
}

export const meta = titled('Menu')

/** What the buttons in the menu itself lead to when they could not be taken. */
export default function Menu() {
  const answer = useActionData<typeof action>()
  return (
    <div className="page page-narrow stack">
      <h1>Menu</h1>
      <p>On wide screens the menu can stay open beside the page, or open when it is pointed at.</p>
      <Form intent="pinMenu" answer={answer}>
        <Submit>Pin the menu</Submit>
      </Form>{' '}
      <Form intent="unpinMenu" answer={answer}>
        <Submit className="button-quiet">Unpin the menu</Submit>
      </Form>
    </div>
  )
}
