import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of a few lines whose story is told elsewhere, and takes a minute or two. */
const long = /\/faults\/[\w-]*kill\.|\/proxies\//

/**
 * Where nothing is known of earlier runs, Vitest begins with the largest files. The longest ones are among the smallest:
 * begun last, they would run alone at the end.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
