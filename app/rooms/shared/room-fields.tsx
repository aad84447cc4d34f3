import {
  maxRoomDescriptionLength,
  maxRoomNameLength,
  type RoomVersion,
} from '#server/rules/rooms/room-roles.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Choices, TextChoice } from '#app/ui/forms/choices.tsx'
import { Field } from '#app/ui/forms/form.tsx'
import { TermsChoice } from '#app/ui/forms/more-protections.tsx'
import { EndChoice, WatermarkChoice } from '#app/ui/forms/share-fields.tsx'

/** The name of a room, and what it is for. */
export function RoomWords({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <>
      <Field
        name="name"
        label="Name"
        hint={`Its people see this name; at most ${maxRoomNameLength} characters.`}
        autoComplete="off"
        answer={answer}
      />
      <Field
        name="description"
        label="Description (optional)"
        hint={`What the room is for, in plain words; at most ${maxRoomDescriptionLength} characters. Its people read it when they enter.`}
        rows={4}
        answer={answer}
      />
    </>
  )
}

type Part = { answer: FormAnswer; version: RoomVersion }

/**
 * What people who only read can do with files: in version 1 all of their permissions, in version 2 the most that a role
 * allows.
 */
export function RoomRights({ answer, version }: Part) {
  const [no, yes] = version === 1 ? ['Not allowed', 'Allowed'] : ['For nobody', 'Where the role allows it']
  return (
    <div className="stack">
      <p className="hint">
        {version === 1
          ? 'This is a room of version 1: what is chosen here holds for all viewers alike. Contributors, co-owners and you can always download and print.'
          : 'This is a room of version 2: each member’s role says what that person may do. What is switched off here nobody gets whose role is View, View + Print or Download; contributors, co-owners and you keep it.'}
      </p>
      <Choices
        name="download"
        legend="Download"
        standard="no"
        answer={answer}
        options={[
          { value: 'no', label: no, hint: 'Pages are shown as pictures; the files themselves never leave.' },
          {
            value: 'yes',
            label: yes,
            hint: 'The original, or its pages with the watermark when one is set.',
          },
        ]}
      />
      <Choices
        name="print"
        legend="Printing"
        standard="no"
        answer={answer}
        options={[
          { value: 'no', label: no, hint: 'The pages print blank.' },
          { value: 'yes', label: yes, hint: 'You see who took a copy for printing, and of what.' },
        ]}
      />
      <TextChoice answer={answer} />
      <WatermarkChoice answer={answer} />
    </div>
  )
}

type EntryProps = { answer: FormAnswer; timeZone: string; tomorrow: string; hasTeamTerms: boolean }

/** Until when members can enter, and what they accept before they do. */
export function RoomEntry({ answer, timeZone, tomorrow, hasTeamTerms }: EntryProps) {
  return (
    <div className="stack">
      <EndChoice
        answer={answer}
        timeZone={timeZone}
        tomorrow={tomorrow}
        words={endOfRoom}
        mayRemind={false}
      />
      <TermsChoice answer={answer} hasTeamTerms={hasTeamTerms} what="the names of files" />
      <p className="hint">
        New terms are asked for at the next entry: members who are inside read on until then, at most 12
        hours.
      </p>
      <Checkbox
        name="tellAcceptance"
        label="Tell the owner by mail when somebody accepts the terms"
        answer={answer}
      />
      <Checkbox
        name="tellEntry"
        label="Tell the owner by mail when a member enters for the first time"
        answer={answer}
      />
    </div>
  )
}

const endOfRoom = {
  off: 'Until its owner closes it',
  destruct: 'Self-destruct after a first entry',
  destructHint:
    'The clock starts for each member when that person enters for the first time. The owner and co-owners stay.',
}

/** How contributors work in the room. */
export function RoomWork({ answer, version }: Part) {
  return (
    <div className="stack">
      {version === 2 ? (
        <Choices
          name="newFolders"
          legend="New folders"
          standard="inherit"
          answer={answer}
          options={[
            {
              value: 'inherit',
              label: 'Seen by everybody who sees the folder above',
              hint: 'Rights go on into what is added.',
            },
            {
              value: 'hidden',
              label: 'Hidden until somebody grants them',
              hint: 'Only the owner and co-owners see a new folder, until they give rights on it. Folders that are there already stay as they are.',
            },
          ]}
        />
      ) : null}
      <Choices
        name="arrange"
        legend="Contributors rename, move, order and delete"
        standard="own"
        answer={answer}
        options={[
          { value: 'own', label: 'What they added themselves' },
          { value: 'all', label: 'Everything that they can see' },
        ]}
      />
      <Choices
        name="index"
        legend="Numbers before names, like 1.2.3"
        standard="yes"
        answer={answer}
        options={[
          { value: 'yes', label: 'Shown', hint: 'Each member’s numbers count what that member sees.' },
          { value: 'no', label: 'Not shown' },
        ]}
      />
      <Choices
        name="news"
        legend="After files were added, propose to tell by mail"
        standard="later"
        answer={answer}
        options={[
          { value: 'all', label: 'All members who can see them' },
          { value: 'nobody', label: 'Nobody' },
          { value: 'later', label: 'To decide it later' },
        ]}
      />
    </div>
  )
}
