import type { FormAnswer } from '#app/request/action.server.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'

type NotificationsTabProps = {
  data: {
    email: string
    isToldOfOpenings: boolean
    isToldOfRequests: boolean
    isToldOfComments: boolean
    isToldOfDevices: boolean
    isToldOfWeek: boolean
  }
  answer: FormAnswer | undefined
}

export function NotificationsTab({ data, answer }: NotificationsTabProps) {
  return (
    <SetRow
      title="Emails to you"
      words={
        <>
          Sent to <span className="break">{data.email}</span>. We always email you about changes to your
          password, addresses and two-step verification, in case someone else made them.
        </>
      }
    >
      <Form intent="chooseNotifications" answer={answer}>
        <fieldset>
          <legend className="label">Email me when</legend>
          <Checkbox
            name="isToldOfOpenings"
            label="someone opens one of my files for the first time"
            hint="Once per recipient, and once for a public link."
            isOn={data.isToldOfOpenings}
            answer={answer}
          />
          <Checkbox
            name="isToldOfRequests"
            label="someone requests access to one of my files, or forwards one"
            hint="Without these emails, requests are still shown on Home and on the file’s page."
            isOn={data.isToldOfRequests}
            answer={answer}
          />
          <Checkbox
            name="isToldOfComments"
            label="someone sends me a comment"
            hint="One email for everything written within five minutes. It doesn’t include the comments."
            isOn={data.isToldOfComments}
            answer={answer}
          />
          <Checkbox
            name="isToldOfDevices"
            label="someone signs in to my account from a new device"
            hint="A browser or network this account hasn’t used in the last 90 days."
            isOn={data.isToldOfDevices}
            answer={answer}
          />
          <Checkbox
            name="isToldOfWeek"
            label="a week with activity has ended"
            hint="On Mondays: how much was opened, by how many people, and what’s waiting for you."
            isOn={data.isToldOfWeek}
            answer={answer}
          />
        </fieldset>
        <Submit>Save notifications</Submit>
      </Form>
    </SetRow>
  )
}
