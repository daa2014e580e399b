// Writes the fonts of papers: static Inter, cut down to the letters of src/documents/pdf/characters.ts, as modules that a
// browser, Node and Deno import alike. Run `node scripts/paper-fonts.ts` after a change of the letters or of the font.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { coveredRanges } from '../src/documents/pdf/characters.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const weights = [
  ['regular', '400Regular/Inter_400Regular.ttf'],
  ['semibold', '600SemiBold/Inter_600SemiBold.ttf'],
] as const

const letters = coveredRanges
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
  .map((code) => String.fromCodePoint(code))
  .join('')

for (const [name, file] of weights) {
  const font = await readFile(`${root}node_modules/@expo-google-fonts/inter/${file}`)
  const subset = await subsetFont(font, letters, {
    targetFormat: 'sfnt',
    keepFeatures: ['kern', 'tnum', 'ccmp', 'locl', 'mark'],
    noHinting: true,
  })
  const target = `${root}src/documents/pdf/fonts/inter-${name}.ts`
  await writeFile(
    target,
    `// Inter ${name}, OFL 1.1, written by scripts/paper-fonts.ts.\nexport default '${subset.toString('base64')}'\n`,
  )
  console.log(`${name}: ${subset.length} bytes`)
}
