-- DEMO DATA, after seed-suppliers.sql: an invoice for sheets that came with a purchase order. It asks for two sheets more than
-- arrived, which its lines say beside what was ordered, received and invoiced.

create function pg_temp.key(words text) returns uuid language sql immutable as $$ select md5('signwright demo ' || words)::uuid $$;
create temporary table billed as
select pg_temp.key('supplier invoice of a purchase') as id, o.supplier_id, least(r.day + 1, (now() at time zone 'Europe/Malta')::date) as day,
       (select id from auth.users where email = 'joanne@example.com') as joanne
  from public.purchase_orders o, lateral (select max(p.created_at at time zone 'Europe/Malta')::date as day from public.purchase_receipts p where p.purchase_order_id = o.id) as r
 where o.id = pg_temp.key('purchase 1');
insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, net, vat, iban, created_by, created_at)
select b.id, b.supplier_id, 'PS-26-3436', b.day, b.day + 30, 1813.00, 326.34, a.iban, b.joanne, least(now(), (b.day + 1 + time '09:10') at time zone 'Europe/Malta')
  from billed b join public.contact_bank_accounts a on a.contact_id = b.supplier_id;
insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate, inventory_item_id)
select b.id, listed.position, listed.description, listed.qty, listed.price, 18, l.item_id
  from billed b, (values ('a0001', 'Foamex 5 mm white 3050 × 2030', 22, 61.50, 20), ('a0002', 'Clear acrylic 3 mm 2050 × 1520', 10, 46.00, 10))
    as listed (position, description, qty, price, ordered)
  join public.purchase_order_lines l on l.purchase_order_id = pg_temp.key('purchase 1') and l.qty = listed.ordered;
drop table billed;
drop function pg_temp.key(text);
