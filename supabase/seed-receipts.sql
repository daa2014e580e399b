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

-- What has lines came as a PDF. supabase/local/demo-papers.ts draws it, because its days are counted from today.
-- Nobody changed the invoices for that: no trigger tells of it.
alter table public.supplier_invoices disable trigger user;
update public.supplier_invoices v set file_name = translate(v.supplier_number, ' /', '--') || '.pdf',
       file_path = format('%s/%s.pdf', v.id, lower(translate(v.supplier_number, ' /', '--')))
 where exists (select from public.supplier_invoice_items i where i.supplier_invoice_id = v.id);
alter table public.supplier_invoices enable trigger user;
insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at)
select pg_temp.key('supplier paper ' || v.id), 'supplier-invoices', v.file_path, v.created_by, v.created_by::text, pg_temp.key('supplier paper bytes ' || v.id),
       jsonb_build_object('eTag', '""', 'size', 0, 'mimetype', 'application/pdf', 'cacheControl', 'max-age=3600',
         'lastModified', to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'contentLength', 0, 'httpStatusCode', 200),
       jsonb_build_object('demo', 'drawn'), v.created_at
  from public.supplier_invoices v where v.file_path is not null;
drop function pg_temp.key(text);
