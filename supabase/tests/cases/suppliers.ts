import { row } from '../world.ts'
import { fresh, type Cases } from './case.ts'

const given = `
  insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, net, vat)
    values ('${fresh(1)}', '${row.business}', 'A-1', '2026-11-01', 100, 18);
  insert into public.supplier_invoice_items (id, supplier_invoice_id, position, description, qty, unit_price)
    values ('${fresh(2)}', '${fresh(1)}', 'a0', 'Foamex 5 mm', 2, 50);
  insert into public.supplier_payments (id, supplier_invoice_id, amount, paid_on, method)
    values ('${fresh(3)}', '${fresh(1)}', 10, '2026-11-02', 'bank')`

export const supplierCases: Cases = {
  'public.supplier_invoices': {
    any: {
      given,
      where: `id = '${fresh(1)}'`,
      insert: `(supplier_id, supplier_number, invoice_date, net, vat) values ('${row.business}', 'A-2', '2026-11-01', 100, 18)`,
      update: `note = 'Ask Paul'`,
    },
  },
  'public.supplier_invoice_items': {
    any: {
      given,
      where: `id = '${fresh(2)}'`,
      insert: `(supplier_invoice_id, position, description, qty, unit_price) values ('${fresh(1)}', 'a1', 'Freight', 1, 9.5)`,
      update: `description = 'Foamex 3 mm'`,
    },
  },
  'public.supplier_payments': {
    any: {
      given,
      where: `id = '${fresh(3)}'`,
      insert: `(supplier_invoice_id, amount, paid_on, method) values ('${fresh(1)}', 5, '2026-11-02', 'bank')`,
      update: `amount = 11`,
    },
  },
}
