/** The cloud storage from which files can be copied; each is offered once the operator has registered with it. */
export const cloudNames = ['box', 'dropbox', 'google'] as const

export type CloudName = (typeof cloudNames)[number]

export const cloudLabels: Readonly<Record<CloudName, string>> = {
  box: 'Box',
  dropbox: 'Dropbox',
  google: 'Google Drive',
}

/** As programs name them: the values of TokenSource and Source. */
export const cloudSources: Readonly<Record<CloudName, string>> = {
  box: 'Box2',
  dropbox: 'Dropbox2',
  google: 'Google',
}

export function isCloudName(text: string | null | undefined): text is CloudName {
  return cloudNames.some((name) => name === text)
}

/** The cloud storage of a TokenSource or Source, or null. */
export function cloudOfSource(source: string): CloudName | null {
  return cloudNames.find((name) => cloudSources[name] === source) ?? null
}

/** The cloud storage that is called so on pages, or null. */
export function cloudLabelled(label: string): CloudName | null {
  return cloudNames.find((name) => cloudLabels[name] === label) ?? null
}
