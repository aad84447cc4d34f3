/** What someone has done to get to know the product: bits of one whole number that are only ever added. */
export const onboardingSteps = {
  tourStarted: 1,
  tourFileOpened: 2,
  tourDone: 4,
  firstShare: 8,
  firstRoom: 16,
  checklistDismissed: 32,
} as const

export type OnboardingStep = keyof typeof onboardingSteps

/** All bits there are. */
export const allOnboarding = Object.values(onboardingSteps).reduce((all, bit) => all | bit, 0)

export function isDone(status: number, step: OnboardingStep): boolean {
  return (status & onboardingSteps[step]) !== 0
}
