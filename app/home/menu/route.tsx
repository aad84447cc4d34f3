import { routes } from '#app/routes.ts'
import { redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import { AreaHead } from '#app/ui/frame/area-head.tsx'
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
  collapseMenu: intent(menuForm, async ({ form, ...context }) => keep(context, 'collapsed', form.to)),
  expandMenu: intent(menuForm, async ({ form, ...context }) => keep(context, '', form.to)),
})

/** At this browser, until it is changed; back to the page where the button was pressed. */
async function keep(
  { visitor }: RequestContext,
  state: 'collapsed' | '',
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
    <div className="measure stack">
      <AreaHead title="Menu" />
      <p>
        On wide screens the menu can stay open beside the page, or collapse to a rail that opens when you
        point at it.
      </p>
      <Form intent="collapseMenu" answer={answer}>
        <Submit>Collapse menu</Submit>
      </Form>{' '}
      <Form intent="expandMenu" answer={answer}>
        <Submit className="btn-quiet">Keep menu open</Submit>
      </Form>
    </div>
  )
}
