import { idOf } from '../people.ts'
import { fresh, type Case, type Cases } from './case.ts'

const id = {
  category: fresh(301),
  type: fresh(302),
  brand: fresh(303),
  material: fresh(304),
  colour: fresh(305),
  bit: fresh(306),
  range: fresh(307),
  item: fresh(308),
  costlyItem: fresh(309),
  band: fresh(310),
  wage: fresh(311),
  service: fresh(312),
  question: fresh(313),
  cut: fresh(314),
  laser: fresh(315),
  print: fresh(316),
  price: fresh(317),
  work: fresh(318),
  zone: fresh(319),
  ink: fresh(320),
  running: fresh(391),
} as const

const words = `
  insert into public.services (id, slug, name) values ('${id.service}', 'tested-banner', 'Tested banner');
  insert into public.item_categories (id, name) values ('${id.category}', 'Tested sheets');
  insert into public.material_types (id, name) values ('${id.material}', 'Tested acrylic');
  insert into public.bit_types (id, name, diameter_mm) values ('${id.bit}', 'Tested bit', 6);
  insert into public.inventory_items (id, sku, name, form) values
    ('${id.item}', 'T-1', 'Tape', 'piece'), ('${id.costlyItem}', 'T-2', 'Screws', 'piece');
  insert into public.inventory_item_costs (item_id, cost_price, markup_pct) values ('${id.costlyItem}', 4, 50);`

const keyed = (table: string, key: string, columns: string, first: string, second: string, update: string): Case => ({
  given: `${words} insert into public.${table} (id, ${columns}) values ('${key}', ${first})`,
  where: `id = '${key}'`,
  insert: `(${columns}) values (${second})`,
  update,
})
const named = (table: string, key: string): Case =>
  keyed(table, key, 'name', `'Tested one'`, `'Another one'`, `name = 'Renamed'`)

export const catalogueCases: Cases = {
  'public.item_categories': { any: named('item_categories', fresh(330)) },
  'public.item_types': {
    any: keyed(
      'item_types',
      id.type,
      'category_id, name',
      `'${id.category}', 'Foam board'`,
      `'${id.category}', 'Composite'`,
      `name = 'Foam'`,
    ),
  },
  'public.brands': { any: named('brands', id.brand) },
  'public.material_types': { any: named('material_types', fresh(331)) },
  'public.variant_colors': {
    any: keyed('variant_colors', id.colour, 'name, hex', `'Jet', '#0a0a0d'`, `'Pure', '#f1ece1'`, `ral = '9005'`),
  },
  'public.bit_types': {
    any: keyed('bit_types', fresh(332), 'name, diameter_mm', `'3 mm', 3`, `'8 mm', 8`, `flutes = 2`),
  },
  'public.pricing_ranges': {
    any: keyed(
      'pricing_ranges',
      id.range,
      'name, service_id, from_value, to_value, discount_pct',
      `'From ten', '${id.service}', 10, 20, 5`,
      `'From twenty', '${id.service}', 20, 50, 10`,
      `discount_pct = 6`,
    ),
  },
  'public.inventory_items': {
    any: keyed(
      'inventory_items',
      fresh(333),
      'sku, name, form',
      `'T-3', 'Glue', 'liquid'`,
      `'T-4', 'Nuts', 'piece'`,
      `sell_price = 3`,
    ),
  },
  'public.inventory_item_costs': {
    any: {
      given: words,
      where: `item_id = '${id.costlyItem}'`,
      insert: `(item_id, cost_price) values ('${id.item}', 2)`,
      update: `cost_price = 5`,
    },
  },
  'public.markup_bands': {
    any: keyed(
      'markup_bands',
      id.band,
      'name, from_cost, to_cost, markup_pct',
      `'Tested', 90000, 91000, 10`,
      `'Tested too', 91000, 92000, 10`,
      `markup_pct = 11`,
    ),
  },
  'public.wage_rates': {
    "a colleague's": keyed(
      'wage_rates',
      id.wage,
      'user_id, valid_from, hourly_cost',
      `'${idOf('colleague')}', '2026-01-01', 14`,
      `'${idOf('colleague')}', '2026-02-01', 15`,
      `hourly_cost = 16`,
    ),
  },
  'public.service_parameters': {
    any: keyed(
      'service_parameters',
      id.question,
      'service_id, label',
      `'${id.service}', 'Eyelets'`,
      `'${id.service}', 'Sides'`,
      `unit = 'cm'`,
    ),
  },
  'public.cnc_parameters': {
    any: keyed(
      'cnc_parameters',
      id.cut,
      'name, material_type_id, thickness_mm, bit_type_id, feed_mm_min, plunge_mm_min, spindle_rpm, depth_per_pass_mm',
      `'A', '${id.material}', 3, '${id.bit}', 4000, 1000, 18000, 3`,
      `'B', '${id.material}', 5, '${id.bit}', 4000, 1000, 18000, 3`,
      `feed_mm_min = 4500`,
    ),
  },
  'public.laser_parameters': {
    any: keyed(
      'laser_parameters',
      id.laser,
      'name, material_type_id, thickness_mm, power_pct, speed_mm_s',
      `'A', '${id.material}', 3, 70, 12`,
      `'B', '${id.material}', 6, 90, 6`,
      `passes = 2`,
    ),
  },
  'public.eco_solvent_parameters': {
    any: keyed(
      'eco_solvent_parameters',
      id.print,
      'name, media_item_id, passes, speed_m2_h, ink_ml_m2',
      `'A', '${id.item}', 6, 12, 9`,
      `'B', '${id.costlyItem}', 8, 9, 10`,
      `laminate = true`,
    ),
  },
  'public.machine_prices': {
    any: keyed(
      'machine_prices',
      id.price,
      'machine, name, material_type_id, price',
      `'cnc', 'A', '${id.material}', 2.5`,
      `'laser', 'B', '${id.material}', 0.9`,
      `price = 2.6`,
    ),
  },
  'public.human_service_parameters': {
    any: keyed(
      'human_service_parameters',
      id.work,
      'name, hourly_cost, hourly_price',
      `'Tested fitting', 14, 38`,
      `'Tested survey', 14, 60`,
      `crew_size = 2`,
    ),
  },
  'public.running_costs': {
    any: keyed('running_costs', id.running, 'kind, hourly_cost', `'cnc', 18`, `'laser', 9`, `hourly_cost = 19`),
  },
  'public.travel_zones': {
    any: keyed('travel_zones', id.zone, 'name, up_to_km, price', `'A', 7001, 10`, `'B', 7002, 20`, `price = 11`),
  },
  'public.inks': {
    any: keyed('inks', id.ink, 'name, cost_per_ml', `'Tested C', 0.1`, `'Tested M', 0.1`, `cost_per_ml = 0.2`),
  },
}
