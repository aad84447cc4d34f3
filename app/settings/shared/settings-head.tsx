import { AreaHead } from '#app/ui/frame/area-head.tsx'
import { settingsPath, settingsTabLabels, type SettingsTabName } from '#app/ui/tab-names.ts'

type Props = { email: string; names: SettingsTabName[]; here: SettingsTabName; wanted?: string | undefined }

/** The head of every page of the settings; `wanted` is where someone goes on who was led here. */
export function SettingsHead({ email, names, here, wanted }: Props) {
  return (
    <AreaHead
      title="Settings"
      facts={email}
      tabs={names.map((name) => ({
        label: settingsTabLabels[name],
        to: settingsPath(name, wanted),
        isHere: name === here,
      }))}
      tabsLabel="Settings"
    />
  )
}
