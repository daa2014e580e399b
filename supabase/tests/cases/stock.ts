import { idOf } from '../people.ts'
import { row } from '../world.ts'
import { fresh, type Case, type Cases } from './case.ts'

const id = {
  item: fresh(401),
  other: fresh(402),
  group: fresh(403),
  supplier: fresh(404),
  draft: fresh(405),
  draftLine: fresh(406),
  sent: fresh(407),
  sentLine: fresh(408),
  receipt: fresh(409),
  movement: fresh(410),
  offcut: fresh(411),
  material: fresh(412),
  check: fresh(420),
  rule: fresh(421),
  commission: fresh(422),
  order: fresh(423),
  file: fresh(426),
  photo: fresh(427),
} as const

const stock = `
  insert into public.inventory_items (id, sku, name, form, width_mm, length_mm) values
    ('${id.item}', 'T-S1', 'Sheet', 'sheet', 1000, 2000), ('${id.other}', 'T-S2', 'Screws', 'piece', null, null);
  insert into public.inventory_item_costs (item_id, cost_price) values ('${id.item}', 30);
  insert into public.inventory_groups (id, name) values ('${id.group}', 'Tested sheets');
  insert into public.item_suppliers (id, item_id, supplier_id) values ('${id.supplier}', '${id.item}', '${row.business}');
  insert into public.purchase_orders (id, purchase_number, supplier_id, status) values
    ('${id.draft}', 'PO-T1', '${row.business}', 'draft'), ('${id.sent}', 'PO-T2', '${row.business}', 'sent');
  insert into public.purchase_order_lines (id, purchase_order_id, item_id, qty) values
    ('${id.draftLine}', '${id.draft}', '${id.item}', 5), ('${id.sentLine}', '${id.sent}', '${id.item}', 5);
  insert into public.purchase_receipts (id, purchase_order_id) values ('${id.receipt}', '${id.sent}');
  insert into public.stock_movements (id, item_id, reason, qty) values ('${id.movement}', '${id.item}', 'count', 10);
  insert into public.stock_offcuts (id, item_id, width_mm, length_mm) values ('${id.offcut}', '${id.item}', 400, 500);
  insert into public.job_materials (id, job_id, item_id, qty_planned) values ('${id.material}', '${row.job}', '${id.item}', 2);`

const jobFile = (by: string): Case => ({
  given: `insert into public.job_files (id, job_id, kind, name, path, bytes, created_by)
    values ('${id.file}', '${row.job}', 'cut', 'fascia.dxf', '${row.job}/${id.file}.dxf', 10, ${by})`,
  where: `id = '${id.file}'`,
  insert: `(id, job_id, kind, name, path, bytes) values ('${fresh(425)}', '${row.job}', 'cut', 'a.dxf', '${row.job}/${fresh(425)}.dxf', 1)`,
  update: `name = 'other.dxf'`,
})
const of = (where: string, insert: string, update: string): Case => ({ given: stock, where, insert, update })

const commission = (whose: string): Case => ({
  given: `insert into public.orders (id, order_number, contact_id) values ('${id.order}', 'SO-C1', '${row.clientContact}');
    insert into public.designer_commissions (id, user_id, order_id, basis, pct, amount)
    select '${id.commission}', u.id, '${id.order}', 100, 5, 5 from auth.users u where u.id = coalesce(${whose === ':me' ? `nullif(${whose}, '')::uuid` : `${whose}::uuid`}, '${idOf('colleague')}')`,
  where: `id = '${id.commission}'`,
  insert: `(user_id, order_id, basis, pct, amount) values ('${idOf('colleague')}', '${id.order}', 1, 1, 1)`,
  update: `amount = 900`,
})

/** Stock: items, groups and suppliers are kept by people; movements, offcuts and receipts are written by functions only. */
export const stockCases: Cases = {
  'public.inventory_groups': {
    any: of(`id = '${id.group}'`, `(name) values ('More sheets')`, `note = 'By thickness'`),
  },
  'public.item_photos': {
    any: {
      given: `${stock}; insert into public.item_photos (id, item_id, path, preview)
        values ('${id.photo}', '${id.item}', '${id.item}/${id.photo}.jpg', 'data:image/jpeg;base64,AAAA')`,
      where: `id = '${id.photo}'`,
      insert: `(id, item_id, path, preview)
        values ('${fresh(428)}', '${id.item}', '${id.item}/${fresh(428)}.jpg', 'data:image/jpeg;base64,AAAA')`,
      update: `place = 2`,
    },
  },
  'public.item_suppliers': {
    any: of(
      `id = '${id.supplier}'`,
      `(item_id, supplier_id) values ('${id.other}', '${row.business}')`,
      `supplier_sku = 'A-1'`,
    ),
  },
  'public.purchase_orders': {
    any: of(
      `id = '${id.draft}'`,
      `(purchase_number, supplier_id) values ('PO-T3', '${row.business}')`,
      `note = 'By Friday'`,
    ),
  },
  'public.purchase_order_lines': {
    'of a draft': of(
      `id = '${id.draftLine}'`,
      `(purchase_order_id, item_id, qty) values ('${id.draft}', '${id.other}', 1)`,
      `qty = 6`,
    ),
    'of one that was sent': of(
      `id = '${id.sentLine}'`,
      `(purchase_order_id, item_id, qty) values ('${id.sent}', '${id.other}', 1)`,
      `qty = 6`,
    ),
  },
  'public.purchase_order_line_costs': {
    'of a draft': {
      given: `${stock} insert into public.purchase_order_lines (id, purchase_order_id, item_id, qty)
        values ('${fresh(413)}', '${id.draft}', '${id.other}', 1);`,
      where: `line_id = '${id.draftLine}'`,
      insert: `(line_id, unit_cost) values ('${fresh(413)}', 2)`,
      update: `unit_cost = 31`,
    },
  },
  'public.purchase_receipts': {
    any: of(
      `id = '${id.receipt}'`,
      `(id, purchase_order_id) values ('${fresh(414)}', '${id.sent}')`,
      `delivery_note = 'X'`,
    ),
  },
  'public.stock_movements': {
    any: of(`id = '${id.movement}'`, `(item_id, reason, qty) values ('${id.item}', 'purchase', 5)`, `note = 'Changed'`),
  },
  'public.stock_movement_costs': {
    any: of(`movement_id = '${id.movement}'`, `(movement_id, unit_cost) values ('${id.movement}', 1)`, `unit_cost = 1`),
  },
  'public.stock_offcuts': {
    any: of(
      `id = '${id.offcut}'`,
      `(id, item_id, width_mm, length_mm) values ('${fresh(415)}', '${id.item}', 100, 100)`,
      `note = 'X'`,
    ),
  },
  'public.job_materials': {
    any: of(
      `id = '${id.material}'`,
      `(job_id, item_id, qty_planned) values ('${row.job}', '${id.other}', 1)`,
      `qty_planned = 9`,
    ),
  },
  'public.job_checks': {
    any: {
      given: `insert into public.job_checks (id, job_id, result) values ('${id.check}', '${row.job}', 'pass')`,
      where: `id = '${id.check}'`,
      insert: `(id, job_id, result) values ('${fresh(424)}', '${row.job}', 'pass')`,
      update: `note = 'Fine'`,
    },
  },
  'public.job_files': {
    mine: jobFile(':me'),
    "a colleague's": jobFile(`'${idOf('colleague')}'`),
  },
  'public.commission_rules': {
    any: {
      given: `insert into public.commission_rules (id, user_id, pct, valid_from) values ('${id.rule}', '${idOf('colleague')}', 5, '2026-01-01')`,
      where: `id = '${id.rule}'`,
      insert: `(user_id, pct, valid_from) values ('${idOf('colleague')}', 6, '2026-02-01')`,
      update: `pct = 7`,
    },
  },
  'public.designer_commissions': {
    "a colleague's": commission(`'${idOf('colleague')}'`),
    mine: commission(':me'),
  },
}
