// Speed and memory, each beside a floor that is measured in the same run. Names of parts may be given: uploads.
const parts = {
  start: async () => (await import('./start.ts')).benchStart(),
  uploads: async () => (await import('./uploads.ts')).benchUploads(),
  serving: async () => (await import('./serving.ts')).benchServing(),
  list: async () => (await import('./serving.ts')).benchLists(),
  pages: async () => (await import('./pages.ts')).benchPages(),
  rendering: async () => (await import('./rendering.ts')).benchRendering(),
  conversions: async () => (await import('./memory/conversions.ts')).benchConversions(),
  office: async () => (await import('./office.ts')).benchOffice(),
  'sign-ins': async () => (await import('./sign-ins.ts')).benchSignIns(),
  growth: async () => (await import('./growth.ts')).benchGrowth(),
  rooms: async () => (await import('./rooms.ts')).benchRooms(),
  activity: async () => (await import('./room-activity.ts')).benchActivity(),
  exports: async () => (await import('./activity/exports.ts')).benchExports(),
  zips: async () => (await import('./zips.ts')).benchZips(),
  s3: async () => (await import('./s3.ts')).benchS3(),
  readers: async () => (await import('./readers.ts')).benchReaders(),
  crowd: async () => (await import('./crowd.ts')).benchCrowd(),
  'slow-readers': async () => (await import('./slow-readers.ts')).benchSlowReaders(),
  collection: async () => (await import('./floors/collection.ts')).benchCollection(),
}

// Flags are the parts' own: growth takes --largest=100000, collection --collection=<folder of PDFs>,
// uploads --psitransfer=<folder with PsiTransfer and its packages>.
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

const rows = []
for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) {
  console.log(`measuring ${name} ...`)
  rows.push(...(await parts[name]()))
}
print([
  ['what', 'ours', 'floor', 'ratio', 'goal', ''],
  ...rows.map(({ what, ours, floor, ratio, goal, ok }) => [
    what,
    ours,
    floor,
    ratio === null ? '–' : `${ratio.toFixed(2)}×`,
    goal,
    goal === 'none set' ? '' : ok ? 'reached' : 'NOT REACHED',
  ]),
])
process.exit(0)

function print(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  console.log()
  for (const line of lines)
    console.log(
      line
        .map((text, column) => text.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
}
