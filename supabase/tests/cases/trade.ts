import { row } from '../world.ts'
import { fresh, type Case, type Cases } from './case.ts'

const id = {
  sentLine: fresh(101),
  draftLine: fresh(102),
  order: fresh(103),
  otherOrder: fresh(104),
  orderLine: fresh(105),
  deliveryLine: fresh(106),
  draft: fresh(107),
  draftInvoiceLine: fresh(108),
  issued: fresh(109),
  issuedLine: fresh(110),
  creditDraft: fresh(111),
  credit: fresh(112),
  creditLine: fresh(113),
  creditUse: fresh(114),
  request: fresh(115),
  depositRequest: fresh(126),
  payment: fresh(116),
  paymentUse: fresh(117),
  refund: fresh(118),
  kept: fresh(130),
  keptOrder: fresh(131),
  step: fresh(119),
  note: fresh(120),
  signature: fresh(121),
  service: fresh(122),
  centre: fresh(123),
  template: fresh(124),
  vat: fresh(125),
  terms: fresh(127),
  floor: fresh(128),
} as const

const catalogue = `
  insert into public.vat_rates (id, code, label, rate) values ('${id.vat}', 'test', 'Test', 18);
  insert into public.services (id, slug, name) values ('${id.service}', 'banner', 'Banner');
  insert into public.work_centres (id, name) values ('${id.centre}', 'Printer');
  insert into public.job_step_templates (id, service_id, position, name) values ('${id.template}', '${id.service}', 'a0', 'Print');`

const quotations = `
  insert into public.quotation_items (id, quotation_id, position, description, unit_price, vat_rate) values
    ('${id.sentLine}', '${row.clientQuotation}', 'a0', 'Fascia', 100, 18), ('${id.draftLine}', '${row.clientDraft}', 'a0', 'Banner', 10, 18);
  insert into public.quotation_item_costs (item_id, unit_cost) values ('${id.draftLine}', 4);
  insert into public.quotation_versions (quotation_id, version, number, snapshot) values ('${row.clientQuotation}', 1, 'Q-1', '{}');
  insert into public.document_events (kind, record_id, type) values ('quotation', '${row.clientQuotation}', 'sent');
  insert into public.quotation_visits (quotation_id, visit, version) values ('${row.clientQuotation}', 'first visit', 1);
  insert into public.quotation_losses (quotation_id, reason) values ('${row.clientQuotation}', 'price');
  insert into public.internal_notes (kind, record_id, body) values ('quotation', '${row.clientQuotation}', 'Pays late');
  insert into public.document_signatures (id, kind, record_id, signed_name) values ('${id.signature}', 'quotation', '${row.clientQuotation}', 'C');`

const orders = `${quotations}
  insert into public.orders (id, order_number, contact_id, quotation_id) values
    ('${id.order}', 'SO-1', '${row.clientContact}', '${row.clientQuotation}'), ('${id.otherOrder}', 'SO-2', '${row.otherClientContact}', null);
  insert into public.order_items (id, order_id, position, description, qty, unit_price, vat_rate) values
    ('${id.orderLine}', '${id.order}', 'a0', 'Fascia', 2, 100, 18);
  insert into public.job_steps (id, job_id, position, name) values ('${id.step}', '${row.job}', 'a0', 'Print');
  insert into public.delivery_items (id, delivery_id, order_item_id, position, qty) values
    ('${id.deliveryLine}', '${row.clientDelivery}', '${id.orderLine}', 'a0', 1);
  insert into public.partial_delivery_items (partial_delivery_id, delivery_item_id, qty) values ('${row.clientDrop}', '${id.deliveryLine}', 1);`

const accounts = `${orders}
  insert into public.invoices (id, contact_id) values ('${id.draft}', '${row.clientContact}'), ('${id.issued}', '${row.clientContact}');
  insert into public.invoice_items (id, invoice_id, position, description, unit_price, vat_rate) values
    ('${id.draftInvoiceLine}', '${id.draft}', 'a0', 'Fascia', 100, 18), ('${id.issuedLine}', '${id.issued}', 'a0', 'Fascia', 100, 18);
  update public.invoices set status = 'issued', invoice_number = 'INV-1', issue_date = current_date where id = '${id.issued}';
  insert into public.credit_notes (id, invoice_id, contact_id, reason) values
    ('${id.creditDraft}', '${id.issued}', '${row.clientContact}', 'Torn'), ('${id.credit}', '${id.issued}', '${row.clientContact}', 'Torn');
  insert into public.credit_note_items (id, credit_note_id, invoice_item_id, position, description, unit_price, vat_rate, net) values
    ('${id.creditLine}', '${id.credit}', '${id.issuedLine}', 'a0', 'Fascia', 10, 18, 10);
  insert into public.credit_note_vat (credit_note_id, vat_rate, vat_treatment, base, vat) values ('${id.credit}', 18, 'standard', 10, 1.80);
  update public.credit_notes set status = 'issued', credit_number = 'CN-1', issue_date = current_date, net = 10, vat = 1.80 where id = '${id.credit}';
  insert into public.credit_allocations (id, credit_note_id, invoice_id, amount, allocated_on) values
    ('${id.creditUse}', '${id.credit}', '${id.issued}', 11.80, current_date);
  insert into public.payment_requests (id, purpose, contact_id, invoice_id, amount) values
    ('${id.request}', 'invoice', '${row.clientContact}', '${id.issued}', 50);
  insert into public.payments (id, payment_number, contact_id, method, amount, received_on) values
    ('${id.payment}', 'RCPT-1', '${row.clientContact}', 'bank', 50, current_date);
  insert into public.payment_allocations (id, payment_id, invoice_id, amount, allocated_on) values
    ('${id.paymentUse}', '${id.payment}', '${id.issued}', 40, current_date);
  insert into public.orders (id, order_number, contact_id) values ('${id.keptOrder}', 'SO-3', '${row.clientContact}');
  insert into public.kept_deposits (id, payment_id, order_id, amount, kept_on) values ('${id.kept}', '${id.payment}', '${id.keptOrder}', 1, current_date);
  insert into public.payment_refunds (id, payment_id, amount, refunded_on, reason) values ('${id.refund}', '${id.payment}', 5, current_date, 'Too much');`

/** A row that functions write and people only read: what they would write is refused. */
const readOnly = (given: string, key: string, is: string, insert: string, update: string): Case => ({
  given,
  where: `${key} = '${is}'`,
  insert,
  update,
})

const line = (parent: string, of: string, position = 'a5') =>
  `(${parent}, position, description, unit_price, vat_rate) values ('${of}', '${position}', 'More', 5, 18)`

export const tradeCases: Cases = {
  'public.vat_rates': {
    any: {
      given: catalogue,
      where: `id = '${id.vat}'`,
      insert: `(code, label, rate) values ('more', 'More', 7)`,
      update: `label = 'Standard'`,
    },
  },
  'public.tax_places': {
    any: {
      given: `insert into public.tax_places (name, state, city, state_rate) values ('Austin, TX', 'TX', 'Austin', 6.25)`,
      where: `name = 'Austin, TX'`,
      insert: `(name, state, city, state_rate) values ('Dallas, TX', 'TX', 'Dallas', 6.25)`,
      update: `state_rate = 6.5`,
    },
  },
  'public.exemption_certificates': {
    any: {
      given: `insert into public.exemption_certificates (contact_id, number, states, reason) values ('${row.clientContact}', '123-456', '{TX}', 'resale')`,
      where: `number = '123-456'`,
      insert: `(contact_id, number, states, reason) values ('${row.business}', '7', '{TX}', 'resale')`,
      update: `reason = 'government'`,
    },
  },
  'public.services': {
    any: {
      given: catalogue,
      where: `id = '${id.service}'`,
      insert: `(slug, name) values ('sign', 'Sign')`,
      update: `name = 'Banner 440 g'`,
    },
  },
  'public.work_centres': {
    any: {
      given: catalogue,
      where: `id = '${id.centre}'`,
      insert: `(name) values ('Laser')`,
      update: `name = 'Printer 2'`,
    },
  },
  'public.sample_records': {
    any: {
      given: `${catalogue}; insert into public.sample_records (key, trades, kind, record_id, versions)
        values ('the-centre', '{printer}', 'work_centres', '${id.centre}', '{}')`,
      where: `key = 'the-centre'`,
      insert: `(key, trades, kind, record_id, versions) values ('other', '{printer}', 'work_centres', '${fresh(31)}', '{}')`,
      update: `trades = '{sign_maker}'`,
    },
  },
  'public.work_centre_closures': {
    any: {
      given: `${catalogue}; insert into public.work_centre_closures (work_centre_id, starts_on, ends_on, reason)
        values ('${id.centre}', '2026-12-24', '2026-12-26', 'Christmas')`,
      where: `reason = 'Christmas'`,
      insert: `(starts_on, ends_on, reason) values ('2027-01-01', '2027-01-01', 'New year')`,
      update: `reason = 'Service'`,
    },
  },
  'public.job_step_templates': {
    any: {
      given: catalogue,
      where: `id = '${id.template}'`,
      insert: `(service_id, position, name) values ('${id.service}', 'a1', 'Pack')`,
      update: `name = 'Print it'`,
    },
  },
  'public.quotation_items': {
    "of the client's own quotation": readOnly(
      quotations,
      'id',
      id.sentLine,
      `${line('quotation_id', row.otherClientQuotation)} on conflict do nothing`,
      `description = 'X'`,
    ),
    'of a draft': {
      given: quotations,
      where: `id = '${id.draftLine}'`,
      insert: line('quotation_id', row.clientDraft),
      update: `unit_price = 12`,
    },
  },
  'public.quotation_item_costs': {
    'of a draft': {
      given: quotations,
      where: `item_id = '${id.draftLine}'`,
      insert: `(item_id, unit_cost) values ('${id.sentLine}', 7)`,
      update: `unit_cost = 5`,
    },
  },
  'public.quotation_versions': {
    "of the client's own quotation": readOnly(
      quotations,
      'quotation_id',
      row.clientQuotation,
      `(quotation_id, version, number, snapshot) values ('${row.clientQuotation}', 2, 'Q-1-R2', '{}')`,
      `reason = 'X'`,
    ),
  },
  'public.quotation_visits': {
    'of a quotation': readOnly(
      quotations,
      'quotation_id',
      row.clientQuotation,
      `(quotation_id, visit, version) values ('${row.clientQuotation}', 'another visit', 1)`,
      `seconds = 900`,
    ),
  },
  'public.quotation_losses': {
    'of a quotation': readOnly(
      quotations,
      'quotation_id',
      row.clientQuotation,
      `(quotation_id, reason) values ('${row.clientDraft}', 'price')`,
      `reason = 'time'`,
    ),
  },
  'public.margin_floors': {
    any: {
      given: `insert into public.margin_floors (id, floor_pct) values ('${id.floor}', 30);
        insert into public.services (id, slug, name) values ('${id.service}', 'banner', 'Banner')`,
      where: `id = '${id.floor}'`,
      insert: `(floor_pct, service_id) values (20, '${id.service}')`,
      update: `floor_pct = 25`,
    },
  },
  'public.margin_approvals': {
    'of a draft': readOnly(
      `insert into public.margin_approvals (quotation_id, reason, prices) values ('${row.clientDraft}', 'First of many', 'x')`,
      'quotation_id',
      row.clientDraft,
      `(quotation_id, reason, prices) values ('${row.clientQuotation}', 'Mine', 'x')`,
      `reason = 'Mine'`,
    ),
  },
  'public.quotation_terms': {
    any: {
      given: `insert into public.quotation_terms (id, name, body) values ('${id.terms}', 'Tested terms', 'Paid in 30 days.')`,
      where: `id = '${id.terms}'`,
      insert: `(name, body) values ('More terms', 'Paid in 14 days.')`,
      update: `body = 'Paid at once.'`,
    },
  },
  'public.document_events': {
    'of a quotation': readOnly(
      quotations,
      'record_id',
      row.clientQuotation,
      `(kind, record_id, type) values ('quotation', '${row.clientQuotation}', 'approved')`,
      `type = 'approved'`,
    ),
  },
  'public.internal_notes': {
    'of a quotation': {
      given: quotations,
      where: `kind = 'quotation' and record_id = '${row.clientQuotation}'`,
      insert: `(kind, record_id, body) values ('quotation', '${row.clientDraft}', 'Wants a discount')`,
      update: `body = 'Pays in time'`,
    },
  },
  'public.document_signatures': {
    'of a quotation': readOnly(
      quotations,
      'id',
      id.signature,
      `(kind, record_id, signed_name) values ('quotation', '${row.clientQuotation}', 'Me')`,
      `signed_name = 'Me'`,
    ),
  },
  'public.orders': {
    "of the client's own contact": readOnly(
      orders,
      'id',
      id.order,
      `(order_number, contact_id) values ('SO-9', '${row.clientContact}')`,
      `client_po = 'PO 7'`,
    ),
    "of another client's contact": readOnly(
      orders,
      'id',
      id.otherOrder,
      `(order_number, contact_id) values ('SO-9', '${row.otherClientContact}')`,
      `client_po = 'PO 7'`,
    ),
  },
  'public.order_items': {
    "of the client's own order": readOnly(orders, 'id', id.orderLine, line('order_id', id.order), `description = 'X'`),
  },
  'public.job_steps': {
    'of a job': {
      given: orders,
      where: `id = '${id.step}'`,
      insert: `(job_id, position, name) values ('${row.job}', 'a1', 'Pack')`,
      update: `name = 'Print it'`,
    },
  },
  'public.delivery_items': {
    "of the client's own delivery": readOnly(
      orders,
      'id',
      id.deliveryLine,
      `(delivery_id, order_item_id, position, qty) values ('${row.otherClientDelivery}', '${id.orderLine}', 'a1', 1)`,
      `qty = 2`,
    ),
  },
  'public.partial_delivery_items': {
    "of the client's own drop": readOnly(
      orders,
      'partial_delivery_id',
      row.clientDrop,
      `(partial_delivery_id, delivery_item_id, qty) values (gen_random_uuid(), '${id.deliveryLine}', 1)`,
      `qty = 2`,
    ),
  },
  'public.invoices': {
    "a draft of the client's own contact": readOnly(
      accounts,
      'id',
      id.draft,
      `(contact_id) values ('${row.clientContact}')`,
      `note = 'Thank you'`,
    ),
    "an issued one of the client's own contact": readOnly(
      accounts,
      'id',
      id.issued,
      `(contact_id) values ('${row.clientContact}')`,
      `archived_at = now()`,
    ),
  },
  'public.invoice_items': {
    'of a draft': {
      given: accounts,
      where: `id = '${id.draftInvoiceLine}'`,
      insert: line('invoice_id', id.draft),
      update: `unit_price = 12`,
    },
    "of an issued one of the client's own contact": readOnly(
      accounts,
      'id',
      id.issuedLine,
      line('invoice_id', id.issued),
      `description = 'X'`,
    ),
  },
  'public.invoice_vat': {
    "of an issued one of the client's own contact": readOnly(
      accounts,
      'invoice_id',
      id.issued,
      `(invoice_id, vat_rate, vat_treatment, base, vat) values ('${id.issued}', 7, 'standard', 1, 1)`,
      `vat = 1`,
    ),
  },
  'public.credit_notes': {
    "a draft of the client's own contact": readOnly(
      accounts,
      'id',
      id.creditDraft,
      `(invoice_id, contact_id, reason) values ('${id.issued}', '${row.clientContact}', 'Me')`,
      `note = 'Sorry'`,
    ),
    "an issued one of the client's own contact": readOnly(
      accounts,
      'id',
      id.credit,
      `(invoice_id, contact_id, reason) values ('${id.issued}', '${row.clientContact}', 'Me')`,
      `link_revoked_at = now()`,
    ),
  },
  'public.credit_note_items': {
    "of an issued one of the client's own contact": readOnly(
      accounts,
      'id',
      id.creditLine,
      `(credit_note_id, invoice_item_id, position) values ('${id.creditDraft}', '${id.issuedLine}', 'a1')`,
      `description = 'X'`,
    ),
  },
  'public.credit_note_vat': {
    "of an issued one of the client's own contact": readOnly(
      accounts,
      'credit_note_id',
      id.credit,
      `(credit_note_id, vat_rate, vat_treatment, base, vat) values ('${id.creditDraft}', 7, 'standard', 1, 1)`,
      `vat = 1`,
    ),
  },
  'public.credit_allocations': {
    "of the client's own credit note": readOnly(
      accounts,
      'id',
      id.creditUse,
      `(credit_note_id, invoice_id, amount, allocated_on) values ('${id.credit}', '${id.issued}', 1, current_date)`,
      `amount = 1`,
    ),
  },
  'public.payment_requests': {
    "of the client's own contact": readOnly(
      accounts,
      'id',
      id.request,
      `(purpose, contact_id, invoice_id, amount) values ('invoice', '${row.clientContact}', '${id.issued}', 1)`,
      `amount = 1`,
    ),
    "of the client's own quotation": readOnly(
      `${accounts}; insert into public.payment_requests (id, purpose, contact_id, quotation_id, order_id, amount) values
        ('${id.depositRequest}', 'deposit', '${row.clientContact}', '${row.clientQuotation}', '${id.order}', 59)`,
      'id',
      id.depositRequest,
      `(purpose, contact_id, order_id, amount) values ('deposit', '${row.clientContact}', '${id.order}', 1)`,
      `amount = 1`,
    ),
  },
  'public.payments': {
    "of the client's own contact": readOnly(
      accounts,
      'id',
      id.payment,
      `(contact_id, method, amount, received_on) values ('${row.clientContact}', 'bank', 1, current_date)`,
      `note = 'By the son'`,
    ),
  },
  'public.payment_allocations': {
    "of the client's own payment": readOnly(
      accounts,
      'id',
      id.paymentUse,
      `(payment_id, invoice_id, amount, allocated_on) values ('${id.payment}', '${id.issued}', 1, current_date)`,
      `amount = 1`,
    ),
  },
  'public.kept_deposits': {
    "of the client's own payment": readOnly(
      accounts,
      'id',
      id.kept,
      `(payment_id, order_id, amount, kept_on) values ('${id.payment}', '${id.keptOrder}', 1, current_date)`,
      `amount = 2`,
    ),
  },
  'public.payment_refunds': {
    "of the client's own payment": readOnly(
      accounts,
      'id',
      id.refund,
      `(payment_id, amount, refunded_on, reason) values ('${id.payment}', 1, current_date, 'Me')`,
      `amount = 1`,
    ),
  },
  'public.statements': {
    "of the client's own contact": readOnly(
      `insert into public.statements (id, statement_number, contact_id, date_from, date_to, opening, closing, snapshot) values
        ('${fresh(126)}', 'ST-1', '${row.clientContact}', '2026-01-01', '2026-01-31', 0, 0, '{}')`,
      'id',
      fresh(126),
      `(statement_number, contact_id, date_from, date_to, opening, closing, snapshot) values
        ('ST-2', '${row.clientContact}', '2026-01-01', '2026-01-31', 0, 0, '{}')`,
      `link_revoked_at = now()`,
    ),
  },
}
