import { lengthText, sidesText } from '@/shared/domain/text/length'
import { centre, machine, piece, print, roll, sheet, work } from './makers'
import type { SampleName } from '../texts/english'
import type { Ground, SampleRecord } from './sample'

const centres = (ground: Ground) => [
  centre('design-desk', 'Design desk', ['design', 1], ground),
  centre('large-format-printer', 'Large-format printer', ['printer', 2], ground),
  centre('digital-press', 'Digital press', ['printer', 3], ground),
  centre('laminator', 'Laminator', ['laminator', 4], ground),
  centre('cutting-plotter', 'Cutting plotter', ['printer', 5], ground),
  centre('cnc-router', 'CNC router', ['cnc', 6], ground),
  centre('workshop-bench', 'Workshop bench', ['bench', 7], ground),
  centre('wrap-bay', 'Wrap bay', ['bench', 8], ground),
  centre('fitting-crew', 'Fitting crew', ['vehicle', 9], ground),
]

const films = (ground: Ground): SampleRecord[] => {
  const film = (key: string, sku: string, name: SampleName, cost: number, markup: number, isWide = false) =>
    roll(
      key,
      {
        name,
        sku,
        metric: [isWide ? 1520 : 1370, isWide ? 25000 : 50000],
        inches: isWide ? [60, 75] : [54, 150],
        cost,
        markup,
      },
      ground,
    )
  return [
    film('print-vinyl', 'VINYL-PRINT', 'Printable vinyl, polymeric', 2.8, 180),
    film('print-laminate', 'LAMINATE', 'Laminate, polymeric', 2.4, 180),
    roll(
      'banner-material',
      {
        ...{ name: 'Banner', weight: ground.length_unit === 'in' ? '13 oz' : '440 g', sku: 'BANNER' },
        ...{ metric: [1370, 50000], inches: [54, 150], cost: 1.6, markup: 220 },
      },
      ground,
    ),
    film('poster-paper', 'PAPER-POSTER', 'Poster paper', 1.1, 220),
    film('frosted-film', 'FILM-FROSTED', 'Frosted window film', 4.2, 180),
    film('wrap-film', 'WRAP-PRINT', 'Cast wrap film, printable', 11, 110, true),
    film('wrap-laminate', 'WRAP-LAMINATE', 'Cast laminate for wraps', 8, 110, true),
    film('colour-wrap', 'WRAP-COLOUR', 'Cast wrap film, coloured', 14, 100, true),
    film('protection-film', 'FILM-PROTECT', 'Paint protection film', 28, 90, true),
    roll(
      'cut-vinyl',
      {
        name: 'Coloured vinyl for cutting',
        sku: 'VINYL-CUT',
        metric: [610, 50000],
        inches: [24, 150],
        cost: 3.2,
        markup: 180,
      },
      ground,
    ),
    roll(
      'transfer-tape',
      { name: 'Transfer tape', sku: 'TAPE-TRANSFER', metric: [610, 100000], inches: [24, 300], cost: 0.9, markup: 180 },
      ground,
    ),
  ]
}

const sheets = (ground: Ground): SampleRecord[] => {
  const board = (key: string, sku: string, name: SampleName, thickness: number, cost: number, markup: number) =>
    sheet(
      key,
      {
        ...{ name, weight: lengthText(thickness, ground), sku, metric: [3050, 1500], inches: [48, 8] },
        ...{ thickness, cost, markup },
      },
      ground,
    )
  const thin = (inches: number, mm: number) => (ground.length_unit === 'in' ? inches * 25.4 : mm)
  return [
    board('aluminium-composite', 'ACM', 'Aluminium composite', thin(0.125, 3), 10, 100),
    board('foam-board', 'PVC-FOAM', 'PVC foam board', thin(0.25, 5), 8, 110),
    board('opal-acrylic', 'ACRYLIC-OPAL', 'Opal acrylic', thin(0.25, 5), 26, 100),
  ]
}

const pressSheet = (ground: Ground) => sidesText(ground.length_unit === 'in' ? [330.2, 482.6] : [320, 450], ground)

const pieces = (ground: Ground): SampleRecord[] => [
  piece('eyelets', { name: 'Eyelet, brass', sku: 'EYELET', perBox: 1000, cost: 28, markup: 250 }, ground),
  piece('stand-offs', { name: 'Stand-off, steel', sku: 'STAND-OFF', perBox: 50, cost: 70, markup: 130 }, ground),
  piece('led-modules', { name: 'LED module, 12 V', sku: 'LED', perBox: 100, cost: 65, markup: 120 }, ground),
  piece('power-supply', { name: 'Power supply, 12 V, 100 W', sku: 'POWER-100', cost: 24, markup: 80 }, ground),
  piece('roll-up-base', { name: 'Roll-up stand without print', sku: 'ROLL-UP', cost: 28, markup: 100 }, ground),
  piece(
    'press-card',
    {
      name: 'Card for the press',
      size: `${ground.length_unit === 'in' ? '14 pt' : '350 g'}, ${pressSheet(ground)}`,
      sku: 'CARD',
      perBox: 250,
      cost: 32,
      markup: 150,
    },
    ground,
  ),
  piece(
    'press-paper',
    {
      name: 'Paper for the press',
      size: `${ground.length_unit === 'in' ? '100 lb' : '150 g'}, ${pressSheet(ground)}`,
      sku: 'PAPER',
      perBox: 500,
      cost: 30,
      markup: 150,
    },
    ground,
  ),
]

const ink = (key: string, name: SampleName, { price, named }: Ground): SampleRecord => ({
  key,
  kind: 'inks',
  values: { name: named(name), cost_per_ml: price(0.11) },
})
const inks = (ground: Ground) => [
  ink('ink-cyan', 'Cyan', ground),
  ink('ink-magenta', 'Magenta', ground),
  ink('ink-yellow', 'Yellow', ground),
  ink('ink-black', 'Black', ground),
]

const band = (
  key: string,
  name: string,
  [from, to]: readonly [string, string | null],
  markup: number,
): SampleRecord => ({
  key,
  kind: 'markup_bands',
  values: { name, from_cost: from, to_cost: to, markup_pct: markup },
})
const bands = ({ price, named }: Ground) => [
  band('markup-small', named('Small parts'), ['0', price(5)], 200),
  band('markup-everyday', named('Everyday'), [price(5), price(50)], 120),
  band('markup-large', named('Sheets and rolls'), [price(50), price(250)], 90),
  band('markup-machines', named('Large'), [price(250), null], 60),
]

const prints = (ground: Ground) => [
  print(
    'print-on-vinyl',
    {
      name: 'Vinyl, standard',
      media: 'print-vinyl',
      quality: 'standard',
      passes: 8,
      speed: 10,
      ink: 10,
      rest: 24,
    },
    ground,
  ),
  print(
    'print-on-banner',
    {
      name: 'Banner, standard',
      media: 'banner-material',
      quality: 'standard',
      passes: 6,
      speed: 14,
      ink: 9,
      rest: 6,
    },
    ground,
  ),
  print(
    'print-on-poster',
    {
      name: 'Poster, standard',
      media: 'poster-paper',
      quality: 'standard',
      passes: 6,
      speed: 14,
      ink: 8,
      rest: 2,
    },
    ground,
  ),
  print(
    'print-on-wrap',
    {
      name: 'Wrap film, high',
      media: 'wrap-film',
      quality: 'high',
      passes: 12,
      speed: 6,
      ink: 12,
      rest: 48,
    },
    ground,
  ),
]

const machines = (ground: Ground) => [
  machine(
    'price-printing',
    { name: 'Large-format printing', machine: 'print', per: 'm2', price: 12, setup: 5, least: 15 },
    ground,
  ),
  machine(
    'price-press',
    { name: 'Digital press', machine: 'print', per: 'hour', price: 60, setup: 5, least: 15 },
    ground,
  ),
  machine('price-routing', { name: 'Routing', machine: 'cnc', per: 'm', price: 2.2, setup: 15, least: 30 }, ground),
]

const people = (ground: Ground) => [
  work('work-design', 'Design', [18, 45], [15, 1], ground),
  work('work-finishing', 'Print and finishing', [15, 40], [5, 1], ground),
  work('work-assembly', 'Assembly', [16, 42], [15, 1], ground),
  work('work-wrapping', 'Wrapping', [20, 55], [30, 1], ground),
  work('work-fitting', 'Fitting', [17, 45], [60, 2], ground),
]

const zone = (key: string, name: SampleName, km: number, euros: number, { price, named }: Ground): SampleRecord => ({
  key,
  kind: 'travel_zones',
  values: { name: named(name), up_to_km: km, price: price(euros) },
})
const zones = (ground: Ground) => [
  zone('zone-town', 'In town', 10, 20, ground),
  zone('zone-around', 'Around', 40, 45, ground),
  zone('zone-far', 'Further away', 100, 110, ground),
]

/** All that services are made of, in the order in which they need each other. */
export const stock = (ground: Ground): SampleRecord[] => [
  ...centres(ground),
  ...films(ground),
  ...sheets(ground),
  ...pieces(ground),
  ...inks(ground),
  ...bands(ground),
  ...prints(ground),
  ...machines(ground),
  ...people(ground),
  ...zones(ground),
]
