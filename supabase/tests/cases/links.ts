import { pictureAddress } from '../../../src/documents/pictures/testing.ts'
import { tradeIn } from '../trade.ts'
import type { Queryable } from '../../local/contracts.ts'
import { becomeOwner } from '../act.ts'
import { row } from '../world.ts'

const id = (kind: number, number: number) => `e${kind}000000-0000-4000-a000-${String(number).padStart(12, '0')}`

/** Rows of the papers whose links are tried. Each `link` is what a client has in a mail. */
export const paper = {
  quotationLine: id(1, 1),
  mockup: id(2, 1),
  unpaid: id(3, 1),
  option: id(1, 3),
  briefPicture: id(4, 1),
} as const
const link = {
  quotation: id(9, 1),
  order: id(9, 2),
  delivery: id(9, 3),
  invoice: id(9, 4),
  credit_note: id(9, 5),
  statement: id(9, 6),
  payment_request: id(9, 7),
  booking: id(9, 8),
  brief: id(9, 9),
  drop: id(9, 10),
  product: id(9, 11),
  nobody: id(9, 99),
} as const
export type Kind = keyof typeof link

/** Every link and every state that it may be in: what the owner of the database does first. */
export const links: readonly { kind: Kind; state: string; uuid: string; given: string }[] = Object.entries({
  quotation: {
    valid: '',
    revoked: `update public.quotations set link_revoked_at = now() where public_uuid = '${link.quotation}'`,
    draft: `update public.quotations set status = 'draft' where public_uuid = '${link.quotation}';
      delete from public.quotation_versions`,
    'in revision': `update public.quotations set status = 'draft' where public_uuid = '${link.quotation}'`,
    cancelled: `update public.quotations set status = 'cancelled' where public_uuid = '${link.quotation}'`,
    expired: `update public.quotations set valid_until = private.company_today() - 1 where public_uuid = '${link.quotation}'`,
  },
  order: {
    valid: '',
    revoked: `update public.orders set link_revoked_at = now()`,
    cancelled: `update public.orders set status = 'cancelled'`,
  },
  delivery: {
    valid: '',
    revoked: `update public.deliveries set link_revoked_at = now()`,
    cancelled: `update public.deliveries set status = 'cancelled'`,
  },
  drop: {
    valid: '',
    revoked: `update public.deliveries set link_revoked_at = now()`,
    draft: `update public.partial_deliveries set status = 'planned' where id = '${link.drop}'`,
    cancelled: `update public.deliveries set status = 'cancelled'`,
  },
  invoice: {
    valid: '',
    revoked: `update public.invoices set link_revoked_at = now()`,
    draft: `update public.invoices set status = 'draft', invoice_number = null where public_uuid = '${link.invoice}'`,
    void: `update public.invoices set status = 'void', invoice_number = null where public_uuid = '${link.invoice}'`,
  },
  credit_note: {
    valid: '',
    revoked: `update public.credit_notes set link_revoked_at = now()`,
    draft: `update public.credit_notes set status = 'draft', credit_number = null`,
    void: `update public.credit_notes set status = 'void', credit_number = null`,
  },
  statement: { valid: '', revoked: `update public.statements set link_revoked_at = now()` },
  payment_request: {
    valid: '',
    cancelled: `update public.payment_requests set status = 'cancelled'`,
  },
  booking: {
    valid: '',
    held: `update public.bookings set status = 'held', held_until = now() + interval '4 minutes', reference = null`,
    expired: `update public.bookings set status = 'held', held_until = now() - interval '1 second', reference = null`,
    cancelled: `update public.bookings set status = 'cancelled'`,
  },
  brief: {
    valid: '',
    sent: `update public.design_briefs set status = 'sent', sent_at = now(), reference = 'BR-9', name = 'Anna', email = 'anna@example.com'`,
  },
  product: {
    valid: '',
    draft: `update public.manufactured_products set is_public = false`,
    withdrawn: `update public.manufactured_products set archived_at = now()`,
  },
  nobody: { valid: '' },
} satisfies Record<Kind, Record<string, string>>).flatMap(([kind, states]) =>
  Object.entries(states).map(([state, given]) => {
    const named = Object.keys(link).find((name): name is Kind => name === kind) ?? 'nobody'
    return { kind: named, state, uuid: link[named], given }
  }),
)

/** One paper of every kind, with a balance to pay, credit to use, a mockup to answer and a drop that arrived. */
export async function makePapers(tx: Queryable): Promise<void> {
  const { accounts, sales, workshop, client } = await tradeIn(tx)
  const store = async (sql: string) => {
    await becomeOwner(tx)
    await tx.exec(sql)
  }
  const quotation = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
  await sales.run(`insert into public.quotation_items
    (id, quotation_id, position, kind, description, qty, unit_price, vat_rate, discount_pct, is_optional, price_breaks) values
    ('${paper.quotationLine}', '${quotation}', 'a1', 'item', 'Fascia', 6, 142.375, 18, 10, false, '1:142.375 20:120'),
    ('${paper.option}', '${quotation}', 'a3', 'item', 'Installation', 1, 45, 18, null, true, null)`)
  await sales.run(`update public.quotations set show_price_breaks = true where id = '${quotation}'`)
  await sales.run(`select public.send_quotation('${quotation}')`)
  await store(`update public.quotations set public_uuid = '${link.quotation}' where id = '${quotation}'`)
  await store(`insert into public.jobs (id, job_number, quotation_id, title, status) values
      ('${id(2, 2)}', 'JOB-9', '${quotation}', 'Fascia', 'artwork');
    insert into public.mockups (id, job_id, version, status, file_name, files, file_hash, page_count, sent_at, checklist) values
      ('${paper.mockup}', '${id(2, 2)}', 1, 'sent', 'y.pdf', '[]', repeat('a', 64), 1, now(), '[{"key": "point-1", "text": "Spelling"}]')`)

  const ordered = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Van')`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate, discount_pct)
    values ('${ordered}', 'a1', 'Van wrap', 6, 100, 18, 10)`)
  await sales.run(`select public.send_quotation('${ordered}')`)
  const asked = await sales.value<string>(`select public_uuid from public.quotations where id = '${ordered}'`)
  await client.run(`select public.approve_quotation('${asked}', 1, 'Carla Client', true)`)
  const order = await sales.value<string>(`select id from public.orders where quotation_id = '${ordered}'`)
  await store(`update public.orders set public_uuid = '${link.order}' where id = '${order}'`)

  const delivery = await workshop.value<string>(`select public.plan_delivery('${order}')`)
  const item = await workshop.value<string>(`select id from public.delivery_items where delivery_id = '${delivery}'`)
  await store(`update public.deliveries set public_uuid = '${link.delivery}' where id = '${delivery}'`)
  await store(`insert into public.partial_deliveries (id, partial_number, delivery_id, seq, status, delivered_at)
    values ('${link.drop}', 'DN-9/1', '${delivery}', 1, 'delivered', now());
    insert into public.partial_delivery_items (partial_delivery_id, delivery_item_id, qty) values ('${link.drop}', '${item}', 2)`)

  const invoice = await issued(100, paper.unpaid, link.invoice)
  const second = await issued(40, id(3, 2), id(9, 98))
  const note = await accounts.value<string>(`select public.make_credit_note('${second}', 'Damaged', null) as made`)
  await store(`update public.credit_notes set public_uuid = '${link.credit_note}' where id = '${note}'`)
  await accounts.run(`select public.issue_credit_note('${note}')`)
  await accounts.run(`select public.record_payment('${row.clientContact}', 30, 'bank')`)
  const statement = await accounts.value<string>(
    `select public.create_statement('${row.clientContact}', current_date - 30, current_date + 1)`,
  )
  await store(`update public.statements set public_uuid = '${link.statement}' where id = '${statement}';
    insert into public.payment_requests (id, purpose, contact_id, invoice_id, amount)
      values ('${link.payment_request}', 'invoice', '${row.clientContact}', '${invoice}', 50);
    insert into public.booking_types (id, slug, name, minutes) values ('${id(8, 1)}', 'sample', 'See samples', 30);
    insert into public.bookings (public_uuid, reference, type_id, desk, starts_at, ends_at, busy_until, status, name, email)
      select '${link.booking}', 'BK-9', id, desk, now() + interval '3 days', now() + interval '3 days 30 minutes',
             now() + interval '3 days 30 minutes', 'confirmed', 'Anna', 'anna@example.com' from public.booking_types where id = '${id(8, 1)}';
    insert into public.design_briefs (id, public_uuid, answers) values ('${id(4, 2)}', '${link.brief}', '{"what": "A sign"}');
    insert into public.design_brief_pictures (id, brief_id, name, data)
      values ('${paper.briefPicture}', '${id(4, 2)}', 'Shop', '${pictureAddress('image/png')}');
    insert into public.manufactured_products (id, slug, name, base_price, is_public) values ('${link.product}', 'letters', 'Letters', 10, true)`)
  await store(`insert into public.document_events (kind, record_id, type, actor_name, meta)
    select asked.kind, asked.id, 'question', 'Anna', '{"words": "When?"}'
      from (select 'quotation' as kind, id from public.quotations union all select 'order', id from public.orders
            union all select 'invoice', id from public.invoices) as asked`)

  async function issued(price: number, made: string, uuid: string): Promise<string> {
    await store(`insert into public.invoices (id, public_uuid, contact_id, project_title)
      values ('${made}', '${uuid}', '${row.clientContact}', 'Lettering')`)
    await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
      values ('${made}', 'a0', 'item', 'Lettering', 1, ${price}, 0)`)
    await accounts.run(`select public.issue_invoice('${made}')`)
    return made
  }
}
