import { useActionData, useLoaderData } from '@remix-run/react'
import { Problem } from '#server/rules/problems.ts'
import { presetNameForm } from '#server/shares/sending/forms.ts'
import { href, routes } from '#app/routes.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { BackHead } from '#app/ui/frame/back-head.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, intent, type FormAnswer, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'

/** The presets of the share form; `preset` names the one being changed. */
export const loader = load(routes.shares.presets, 'user', async ({ user, ...context }) => {
  const presets = await context.services.shares.presets.list(user)
  const requested = context.url.searchParams.get('preset')
  const chosen = presets.find(({ guid }) => guid === requested) ?? null
  if (requested !== null && chosen === null) throw new Problem('notFound')
  return {
    constraints: constraintsOf({ renamePreset: presetNameForm }),
    chosen,
    presets: presets.map(({ guid, name, isStandard }) => ({
      name,
      isStandard,
      use: href(routes.shares.new, {}, { preset: guid }),
      change: href(routes.shares.presets, {}, { preset: guid }),
    })),
  }
})

export const action = submit(routes.shares.presets, 'user', {
  renamePreset: intent(presetNameForm, async ({ form, user, ...context }) => {
    await context.services.shares.presets.rename(user, presetIn(context), form.presetName)
    return goWithNotice(context.visitor, href(routes.shares.presets), 'Preset renamed.', 'good')
  }),
  makeStandard: intent(buttonForm, async ({ user, ...context }) => {
    await context.services.shares.presets.makeStandard(user, presetIn(context))
    return goWithNotice(
      context.visitor,
      href(routes.shares.presets),
      'New shares start with this preset.',
      'good',
    )
  }),
  endStandard: intent(buttonForm, async ({ user, ...context }) => {
    await context.services.shares.presets.makeStandard(user, null)
    return goWithNotice(
      context.visitor,
      href(routes.shares.presets),
      'New shares start with the strictest settings.',
      'good',
    )
  }),
  deletePreset: once(buttonForm, async ({ user, ...context }) => {
    await context.services.shares.presets.remove(user, presetIn(context))
    return goWithNotice(
      context.visitor,
      href(routes.shares.presets),
      'Preset deleted. Files shared with it don’t change.',
      'good',
    )
  }),
})

function presetIn({ url }: RequestContext): string {
  return url.searchParams.get('preset') ?? ''
}

export const meta = titled('Presets')

export default function Presets() {
  const { presets, chosen } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <BackHead back={{ to: href(routes.shares.new), label: 'Share a file' }} title="Presets" />
      {presets.length === 0 ? (
        <div className="card empty stack">
          <p>
            A preset saves the protections you use often. To create one, choose them in the share form, then
            select “Save preset”.
          </p>
          <p>
            <a className="btn" href={href(routes.shares.new)}>
              Share a file
            </a>
          </p>
        </div>
      ) : (
        <div className={chosen ? 'cols' : undefined}>
          <PresetTable presets={presets} />
          {chosen ? <Change preset={chosen} answer={answer} /> : null}
        </div>
      )}
    </>
  )
}

type Listed = { name: string; isStandard: boolean; use: string; change: string }

function PresetTable({ presets }: { presets: Listed[] }) {
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Preset</th>
            <th scope="col" className="act">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {presets.map(({ name, isStandard, use, change }) => (
            <tr key={change}>
              <td className="nm">
                <span className="name break">{name}</span>{' '}
                {isStandard ? <Badge tone="brass">Default</Badge> : null}
              </td>
              <td className="r nowrap">
                <a className="btn btn-small" href={use}>
                  Use<span className="unseen"> {name}</span>
                </a>{' '}
                <a className="btn btn-small" href={change}>
                  Change<span className="unseen"> {name}</span>
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type ChangeProps = { preset: { name: string; isStandard: boolean }; answer: FormAnswer | undefined }

function Change({ preset, answer }: ChangeProps) {
  return (
    <section className="card stack-wide">
      <h2>{preset.name}</h2>
      <Form intent="renamePreset" answer={answer}>
        <Field name="presetName" label="Name" value={preset.name} autoComplete="off" answer={answer} />
        <div>
          <Submit>Rename</Submit>
        </div>
      </Form>
      <div className="row">
        <Form intent={preset.isStandard ? 'endStandard' : 'makeStandard'} answer={answer} className="row">
          <Submit className="btn-quiet">{preset.isStandard ? 'Remove as default' : 'Make default'}</Submit>
        </Form>{' '}
        <Form intent="deletePreset" answer={answer} className="row">
          <Submit className="btn-bad">Delete preset</Submit>
        </Form>{' '}
        <a href={href(routes.shares.presets)}>Close</a>
      </div>
    </section>
  )
}
