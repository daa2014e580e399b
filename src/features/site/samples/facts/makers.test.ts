import { expect, test } from 'vitest'
import { languages } from '@/shared/domain/texts/languages'
import { loadSampleTexts } from '../texts/load'
import { sampleOf, tradeNames } from '../trades'
import { roll, sheet } from './makers'

const ground = {
  length_unit: 'in',
  named: (name: string) => name,
  step: (name: string) => name,
  price: (euros: number) => euros.toFixed(2),
} as const
const bought = { name: 'Aluminium composite', sku: 'B', metric: [1220, 2440], cost: 10, markup: 50 } as const

test('sizes in inches are in names as they are bought, without the tail of a sum', () => {
  for (let inches = 1; inches <= 120; inches += 1)
    for (let feet = 1; feet <= 12; feet += 1) {
      const size = { ...bought, inches: [inches, feet] } as const
      expect(
        [sheet('s', size, ground), roll('r', size, ground)].map(({ values }) => values['name']),
      ).not.toContainEqual(expect.stringContaining('.'))
    }
})

test.each(languages.map(({ value }) => value))(
  'in %s no two records of a kind share a name, and no two services an address',
  async (language) => {
    const texts = await loadSampleTexts(language)
    const records = new Map(
      tradeNames.flatMap((trade) => sampleOf(trade, 1, 'mm', texts)).map((one) => [one.key, one] as const),
    )
    const named = [...records.values()].flatMap(({ kind, values }) => [
      `${kind} ${values.name.toLowerCase()}`,
      ...(kind === 'services' ? [`/${String(values['slug'])}`] : []),
    ])
    expect(named.filter((one, at) => named.indexOf(one) !== at)).toEqual([])
    expect(named).not.toContain('/')
  },
)

test('in German a service, what it asks for and its steps are German', async () => {
  const sign = sampleOf('sign_maker', 1, 'mm', await loadSampleTexts('de')).find(({ key }) => key === 'panel-sign')
  expect(sign?.values).toMatchObject({
    name: 'Schild, Aluverbundplatte',
    slug: 'schild-aluverbundplatte',
    category: 'Schilder',
    summary: 'Bedruckt, laminiert und auf Maß geschnitten, für außen.',
  })
  expect(sign?.rows?.map(({ values }) => values)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ label: 'Laminat', usual: 'glänzend', choices: ['glänzend', 'matt', 'ohne'] }),
      expect.objectContaining({ name: 'Druckdaten' }),
      expect.objectContaining({ name: 'Größere Fläche' }),
    ]),
  )
})
