import { AreaHead } from '#app/ui/frame/area-head.tsx'
import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import { settingsGroups, settingsPath, settingsTabLabels, type SettingsTabName } from '#app/ui/tab-names.ts'

type Props = { email: string; names: SettingsTabName[]; here: SettingsTabName; wanted?: string | undefined }

/** The head of every page of the settings; `wanted` is where someone goes on who was led here. */
export function SettingsHead({ email, names, here, wanted }: Props) {
  const groups = settingsGroups
    .map(({ label, tabs }) => ({ label, tabs: names.filter((name) => tabs.includes(name)) }))
    .filter((group) => group.tabs.length > 0)
  const { label, tabs } = groups.find((group) => group.tabs.includes(here))!
  return (
    <>
      <AreaHead
        title="Settings"
        facts={email}
        tabs={groups.map((group) => ({
          label: group.label,
          to: settingsPath(group.tabs[0]!, wanted),
          isHere: group.tabs.includes(here),
        }))}
        tabsLabel="Settings"
      />
      {tabs.length > 1 ? (
        <div className="tools">
          <ChoiceLinks
            label={label}
            choices={tabs.map((name) => ({
              label: settingsTabLabels[name],
              to: settingsPath(name, wanted),
              isHere: name === here,
            }))}
          />
        </div>
      ) : null}
    </>
  )
}
