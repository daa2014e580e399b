import { countText } from '@/shared/domain/text/formats'
import { sidesText } from '@/shared/domain/text/length'
import { recipe, service } from './makers'
import type { Ground, SampleRecord } from './sample'

const artwork = { name: 'Artwork', at: 'design-desk', fixed: 30, early: true } as const
const fileCheck = { name: 'File check', at: 'design-desk', fixed: 10, early: true } as const
const pack = { name: 'Pack', at: 'workshop-bench', fixed: 5 } as const
const finish = { label: 'Laminate', kind: 'choice', usual: 'gloss', choices: ['gloss', 'matt', 'none'] } as const
const byArea = [
  { name: 'A larger area', basis: 'area_m2', from: 10, to: 30, discount: 5 },
  { name: 'A very large area', basis: 'area_m2', from: 30, discount: 10 },
] as const
const byNumber = [
  { name: 'Several at once', basis: 'qty', from: 5, to: 20, discount: 5 },
  { name: 'Many at once', basis: 'qty', from: 20, discount: 10 },
] as const

const design = (ground: Ground) =>
  service(
    'design',
    {
      name: 'Design',
      category: 'Work',
      summary: 'Artwork and drawings, by the hour.',
      unit: 'hour',
      price: 45,
      errand: true,
      sort: 90,
    },
    ground,
  )
const fitting = (ground: Ground) =>
  service(
    'fitting',
    {
      name: 'Fitting, two people',
      category: 'Work',
      summary: 'On site, with tools.',
      unit: 'hour',
      price: 90,
      least: 90,
      errand: true,
      sort: 91,
    },
    ground,
  )
const survey = (ground: Ground) =>
  service(
    'site-survey',
    {
      name: 'Site survey',
      category: 'Work',
      summary: 'Measured and photographed.',
      unit: 'piece',
      price: 60,
      errand: true,
      sort: 92,
    },
    ground,
  )

const printedPanel = [
  recipe.roll('print-vinyl'),
  recipe.roll('print-laminate'),
  recipe.ink('print-on-vinyl'),
  recipe.machine('price-routing'),
  recipe.work('work-finishing', '20'),
]
const panelSteps = [
  artwork,
  { name: 'Print', at: 'large-format-printer', fixed: 10, each: 8, unit: 'm2', rest: 24 },
  { name: 'Laminate', at: 'laminator', fixed: 10, each: 3, unit: 'm2' },
  { name: 'Mount', at: 'workshop-bench', fixed: 10, each: 6, unit: 'm2' },
  { name: 'Cut', at: 'cnc-router', fixed: 15, each: 3 },
  pack,
] as const

const panelSign = (ground: Ground) =>
  service(
    'panel-sign',
    {
      name: 'Panel sign, aluminium composite',
      category: 'Signs',
      summary: 'Printed, laminated and cut to size, for outside.',
      unit: 'm2',
      price: 105,
      least: 75,
      mockup: true,
      sort: 1,
      parameters: [finish, { label: 'Corners', kind: 'choice', usual: 'square', choices: ['square', 'rounded'] }],
      steps: panelSteps,
      recipe: [recipe.sheet('aluminium-composite'), ...printedPanel],
      breaks: byArea,
    },
    ground,
  )

const foamBoardSign = (ground: Ground) =>
  service(
    'foam-board-sign',
    {
      name: 'Foam board sign',
      category: 'Signs',
      summary: 'Printed, laminated and cut to size, for inside and short use.',
      unit: 'm2',
      price: 68,
      least: 35,
      sort: 2,
      parameters: [finish],
      steps: panelSteps,
      recipe: [recipe.sheet('foam-board'), ...printedPanel],
      breaks: byArea,
    },
    ground,
  )

const cutLettering = (ground: Ground) =>
  service(
    'cut-lettering',
    {
      name: 'Cut lettering',
      category: 'Signs',
      summary: 'Letters and shapes in coloured vinyl, ready to apply.',
      unit: 'm2',
      price: 75,
      least: 35,
      mockup: true,
      sort: 3,
      steps: [
        artwork,
        { name: 'Cut and weed', at: 'cutting-plotter', fixed: 10, each: 15, unit: 'm2' },
        { name: 'Transfer tape', at: 'workshop-bench', fixed: 5, each: 5, unit: 'm2' },
        pack,
      ],
      recipe: [recipe.roll('cut-vinyl'), recipe.roll('transfer-tape'), recipe.work('work-finishing', '20', 'm2')],
    },
    ground,
  )

const windowFilm = (ground: Ground) =>
  service(
    'window-film',
    {
      name: 'Window film, frosted',
      category: 'Signs',
      summary: 'Cut to size or to a drawing, applied on site.',
      unit: 'm2',
      price: 60,
      least: 60,
      mockup: true,
      sort: 4,
      steps: [
        artwork,
        { name: 'Cut and weed', at: 'cutting-plotter', fixed: 10, each: 10, unit: 'm2' },
        { name: 'Apply on site', at: 'fitting-crew', fixed: 30, each: 20, unit: 'm2' },
      ],
      recipe: [recipe.roll('frosted-film'), recipe.work('work-fitting', '20', 'm2')],
      breaks: byArea,
    },
    ground,
  )

const litLetters = (ground: Ground) =>
  service(
    'lit-letters',
    {
      name: 'Built-up letters, lit',
      category: 'Signs',
      summary: 'One letter in acrylic with LED and power supply.',
      unit: 'piece',
      price: 165,
      least: 300,
      mockup: true,
      sort: 5,
      parameters: [{ label: 'Light', kind: 'choice', usual: 'face', choices: ['face', 'halo', 'none'] }],
      steps: [
        { ...artwork, name: 'Drawing', fixed: 60 },
        { name: 'Cut', at: 'cnc-router', fixed: 15, each: 8 },
        { name: 'Build and wire', at: 'workshop-bench', fixed: 20, each: 30 },
        { name: 'Fit on site', at: 'fitting-crew', fixed: 120 },
      ],
      recipe: [
        recipe.sheet('opal-acrylic'),
        recipe.machine('price-routing'),
        recipe.item('led-modules', '90', 'm2'),
        recipe.item('power-supply', '1', 'once'),
        recipe.item('stand-offs', '4'),
        recipe.work('work-assembly', '12', 'm_edge'),
      ],
      breaks: [{ name: 'From ten letters', basis: 'qty', from: 10, discount: 7.5 }],
    },
    ground,
  )

const signs = [panelSign, foamBoardSign, cutLettering, windowFilm, litLetters, fitting, survey, design]

const onRoll = (print: string, media: string, minutes: string) => [
  recipe.roll(media),
  recipe.ink(print),
  recipe.work('work-finishing', minutes, 'm_edge'),
]
const onPress = (item: string, sheets: string) => [
  recipe.item(item, sheets),
  { ...recipe.machine('price-press'), qty: '0.25' },
  recipe.work('work-finishing', '15'),
]
const pressSteps = [
  fileCheck,
  { name: 'Print', at: 'digital-press', fixed: 10, each: 5 },
  { name: 'Cut and box', at: 'workshop-bench', fixed: 10, each: 5 },
] as const

const printedBanner = (ground: Ground) =>
  service(
    'printed-banner',
    {
      name: 'Printed banner',
      category: 'Print',
      summary: 'Printed on one side, with hems and eyelets.',
      unit: 'm2',
      price: 24,
      least: 40,
      sort: 11,
      parameters: [
        ground.length_unit === 'in'
          ? { label: 'Eyelets every', kind: 'number', unit: 'in', usual: '20' }
          : { label: 'Eyelets every', kind: 'number', unit: 'cm', usual: '50' },
        { label: 'Hem', kind: 'yes_no', usual: 'yes' },
      ],
      steps: [
        fileCheck,
        { name: 'Print', at: 'large-format-printer', fixed: 10, each: 5, unit: 'm2' },
        { name: 'Hem and eyelets', at: 'workshop-bench', fixed: 5, each: 10 },
        pack,
      ],
      recipe: [...onRoll('print-on-banner', 'banner-material', '3'), recipe.item('eyelets', '2', 'm_edge')],
      breaks: byArea,
    },
    ground,
  )

const poster = (ground: Ground) =>
  service(
    'poster',
    {
      name: 'Poster',
      category: 'Print',
      summary: 'On paper, cut to size.',
      unit: 'm2',
      price: 26,
      least: 15,
      sort: 12,
      steps: [fileCheck, { name: 'Print and cut', at: 'large-format-printer', fixed: 5, each: 5, unit: 'm2' }, pack],
      recipe: onRoll('print-on-poster', 'poster-paper', '1'),
      breaks: byArea,
    },
    ground,
  )

const stickers = (ground: Ground) =>
  service(
    'stickers',
    {
      name: 'Stickers',
      category: 'Print',
      summary: 'Printed, laminated and cut to shape.',
      unit: 'm2',
      price: 55,
      least: 30,
      sort: 13,
      parameters: [finish],
      steps: [
        fileCheck,
        { name: 'Print', at: 'large-format-printer', fixed: 10, each: 8, unit: 'm2', rest: 24 },
        { name: 'Laminate', at: 'laminator', fixed: 10, each: 3, unit: 'm2' },
        { name: 'Cut', at: 'cutting-plotter', fixed: 10, each: 15, unit: 'm2' },
      ],
      recipe: [
        recipe.roll('print-vinyl'),
        recipe.roll('print-laminate'),
        recipe.ink('print-on-vinyl'),
        recipe.work('work-finishing', '20', 'm2'),
      ],
      breaks: byArea,
    },
    ground,
  )

const rollUpStand = (ground: Ground) =>
  service(
    'roll-up-stand',
    {
      name: 'Roll-up stand',
      size: sidesText(ground.length_unit === 'in' ? [838.2, 2006.6] : [850, 2000], ground),
      category: 'Print',
      summary: 'Printed, with stand and bag.',
      unit: 'piece',
      price: 98,
      sort: 14,
      steps: [
        fileCheck,
        { name: 'Print', at: 'large-format-printer', fixed: 5, each: 8 },
        { name: 'Mount and pack', at: 'workshop-bench', fixed: 5, each: 6 },
      ],
      recipe: [
        recipe.roll('banner-material'),
        recipe.ink('print-on-banner'),
        recipe.item('roll-up-base', '1'),
        recipe.work('work-finishing', '10'),
      ],
      breaks: byNumber,
    },
    ground,
  )

const businessCards = (ground: Ground) =>
  service(
    'business-cards',
    {
      name: 'Business cards',
      size: '250',
      category: 'Print',
      summary: 'Printed on both sides.',
      unit: 'set',
      price: 45,
      sort: 15,
      steps: pressSteps,
      recipe: onPress('press-card', '13'),
      breaks: byNumber,
    },
    ground,
  )

const flyers = (ground: Ground) =>
  service(
    'flyers',
    {
      name: 'Flyers',
      size: `${ground.length_unit === 'in' ? ground.named('half letter') : 'A5'}, ${countText(1000)}`,
      category: 'Print',
      summary: 'Printed on both sides.',
      unit: 'set',
      price: 120,
      sort: 16,
      steps: pressSteps,
      recipe: onPress('press-paper', '260'),
      breaks: byNumber,
    },
    ground,
  )

const prints = [printedBanner, poster, stickers, rollUpStand, businessCards, flyers, design]

const wrapRecipe = [
  recipe.roll('wrap-film'),
  recipe.roll('wrap-laminate'),
  recipe.ink('print-on-wrap'),
  recipe.work('work-wrapping', '45', 'm2'),
]
const wrapSteps = (apply: number) =>
  [
    { name: 'Template and artwork', at: 'design-desk', fixed: 60, early: true },
    { name: 'Print', at: 'large-format-printer', fixed: 15, each: 60, rest: 48 },
    { name: 'Laminate', at: 'laminator', fixed: 10, each: 20 },
    { name: 'Cut', at: 'cutting-plotter', fixed: 10, each: 20 },
    { name: 'Clean and apply', at: 'wrap-bay', fixed: 60, each: apply },
  ] as const

const fullWrap = (ground: Ground) =>
  service(
    'full-wrap',
    {
      name: 'Full wrap of a van, printed',
      category: 'Vehicles',
      summary: 'Cast film with laminate, on all painted faces.',
      unit: 'set',
      price: 2400,
      least: 1800,
      mockup: true,
      sort: 21,
      parameters: [finish],
      steps: wrapSteps(900),
      recipe: wrapRecipe,
    },
    ground,
  )

const partWrap = (ground: Ground) =>
  service(
    'part-wrap',
    {
      name: 'Part wrap, printed',
      category: 'Vehicles',
      summary: 'Sides or rear, cast film with laminate.',
      unit: 'set',
      price: 850,
      least: 450,
      mockup: true,
      sort: 22,
      parameters: [finish],
      steps: wrapSteps(300),
      recipe: wrapRecipe,
    },
    ground,
  )

const colourChange = (ground: Ground) =>
  service(
    'colour-change',
    {
      name: 'Colour change',
      category: 'Vehicles',
      summary: 'Coloured cast film, by area.',
      unit: 'm2',
      price: 95,
      least: 600,
      sort: 23,
      steps: [
        { name: 'Cut', at: 'cutting-plotter', fixed: 30 },
        { name: 'Clean and apply', at: 'wrap-bay', fixed: 60, each: 45, unit: 'm2' },
      ],
      recipe: [recipe.roll('colour-wrap'), recipe.work('work-wrapping', '50', 'm2')],
    },
    ground,
  )

const vehicleLettering = (ground: Ground) =>
  service(
    'vehicle-lettering',
    {
      name: 'Vehicle lettering',
      category: 'Vehicles',
      summary: 'Name, telephone and logo in cut vinyl, on both doors and the rear.',
      unit: 'set',
      price: 320,
      least: 120,
      mockup: true,
      sort: 24,
      steps: [
        artwork,
        { name: 'Cut and weed', at: 'cutting-plotter', fixed: 10, each: 30 },
        { name: 'Apply', at: 'wrap-bay', fixed: 15, each: 60 },
      ],
      recipe: [recipe.roll('cut-vinyl'), recipe.roll('transfer-tape'), recipe.work('work-wrapping', '60')],
      breaks: [{ name: 'A fleet', basis: 'qty', from: 5, discount: 10 }],
    },
    ground,
  )

const paintProtection = (ground: Ground) =>
  service(
    'paint-protection',
    {
      name: 'Paint protection film',
      category: 'Vehicles',
      summary: 'Clear film on painted faces, by area.',
      unit: 'm2',
      price: 150,
      least: 300,
      sort: 25,
      steps: [{ name: 'Clean and apply', at: 'wrap-bay', fixed: 60, each: 60, unit: 'm2' }],
      recipe: [recipe.roll('protection-film'), recipe.work('work-wrapping', '60', 'm2')],
    },
    ground,
  )

const filmRemoval = (ground: Ground) =>
  service(
    'film-removal',
    {
      name: 'Removal of old film',
      category: 'Work',
      summary: 'By the hour, with cleaning.',
      unit: 'hour',
      price: 55,
      errand: true,
      sort: 26,
    },
    ground,
  )

const wraps = [fullWrap, partWrap, colourChange, vehicleLettering, paintProtection, filmRemoval, design]

type Made = readonly ((ground: Ground) => SampleRecord)[]
const made = (all: Made) => (ground: Ground) => all.map((one) => one(ground))

/** The services of each trade. */
export const services = { sign_maker: made(signs), printer: made(prints), vehicle_wraps: made(wraps) } as const
