import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words of one country, which a company of another must never read: its names, numbers, towns, surnames and points. */
const ofMalta = [
  /\b(?:Malta|Maltese|Gozo|Valletta|Sliema|Mosta|Birkirkara|Qormi|Mdina|Mellieħa|Naxxar|Msida|Gżira|Birżebbuġa|Żebbuġ)\b/u,
  /\b(?:Attard|Azzopardi|Borg|Camilleri|Caruana|Farrugia|Grech|Micallef|Mifsud|Schembri|Spiteri|Vella|Zammit)\b/,
  /\b(?:mt-\d\d|MT\d\d\b)|\+356|@\w+\.mt\b/,
  /\b3[56]\.\d{3,}, ?14\.\d{3,}/,
]

/** Facts of the country among those of others. */
const facts = [
  'src/features/site/country/facts/languages.ts',
  'src/features/site/country/facts/world.ts',
  'src/shared/domain/money/vat-number.ts',
  'src/shared/domain/places/malta.ts',
  'src/shared/domain/texts/languages.ts',
  'src/shared/domain/texts/long-days.ts',
]

/** Each kind of text has a file of the language. */
const isOfLanguage = (file: string): boolean => /^src\/shared\/domain\/texts\/[\w-]+\/mt\.ts$/.test(file)

/** An import of those facts, and the clock by which they are chosen. */
const asked = /places\/malta'|'Europe\/Malta'/

test('no source outside of facts and of the demo has words of Malta', () => {
  const sources = globSync('{src/**/*.{ts,tsx},supabase/schemas/**/*.sql,supabase/functions/**/*.ts}').filter(
    (file) => !/\.test\.|\btesting\b|database\.types/.test(file) && !facts.includes(file) && !isOfLanguage(file),
  )
  expect(sources.length).toBeGreaterThan(1500)
  const found = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        !asked.test(line) && ofMalta.some((rule) => rule.test(line)) ? [`${file}:${at + 1} ${line.trim()}`] : [],
      ),
  )
  expect(found).toEqual([])
})
