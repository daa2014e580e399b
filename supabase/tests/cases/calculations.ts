import { pictureAddress } from '../../../src/documents/pictures/testing.ts'
import { idOf } from '../people.ts'
import { fresh, type Case, type Cases } from './case.ts'

const id = {
  calculation: fresh(350),
  product: fresh(351),
  option: fresh(352),
  item: fresh(353),
  part: fresh(354),
  picture: fresh(355),
} as const
const png = pictureAddress('image/png')
const inputs = `'{"quantity": "1", "service_id": null, "parts": [], "steps": [], "min_charge": null}'`

const calculation = (owner: string): Case => ({
  given: `insert into public.price_calculations (id, name, inputs, quantity, unit_price, net, created_by)
    values ('${id.calculation}', 'Fascia', ${inputs}, 1, 10, 10, ${owner});
    insert into public.price_calculation_costs (calculation_id, cost) values ('${id.calculation}', 4)`,
  where: `id = '${id.calculation}'`,
  insert: `(name, inputs, quantity, unit_price, net) values ('Tray', ${inputs}, 1, 1, 1)`,
  update: `net = 5`,
})

const products = `
  insert into public.manufactured_products (id, slug, name, base_price) values ('${id.product}', 'tested-stand', 'Tested stand', 98);
  insert into public.inventory_items (id, sku, name, form) values ('${id.item}', 'T-9', 'Tube', 'piece');
  insert into public.product_options (id, product_id, name) values ('${id.option}', '${id.product}', 'Bag');
  insert into public.product_parts (id, product_id, inventory_item_id) values ('${id.part}', '${id.product}', '${id.item}');
  insert into public.product_pictures (id, product_id, image, alt) values ('${id.picture}', '${id.product}', '${png}', 'A stand');`
const ofProduct = (row: string, insert: string, update: string): Case => ({
  given: products,
  where: `id = '${row}'`,
  insert,
  update,
})

export const calculationCases: Cases = {
  'public.price_calculations': {
    mine: calculation(':me'),
    "a colleague's": calculation(`'${idOf('colleague')}'`),
  },
  'public.price_calculation_costs': {
    any: {
      given: calculation(`'${idOf('colleague')}'`).given ?? '',
      where: `calculation_id = '${id.calculation}'`,
      insert: `(calculation_id) values ('${id.calculation}')`,
      update: `cost = 1`,
    },
  },
  'public.manufactured_products': {
    any: ofProduct(id.product, `(slug, name, base_price) values ('other-stand', 'Other stand', 1)`, `name = 'Renamed'`),
  },
  'public.product_options': {
    any: ofProduct(id.option, `(product_id, name) values ('${id.product}', 'Lamp')`, `value = 12`),
  },
  'public.product_parts': {
    any: ofProduct(
      id.part,
      `(product_id, inventory_item_id, option_id) values ('${id.product}', '${id.item}', '${id.option}')`,
      `qty = 2`,
    ),
  },
  'public.product_pictures': {
    any: ofProduct(
      id.picture,
      `(product_id, image, alt) values ('${id.product}', '${png}', 'From behind')`,
      `alt = 'A banner'`,
    ),
  },
}
