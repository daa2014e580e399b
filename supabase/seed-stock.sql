-- DEMO DATA, after seed-trade.sql: what is in stock, where it lies, what jobs need of it, what was ordered and arrived.
-- Everything is moved as people move it, so the counts are sums of movements. The same day gives the same rows.

create function pg_temp.today() returns date language sql stable as $$ select (now() at time zone 'Europe/Malta')::date $$;
create function pg_temp.key(words text) returns uuid language sql immutable as $$ select md5('signwright demo ' || words)::uuid $$;
create function pg_temp.demo_id(kind text, n int) returns uuid language sql immutable as $$
  select (kind || '000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid
$$;
create function pg_temp.who(first_name text) returns uuid language sql stable as $$
  select id from auth.users where email = first_name || '@example.com'
$$;
-- That many days before today, at that hour of the company; what falls on a weekend happened on the Friday.
create function pg_temp.back(days int, clock text default '10:00') returns timestamptz language sql stable as $$
  select at - make_interval(days => greatest(extract(isodow from at at time zone 'Europe/Malta')::int - 5, 0))
    from (select (pg_temp.today() - days + clock::time) at time zone 'Europe/Malta' as at) as day
$$;
create function pg_temp.stock_item(number int) returns uuid language sql immutable as $$ select pg_temp.demo_id('a1', number) $$;

insert into public.inventory_groups (id, name, note) values
  (pg_temp.key('group acm'), 'ACM 3 mm', 'White composite panel, in two sizes'),
  (pg_temp.key('group foamex'), 'Foamex', 'PVC foam board, by thickness'),
  (pg_temp.key('group acrylic'), 'Acrylic', 'Clear and opal, by thickness'),
  (pg_temp.key('group films'), 'Printed vinyl', 'From short to long life');

-- Where each item lies, the least there should be, what is ordered at once, and from whom.
create temporary table kept (number int primary key, bin text, least numeric, at_once numeric, supplier text, their_number text, counted numeric, of_group text);
insert into kept values
  (1, 'Rack 1', 10, 20, 'northlight', 'NL-DB3-3015', 17, 'acm'), (2, 'Rack 1', 6, 12, 'northlight', 'NL-DB3-2412', 9, 'acm'),
  (3, 'Rack 2', 8, 20, 'plastika', 'FX-03-W', 31, 'foamex'), (4, 'Rack 2', 10, 20, 'plastika', 'FX-05-W', 14, 'foamex'),
  (5, 'Rack 2', 4, 6, 'plastika', 'FX-10-W', 4, 'foamex'), (6, 'Rack 3', 5, 10, 'plastika', 'AC-03-C', 8, 'acrylic'),
  (7, 'Rack 3', 4, 6, 'plastika', 'AC-05-O', 5, 'acrylic'), (8, 'Rack 3', 2, 2, 'plastika', 'AC-10-C', 3, 'acrylic'),
  (9, 'Rack 4', 20, 50, 'plastika', 'CX-04', 62, null), (10, 'Film wall A', 60, 137, 'verra', 'VF-M100', 212, 'films'),
  (11, 'Film wall A', 60, 137, 'verra', 'VF-P300', 96, 'films'), (12, 'Film wall B', 40, 68.5, 'verra', 'VF-C700', 137, 'films'),
  (13, 'Film wall B', 80, 137, 'verra', 'VF-LG', 158, null), (14, 'Film wall C', 80, 160, 'harbour', 'HT-440-160', 244, null),
  (15, 'Film wall C', 100, 160, 'harbour', 'HT-510-320', 320, null), (16, 'Film wall D', 30, 68.5, 'verra', 'VF-FR', 44, null),
  (17, 'Film wall D', 20, 68.5, 'verra', 'VF-OW', 12, null), (18, 'Drawer 3', 300, 500, 'northlight', 'NL-LED3', 840, null),
  (19, 'Drawer 4', 12, 20, 'northlight', 'NL-P100', 9, null), (20, 'Drawer 7', 100, 200, 'plastika', 'SO-1925', 260, null),
  (21, 'Drawer 8', 40, 99, 'verra', 'VHB-19', 74, null), (22, 'Rack 5', 50, 100, 'northlight', 'NL-RAIL', 85, null);

create temporary table supplier (word text primary key, id uuid);
insert into supplier select word, pg_temp.key('supplier ' || word) from unnest(array['northlight', 'plastika', 'verra', 'harbour']) as word;
insert into public.contacts (id, name, email, phone, company, type, profile, contact_type_id, city, country, created_at)
select pg_temp.key('supplier ' || word), listed.name, 'orders@' || word || '.example.com', phone, listed.name, 'Business', 'verified',
       (select id from public.contact_types where name = 'Supplier'), listed.city, 'Malta', now() - interval '900 days'
  from (values ('northlight', 'Northlight Sign Supplies', '+356 5550 9001', 'Marsa'), ('plastika', 'Plastika Sheets', '+356 5550 9002', 'Qormi'),
    ('verra', 'Verra Films', '+356 5550 9003', 'Mosta'), ('harbour', 'Harbour Textiles', '+356 5550 9004', 'Birgu')) as listed (word, name, phone, city)
on conflict (id) do nothing;

update public.inventory_items i
   set bin = k.bin, min_qty = k.least, reorder_qty = k.at_once, supplier_id = s.id, supplier_sku = k.their_number,
       group_id = case when k.of_group is not null then pg_temp.key('group ' || k.of_group) end
  from kept k left join supplier s on s.word = k.supplier
 where i.id = pg_temp.stock_item(k.number);
insert into public.item_suppliers (item_id, supplier_id, supplier_sku, lead_days)
select pg_temp.stock_item(listed.number), s.id, listed.their_number, listed.days
  from (values (1, 'plastika', 'PL-DB3', 5), (4, 'northlight', 'NL-FX5', 4), (11, 'harbour', 'HT-PV137', 7), (14, 'verra', 'VF-B440', 3)) as listed (number, supplier, their_number, days)
  join supplier s on s.word = listed.supplier;

-- A count of everything three weeks ago.
insert into public.stock_movements (item_id, reason, qty, note, created_by, created_at)
select pg_temp.stock_item(number), 'count', counted, 'Count of the store', pg_temp.who('rita'), pg_temp.back(21, '17:00') + number * interval '2 minutes'
  from kept order by number;

-- An order that arrived in two parts, one that is on its way, one that arrived in part, and a draft.
insert into public.purchase_orders (id, purchase_number, supplier_id, status, expected_on, note, sent_at, sent_to, created_by, created_at)
select pg_temp.key('purchase ' || n), format('PO-%s-%s', extract(year from pg_temp.today())::int, lpad(n::text, 4, '0')), s.id, listed.status, pg_temp.today() + expected, listed.note,
       case when listed.status <> 'draft' then pg_temp.back(sent, '11:20') end, case when listed.status <> 'draft' then 'orders@example.com' end,
       pg_temp.who('rita'), pg_temp.back(sent + 1, '15:10')
  from (values (1, 'plastika', 'sent', -9, 'Please deliver before noon.', 18), (2, 'verra', 'sent', 2, null, 6), (3, 'northlight', 'sent', 1, 'One delivery if you can.', 8),
    (4, 'harbour', 'draft', 7, null, 1)) as listed (n, supplier, status, expected, note, sent) join supplier s on s.word = listed.supplier;
insert into public.purchase_order_lines (id, purchase_order_id, item_id, qty, created_by, created_at)
select pg_temp.key(format('purchase %s line %s', n, number)), o.id, pg_temp.stock_item(number), qty, o.created_by, o.created_at + number * interval '1 minute'
  from (values (1, 4, 20), (1, 6, 10), (2, 11, 2), (2, 17, 1), (3, 19, 20), (3, 1, 12), (3, 18, 5), (4, 15, 1)) as listed (n, number, qty)
  join public.purchase_orders o on o.id = pg_temp.key('purchase ' || n);
select private.refresh_on_order(id) from public.inventory_items where id in (select item_id from public.purchase_order_lines);
insert into public.purchase_receipts (id, purchase_order_id, delivery_note, created_by, created_at)
select pg_temp.key('receipt ' || n), pg_temp.key('purchase ' || purchase), note, pg_temp.who('tony'), pg_temp.back(days, '09:40')
  from (values (1, 1, 'LS 4471', 13), (2, 1, 'LS 4502', 10), (3, 3, '88-2041', 2)) as listed (n, purchase, note, days);
insert into public.stock_movements (item_id, reason, qty, purchase_line_id, receipt_id, created_by, created_at)
select pg_temp.stock_item(number), 'purchase', qty, pg_temp.key(format('purchase %s line %s', purchase, number)), r.id, r.created_by, r.created_at
  from (values (1, 1, 4, 12), (1, 1, 6, 10), (2, 1, 4, 8), (3, 3, 18, 500)) as listed (receipt, purchase, number, qty)
  join public.purchase_receipts r on r.id = pg_temp.key('receipt ' || listed.receipt);

-- What the jobs of the last weeks took, and what the open ones still need. Each kind of service takes its materials.
create temporary table recipe (service text, number int, per numeric);
insert into recipe values ('printed-banner', 14, 1.1), ('foamex-sign', 4, 0.3), ('foamex-sign', 11, 1.15), ('acm-panel', 1, 0.25), ('acm-panel', 13, 1.15),
  ('correx-board', 9, 0.2), ('window-film', 16, 1.2), ('tray-fascia', 1, 0.35), ('led-letters', 18, 24), ('led-letters', 19, 0.5), ('lightbox', 7, 0.3),
  ('lightbox', 18, 40), ('acrylic-plaque', 6, 0.15), ('acrylic-plaque', 20, 4), ('vehicle-graphics', 12, 6), ('van-wrap', 12, 24);
create temporary table needed as
select j.id as job_id, pg_temp.stock_item(r.number) as item_id, j.status, j.created_by, row_number() over (order by j.created_at desc, j.job_number, r.number) as place,
       greatest(case when i.stock_unit in ('sheet', 'piece') then ceil(r.per * amount.of_job) else round(r.per * amount.of_job, 2) end, 1) as qty
  from public.jobs j
  join public.services s on s.id = j.service_id
  join recipe r on r.service = s.slug
  join public.inventory_items i on i.id = pg_temp.stock_item(r.number),
       lateral (select least(case when s.unit = 'm2' then greatest(j.qty * coalesce(j.width_mm, 1000) * coalesce(j.height_mm, 1000) / 1000000, 0.5) else j.qty end, 12) as of_job) as amount
 where j.status not in ('cancelled') and j.created_at > now() - interval '60 days'
 order by j.created_at desc limit 60;
insert into public.stock_movements (item_id, reason, qty, job_id, created_by, created_at)
select n.item_id, 'deduct', -n.qty, n.job_id, pg_temp.who(case when n.place % 3 = 0 then 'tony' else 'karl' end), pg_temp.back((n.place % 12)::int + 1, '08:30') + n.place * interval '7 minutes'
  from needed n join public.inventory_items i on i.id = n.item_id
 where n.status in ('qc', 'ready', 'delivered', 'closed')
   and n.qty + coalesce((select sum(o.qty) from needed o where o.item_id = n.item_id and o.place < n.place and o.status in ('qc', 'ready', 'delivered', 'closed')), 0) < i.on_hand * 0.8
 order by n.place desc;
insert into public.job_materials (job_id, item_id, qty_planned, created_by)
select n.job_id, n.item_id, n.qty, n.created_by from needed n where private.job_is_open(n.status) on conflict do nothing;
select private.share_out(id) from public.inventory_items where id in (select item_id from needed) order by id;

-- A torn roll, a sheet that fell, one that came back, and a wrong entry that was undone.
insert into public.stock_movements (id, item_id, reason, qty, note, created_by, created_at) values
  (pg_temp.key('waste film'), pg_temp.stock_item(13), 'waste', -4.5, 'Torn at the laminator', pg_temp.who('karl'), pg_temp.back(5, '14:05')),
  (pg_temp.key('waste sheet'), pg_temp.stock_item(3), 'waste', -1, 'Corner broken in the rack', pg_temp.who('tony'), pg_temp.back(4, '10:15')),
  (pg_temp.key('wrong sheet'), pg_temp.stock_item(2), 'deduct', -2, null, pg_temp.who('karl'), pg_temp.back(3, '11:00'));
insert into public.stock_movements (item_id, reason, qty, reverses_id, created_by, created_at)
values (pg_temp.stock_item(2), 'reversal', 2, pg_temp.key('wrong sheet'), pg_temp.who('karl'), pg_temp.back(3, '11:03'));

insert into public.stock_offcuts (id, item_id, width_mm, length_mm, bin, source_job_id, created_by, created_at)
select pg_temp.key('offcut ' || n), pg_temp.stock_item(number), width, length, listed.bin, (select m.job_id from public.stock_movements m where m.item_id = pg_temp.stock_item(number) and m.job_id is not null order by m.created_at limit 1),
       pg_temp.who('karl'), pg_temp.back(n, '15:30')
  from (values (1, 1, 620, 1500, 'Offcuts A'), (2, 1, 410, 980, 'Offcuts A'), (3, 1, 1100, 1500, 'Offcuts A'), (4, 4, 500, 1220, 'Offcuts B'), (5, 4, 300, 900, 'Offcuts B'),
    (6, 6, 700, 1520, 'Offcuts B'), (7, 7, 460, 2030, 'Offcuts B'), (8, 12, 1370, 2400, 'Film ends'), (9, 11, 1370, 3100, 'Film ends'), (10, 5, 610, 820, 'Offcuts B')) as listed (n, number, width, length, bin);

insert into private.document_sequences (prefix, year, last_number) values ('PO', extract(year from pg_temp.today())::int, 4)
on conflict (prefix, year) do update set last_number = greatest(private.document_sequences.last_number, 4);

drop table kept, supplier, recipe, needed;
drop function pg_temp.stock_item(int), pg_temp.back(int, text), pg_temp.who(text), pg_temp.demo_id(text, int), pg_temp.key(text), pg_temp.today();
