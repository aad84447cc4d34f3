import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that wait most of the time, for a lease, a limit or a screen, for a quarter of a minute or longer. */
const long = /\/faults\/[\w-]*kill\.|\/proxies\/|\/several\/killed|\/browsers\/|\/pages\/pictures\./

/**
 * Where nothing is known of earlier runs, Vitest begins with the largest files. The longest ones are among the smallest:
 * begun last, they would run alone at the end, with nothing for the processors to do.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
