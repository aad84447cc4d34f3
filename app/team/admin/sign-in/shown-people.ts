const maxShown = 50

/** The first of them by name, and how many there are. */
export function shownPeople(people: readonly { name: string; email: string }[]) {
  const names = people.slice(0, maxShown).map(({ name, email }) => (name ? `${name} (${email})` : email))
  return { names, total: people.length, more: people.length - names.length }
}

export type ShownPeople = ReturnType<typeof shownPeople>
