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
  (21, 'Drawer 8', 40, 99, 'verra', 'VHB-19', 74, null), (22, 'Rack 5', 50, 100, 'northlight', 'NL-RAIL', 85, null),
  (23, 'Rack 6', 18, 36, 'northlight', 'NL-RET08', 41, null), (24, 'Drawer 9', 100, 200, 'northlight', 'NL-W075', 310, null);

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

-- What every other finished job of the year used was booked at its hand-over, out of what had come for its month.
create temporary table used as
select j.id as job_id, i.id as item_id, i.stock_unit as unit, j.created_by, at.day as at, round(c.cost_price / i.stock_per_buy, 4) as unit_cost,
       case when at.day >= counted.at then counted.at + interval '1 hour' else date_trunc('month', at.day) + interval '7 hours' end as came,
       case when i.stock_unit in ('m', 'm2', 'kg', 'ml') then greatest(round(r.per * amount.of_job, 2), 0.1) else greatest(ceil(r.per * amount.of_job), 1) end as qty
  from public.jobs j
  join public.services s on s.id = j.service_id
  join recipe r on r.service = s.slug
  join public.inventory_items i on i.id = pg_temp.stock_item(r.number)
  left join public.inventory_item_costs c on c.item_id = i.id
 cross join lateral (select least(case when s.unit = 'm2' then greatest(j.qty * coalesce(j.width_mm, 1000) * coalesce(j.height_mm, 1000) / 1000000, 0.5) else j.qty end, 12) as of_job) as amount
 cross join lateral (select coalesce(j.finished_at, j.created_at + interval '8 days') as day) as at
 cross join lateral (select pg_temp.back(21, '18:00') as at) as counted
 where j.status in ('ready', 'delivered', 'closed') and at.day < now()
   and not exists (select from public.stock_movements m where m.job_id = j.id and m.item_id = i.id);

-- They are written kind by kind above; what was there after each follows their order in time.
alter table public.stock_movements disable trigger user;
insert into public.stock_movements (id, item_id, reason, qty, unit, balance, job_id, created_by, created_at)
select pg_temp.key(format('used %s %s', job_id, item_id)), item_id, 'deduct', -qty, unit, 0, job_id, created_by, at from used;
insert into public.stock_movements (id, item_id, reason, qty, unit, balance, note, created_by, created_at)
select pg_temp.key(format('came %s %s', came, item_id)), item_id, 'purchase', sum(qty), min(unit), 0, 'Delivery for the month', pg_temp.who('rita'), came
  from used group by came, item_id;
insert into public.stock_movement_costs (movement_id, unit_cost)
select pg_temp.key(format('used %s %s', job_id, item_id)), unit_cost from used where unit_cost is not null
union all
select pg_temp.key(format('came %s %s', came, item_id)), min(unit_cost) from used where unit_cost is not null group by came, item_id;
insert into public.job_materials (job_id, item_id, qty_planned, qty_used, settled_at, created_by, created_at)
select job_id, item_id, qty, qty, at, created_by, at from used
on conflict (job_id, item_id) do update set qty_planned = excluded.qty_planned, qty_used = excluded.qty_used, settled_at = excluded.settled_at;
update public.stock_movements m set balance = told.balance
  from (select id, sum(qty) over (partition by item_id order by created_at, id) as balance from public.stock_movements) as told
 where told.id = m.id and told.balance <> m.balance;
alter table public.stock_movements enable trigger user;

insert into public.stock_offcuts (id, item_id, width_mm, length_mm, bin, source_job_id, created_by, created_at)
select pg_temp.key('offcut ' || n), pg_temp.stock_item(number), width, length, listed.bin, (select m.job_id from public.stock_movements m where m.item_id = pg_temp.stock_item(number) and m.job_id is not null order by m.created_at limit 1),
       pg_temp.who('karl'), pg_temp.back(n, '15:30')
  from (values (1, 1, 620, 1500, 'Offcuts A'), (2, 1, 410, 980, 'Offcuts A'), (3, 1, 1100, 1500, 'Offcuts A'), (4, 4, 500, 1220, 'Offcuts B'), (5, 4, 300, 900, 'Offcuts B'),
    (6, 6, 700, 1520, 'Offcuts B'), (7, 7, 460, 2030, 'Offcuts B'), (8, 12, 1370, 2400, 'Film ends'), (9, 11, 1370, 3100, 'Film ends'), (10, 5, 610, 820, 'Offcuts B')) as listed (n, number, width, length, bin);

insert into private.document_sequences (prefix, year, last_number) values ('PO', extract(year from pg_temp.today())::int, 4)
on conflict (prefix, year) do update set last_number = greatest(private.document_sequences.last_number, 4);

-- Photos of some items; their files lie in supabase/demo.
create temporary table item_photo as
select l.*, pg_temp.stock_item(number) as item_id, pg_temp.key('item photo ' || n) as id,
       format('%s/%s.jpg', pg_temp.stock_item(number), pg_temp.key('item photo ' || n)) as path, pg_temp.back(30 + n, '16:00') as at
  from (values
    (1, 1, 'item-acm.jpg', 43406, '673919375a40fb1f2344cdd435bae390',
     '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAsHCAoIBwsKCQoMDAsNEBsSEA8PECEYGRQbJyMpKScjJiUsMT81LC47LyUmNko3O0FDRkdGKjRNUkxEUj9FRkP/2wBDAQwMDBAOECASEiBDLSYtQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0P/wAARCACWAMgDASIAAhEBAxEB/8QAGwABAAMBAQEBAAAAAAAAAAAAAAIDBQYEAQf/xABGEAAABAEGCQoEBAUDBQAAAAAAAQIDBAURE1OS0RIUFSFRUpGUsTEzNFRxcnOVpdI1ssHhBiIjQRYkYYGhJTJCYnSTosL/xAAXAQEBAQEAAAAAAAAAAAAAAAAAAQID/8QAGxEBAQADAQEBAAAAAAAAAAAAAAECETESITL/2gAMAwEAAhEDEQA/AOwZaboW/wBNH+0v+JaBKibq0WSBnmW+4XARinsXh1umnCwCnmnmnzjm2lRN1aLJBRN1aLJDwsSrSvttmwacNWDPhzzf4GiLZYk+oUTdWiyQUTdWiyQmAioUTdWiyQUTdWiyQmACFE3VoskFE3VoskJgAhRN1aLJBRN1aLJCYAIUTdWiyQUTdWiyQ8URKtC+40TBqwDmnw5p/wDA9cI/jMOl3BwcKfNPPNMc30F1U2lRN1aLJBRN1aLJCYCKhRN1aLJBRN1aLJCYAIUTdWiyQUTdWiyQmACFE3VoskFE3VoskJgAhRN1aLJBRN1aLJDPXLGC4pJQ5ngqNM+HyzHNoGgw5TMNuEU2GklTaJxdWJsom6tFkgEwEVBnmW+4XAUSr8Pf7C4kL2eZb7hcBRKvw9/sLiQs6jHg+mw/ikOiIc7B9Nh/FIdEQ1n1MeAAAw0AAAAAAAAAA56O6fEd/wChDWkj4e32q+Yxkx3T4jv/AEIa0kfD2+1XzGN5fmMY9r1gADDYAAAAAAAFygBcoDmneed8RXzGN6A6DD+GngMF3nnfEV8xjegOgw/hp4DeXIxj1eAAMNoM8y33C4CiVfh7/YXEhezzLfcLgKJV+Hv9hcSFnUY8H02H8Uh0RDnYPpsP4pDoiGs+pjwAAGGgAAAAAAAAAHPR3T4jv/QhrSR8Pb7VfMYyY7p8R3/oQ1pI+Ht9qvmMby/MYx7XrAAGGwAAAAAAALlAC5QHNO8874ivmMb0B0GH8NPAYLvPO+Ir5jG9AdBh/DTwG8uRjHq8AAYbQZ5lvuFwFEq/D3+wuJC9nmW+4XAUSr8Pf7C4kLOoyYJKlRjBklRkThTmRcg6CY9B7Bg0K8QJSqNTa3ZySps3c5EZTmlOf+4poUVMN5a7eN5TdZl06TPoPYGfQewc3QoqYby128KFFTDeWu3jPldukz6D2Bn0HsHN0KKmG8tdvChRUw3lrt4eTbpM+g9gZ9B7BzdCiphvLXbwoUVMN5a7eHk26TPoPYGfQewc3QoqYby128KFFTD+Wu3h5Nro1pw458ybWZGvMZJPQQ1JKSpMA2SkqI/zZjL/AKjGEbSZz/SY3B28SSyg08zD+XOn9Rqzc0kv10ufQewM+g9g5uhRUw3lrt4UKKmG8tdvGfK7dJn0HsDPoPYOboUVMN5a7eFCiphvLXbw8m3SZ9B7Az6D2Dm6FFTDeWu3hQoqYby128PJt0mfQewfSnn5D2DmqFFTDeWu3hQoqYby128PJseIyfdIyMjpFcpf1MbsB0GH8NPAc8lkmlLUlDaSWefAZU3OZf0UOhgOgw/hp4C5ciY9XgADDaDPMt9wuAolUv8ATn+wuJC9nmW+4XAcj+KWJSVKTy2URRwuAjOgzwOTP/kWTdS8e9K0IhzI1JSo3CP87imymmP/AJJz/wBh8pkVsNv71w5lpmUqQiaTGEszmLBUojM9o9OKS/qSlbXeOtYjdpkVsNv71wUyK2G3964YWKS/qSlbXeGKS/qSlbXeIN2mRWw2/vXBTIrYbf3rhhYpL+pKVtd4YpL+pKVtd4DdpkVsNv71wUyK2G3964YWKS/qSlbXeGKS/qSlbXeA3aZFbDb+9cFMitht/euGFikv6kpW13hikv6kpW13gNo3Uzn+pD766JJeRg87Db+8X0HOLRKqVqSvHiURzGRrXPPtFrUPLi2yU0mUTQfIZLXNxFG/TIrYbf3rgpkVsNv71wwsUl/UlK2u8MUl/UlK2u8QbtMitht/euCmRWw2/vXDCxSX9SUra7wxSX9SUra7wG7TIrYbf3rgpkVsNv71wwsUl/UlK2u8MUl/UlK2u8Bu0yK2G3964KZFbDb+9cMLFJf1JStrvDFJf1JStrvAazeEpbijozI1TEbbynM3arkHRwBfyEP4aeA/PFtSiajw0xhmRmR4SlHN/kbP4ah5URKcMt9EWULgnnWasCbBOb9+wTKfDG/XYgADm6IM8y33C4CiVfh7/YXEhezzLfcLgKJV+Hv9hcSFnUY8H02H8Uh0RDnYPpsP4pDoiGs+pjwAAGGgAAAAAAAAAHPR3T4jv/QhrSR8Pb7VfMYyY7p8R3/oQ1pI+Ht9qvmMby/MYx7XrAAGGwAAAAAAALlAC5QHNO8874ivmMb0n9Bh/DTwGC7zzviK+YxvQHQYfw08BvLkYx6vAAGG0GeZb7hcBRKvw9/sLiQvZ5lvuFwFEq/D3+wuJCzqMdKHGCZi52ktUkxKXOeci0Jzj05YXXQdh24edGG01SHOhpS5qSnoc5fthfQfcaT1r1X7DpYxF+WF10HYduDLC66DsO3CjGk9a9V+wY0nrXqv2E1F2vywuug7DtwZYXXQdh24UY0nrXqv2DGk9a9V+wahtflhddB2Hbgywuug7DtwoxpPWvVfsGNJ616r9g1Da/LC66DsO3BlhddB2HbhRjSeteq/YMaT1r1X7BqG1TsQ266txTsPhKOc5kuzcB6IaU6BlLaHoUklPNOh0z5Z9AoOJThH/M+pT/QTREpJPSvVJvoKj0ZYXXQdh24MsLroOw7cKMaT1r1X7BjSeteq/YTUXa/LC66DsO3BlhddB2HbhRjSeteq/YMaT1r1X7BqG1+WF10HYduDLC66DsO3CjGk9a9V+wY0nrXqv2DUNr8sLroOw7cPuWF10H/43bh58aT1r1X7BjSeteq/YNQ2iw/BPtRJqWtUQSzwaIjJE558+Fn2DbgOgw/hp4DKh46HXJ8ShDrTrqlkWddMZF+8y82D2fuNWA6DD+GngJlwxXgADDaDPMt9wuAolX4e/wBhcSGc1+I4cmkFQP5klq6O0eSUfxTCrYdhyYiMMyLP+WblI9Is6l49DS1nDk2htznMKkRgmfJyTLzf10ieC/oi7EMMT+IIdUNQrYcUmkJZEtCVpLMZH+U1Fn5M4jliB6qzuKPeOtYjdwX9EXYhgwX9EXYhhhZYgeqs7ij3hliB6qzuKPeJobuC/oi7EMGC/oi7EMMLLED1VncUe8MsQPVWdxR7w0N3Bf0RdiGDBf0RdiGGFliB6qzuKPeGWIHqrO4o94aG7gv6IuxDBgv6IuxDDCyxA9VZ3FHvDLED1VncUe8NDYUl7CPNFWYcTQl7BzFF/wBkw4wTleDnOaFbm/7RHvEkyxBTZ4Vqf+sEg/8A7Ab2C/oi7EMGC/oi7EMMLLED1VncUe8MsQPVWdxR7w0N3Bf0RdiGDBf0RdiGGFliB6qzuKPeGWIHqrO4o94aG7gv6IuxDBgv6IuxDDCyxA9VZ3FHvDLED1VncUe8NDdwX9EXYhgwX9EXYhhhZYgeqs7ij3hliB6qzuKPeGhptwamWHXVurNRuzEhxCCPPOebBzDegOgw/hp4DjUy80hCm0NKS0aiVgNtpQU/JPMSjGrA/iuESyyxQRGGSSTP+Waci7RMp8XHrpAGN/EkPUP/APreA5tuab5tPdIUuwjbjhrUa5zMpySZcgub5tPdISDejW1DkFDGn9PGCVOWdSkzTCGIN67m0rh6gFuVTzHlxBvXc2lcGIN67m0rh6gD1TUeXEG9dzaVwYg3rubSuHqAPVNR5cQb13NpXBiDeu5tK4eoA9U1HlxBvXc2lcGIN67m0rh6gD1TUeduChiSdJjBqn5UqTNMI4g0ZnMpwinOYjMuTYPUAeqeY8uIN67m0rgxBvXc2lcPUAeqajy4g3rubSuDEG9dzaVw9QB6pqPLiDeu5tK4MQb13NpXD1AHqmo8uIN67m0rgxBrXc2lcPUAeqaihuChSSVIUQav3wVJmEWYNDakrnXhF+xmQ9IBcrSYyAAAyqLfNp7pCQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/9k='),
    (2, 12, 'item-vinyl.jpg', 33213, '8ff49b32a942fd24c5dd44fbb5fcaabf',
     '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAsHCAoIBwsKCQoMDAsNEBsSEA8PECEYGRQbJyMpKScjJiUsMT81LC47LyUmNko3O0FDRkdGKjRNUkxEUj9FRkP/2wBDAQwMDBAOECASEiBDLSYtQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0P/wAARCACWAMgDASIAAhEBAxEB/8QAGwABAQEBAAMBAAAAAAAAAAAAAAYCBQEDBAf/xABAEAAABAIFBwwABAYCAwAAAAAAAQIDBAURE1OSkxQVFiFRVdEGEhcxM0FSVGRykbEiYXGhBzJCgZXSlMEjRKL/xAAZAQEAAwEBAAAAAAAAAAAAAAAAAQIDBAX/xAAjEQEAAQQCAwEAAwEAAAAAAAAAAQIDEVETFAQSITEyUmFi/9oADAMBAAIRAxEAPwC7YZbqG/8Axt/yF/SWwbqWrJu4QMdg37C+hsUWYqWrJu4QVLVk3cIbABipasm7hBUtWTdwhsAGKlqybuEFS1ZN3CGwAYqWrJu4QVLVk3cIbABipasm7hBUtWTdwhsAGKlqybuEFS1ZN3CGwAYqWrJu4QVLVk3cIbABipasm7hBUtWTdwhsAGKlqybuEFS1ZN3CGwAYqWrJu4QVLVk3cIbABipasm7hBUtWTdwhsAHrqWqOybuEA33AAyx2DfsL6GxhjsG/YX0NgA57s9lTLim3ZlBoWgzSpKnkkZGXWRjoD87mvJZuImcW8a0kbjy1de0zFqKfZlduTRHxZaQyfesDjp4hpDJ96wOOniIPRBu0TeG2uRRvmZMpW6aSpPmEaqPgacUbYx5FU/kLnSGT71gcdPENIZPvWBx08RF6BRHlojDVwDQKI8tEYauAjjp2nmr/AKrTSGT71gcdPENIZPvWBx08RF6AxHlojDPgPS5yMqV8x2ltdFPNXqOj+4ccbJv1x+0rrSGT71gcdPENIZPvWBx08RB6IN2ibwaIN2ibwnijavZnS80hk+9YHHTxDSGT71gcdPEQeiDdom8GiDdom8HFGzszpeaQyfesDjp4hpDJ96wOOniIPRBu0TeDRBu0TeDijZ2Z0vNIZPvWBx08Q0hk+9YHHTxEHog3aJvBog3aJvBxRs7M6XmkMn3rA46eIaQyfesDjp4iD0QbtE3g0QbtE3g4o2dmdLzSGT71gcdPEeyHnMtinKuHj4Z5wyp5rbhKP4Ifn+iDdon5FNyYg5fyUlURHxSyQbrhIrCI1GZF1JKjX10n/YVqoimMtLd6qurGFOkyURGkyMj6jIeR621trUS2VEpp5BOoUnqOnrMv11GPYM3Q8dwB3AAyx2DfsL6GxhjsG/YX0NgA/NJtGupmsYknDIifWX7mP0sh+NT6NJE8mCaeqJcL/wCjG9iYiZy4fNpmqmMOhlz1oYqORjS5tLpxDKJTprS0RJJ42j/mUf8AMWsuofnOXltHth5y/C87J4l5nnfzVbhpp/WgxtXMVRhx2Iqt1xVL9P0LPyUR/mHeA8aFn5KI/wAw7wH5vpJH7wjMdfENJI/eEZjr4jHj/wBd3Z/5fsUphJlKIMoWFgGzbJRqKtjVOKpP8zKkSv8AEGJeanbJKMm1qhUGpJHSRHSqnWIfSSP3hGY6+I9D82diF8999x1dFHOcWajo2UmLUU+s5llfuzco9Yh2suetDDLnrQxwcvLaGXltG3tDh4q3ey560MMuetDHBy8toZeW0PaDird7LnrQwy560McHLy2hl5bQ9oOKt3suetDDLnrQxwcvLaGXltD2g4q3ey560MMuetDHBy8toZeW0PaDird7LnrQx158pbvI2TuEZmmvXzz/AD10f9iKy8tovv4ezSBmcsflEcTKzQusQ27RQtJ69VOw/sY35iafjs8Kmqi5OXe5LpWmQysl005Oo9ew1av2oHXGEmlbhqQRE2lJIRR1UFs/LgNjlem8dwB3AJGWOwb9hfQ2MMdg37C+hsAGTQgz1oRdIaE1FwM2XFPKajYlLZrM0pJZ0EVOoIFFVt+BF0gq2/Ai6QmM3znz8ViGPObp0f8A78VfMThGVNVt+BF0gq2/Ai6Qmc3Trz0XfMM3Trz0XfMMGVNVt+BF0gq2/Ai6Qmc3Trz0XfMM3zrz8ViGGDKmq2/Ai6QVbfgRdITGb5z5+KxDDN858/FYhhgyp6tvwIukFW34EXSExm+c+fisQwzfOfPxWIYYMqerb8CLpBVt+BF0hMZvnPn4rEMM3znz8ViGGDKnq2/Ai6QVbfgRdITGb5z5+KxDDN858/FYhhgyp6tvwIukFW34EXSExm+c+fisQwzfOfPxWIYYMqerb8CLpDzVt+BF0hL5vnPn4rEMdOQy+LrXXI6MiXST+FKDcOinrMz/AGEYHXAZSRocU2ZmdFBpM+syMaBLx3AHcADLHYN+wvobGGOwb9hfQ2AD3po5pfoPQOQ/OUNPONmovwqMhMIl39Q+KZmtEJEusnDpdbaSaFRCFKQkzVRrJOv4HKz6jxENM8oqhxS21NmakkR84qe/9S2iUPhzhNvNcn/+JEBnCbeb5P8A/EiB1dLXdrFw/wDYNLXdrFw/9gHslMzgkwZZ2dg1xPOOk4aHcJFHdqMqaR0k1NatTBETS0IUmgqOsj10Dk6Wu7WLh/7D53OUBOuqcWpHOURFQkqC1U/n+YCh1BqE7n1HiIM+o8RAKLUGoTufUeIgz6jxEAotQahO59R4iDPqPEQCi1BqE7n1HiIM+o8RAKLUGoTufUeIgz6jxEAotQjv4gxLjUqZabUaUvxS6yg6KSSWovr4H359R4iB6ChuVEsch1uqbW09WJWgiM0mZbNh6xEph7uTsS5FyaWvPKNTioc0qUfWrmqop/YdQfPCwzUGhqFYIyahmibTT17fnUR/3H0CqXjuAO4BIyx2DfsL6GxhjsG/YX0NgA47/JmXvvuOryjnuKNSqHTIqTHYERMOXUbCR8TDolbS0suqQSjdUXOIjop6gWpoqr/Hc0TlvqcYw0TlvqcYxN9IcduhrFVwDpDjt0NYquAL9e5pSaJy31OMYaJy31OMYm+kOO3Q1iq4B0hx26GsVXADr3NKTROW+pxjDROW+pxjE30hx26GsVXAOkOO3Q1iq4Ade5pSaJy31OMYaJy31OMYm+kOO3Q1iq4B0hx26GsVXADr3NKTROW+pxjDROW+pxjE30hx26GsVXAOkOO3Q1iq4Ade5pSaJy31OMYaJy31OMYm+kOO3Q1iq4B0hx26GsVXADr3NKTROW+pxjDROW+pxjE30hx26GsVXAOkOO3Q1iq4Ade5pSaJy31OMYaJy31OMYm+kOO3Q1iq4B0hx26GsVXADr3NKTROW+pxjH0y+Rw0ueN2FciUKMqDpdpIy/MjISXSHHboaxVcB3eS0+mPKBx01QDEMw1QSnDcUozUfURFQCKrNdMZmFAhJIKgqdpmeszPaNDKFGZqSoqFJOgyGgZvHcAdwAMsdg37C+hsYY7Bv2F9DYAI6PegSjogltkaicVSf50ixH5hOIgim0YVPU+v7MRLu8GimqqcuvXy+yIfbAw0DFwsZEEy8pMKlJmiHarFq5xmWov7CQylO0hQck55LYBqOamSniREEgiqiOnUZn1lrLrIIn79dnkWoptzNH6+qmXbsn/+MPiPFMu3ZP8A/GHxH36Q8lfHMbzvENIeSvjmN53iL/HmY8jUvrlPJyDmkGUQhMXDkajTzImGq16u+gz6hzZ3BQUnjsmWRLpbJZGZUdZmX/Q958oOSh9a5hec4jgcq5zBTKYtOQCnDZbh0tFWEZHqM9vX1kInGPjo8am5Vcxczh9NfL7Igr5fZEJ3KU7SDKU7SFMy9Hht7UVfL7Igr5fZEJ3KU7SDKU7SDMnDb2oq+X2RBXy+yITuUp2kGUp2kGZOG3tRV8vsiCvl9kQncpTtIMpTtIMycNvair5fZEFfL7IhO5SnaQZSnaQZk4be1FXy+yL5H3xs4OR8mmHpehtLsW+okmpNJERdZ0d/UXyI7KU7RTKlz0/5GQWQkTj8K+suZziLnEdNOs/1Iwy4/Nt000RNO1PK47OUHCRnNJJxDFKkl1EojoP9zMfaPhlECqWwEFBrMjWwx+My6ucZ0n+9I+4S8t47gDuASOCzymbJlBZK5qSX9ZbBrSdryjt8hNt9mn2l9DQjKcKLSdryjt8hBzKVxkXMYqIbcaSh51S0pUZ0kRnTR1DtAC9FdVH8U7mOPtmPk+AZjj7Zj5PgKIAX7FzadzHH2zHyfAMxx9sx8nwFEAHYubTuY4+2Y+T4BmOPtmPk+AogA7FzadzHH2zHyfAMxx9sx8nwFEAJ7FzadzHH2zHyfAMxx9sx8nwFEAHYubTuY4+2Y+T4BmOPtmPk+AogA7FzadzHH2zHyfAMxx9sx8nwFEAHYubTuY4+2Y+T4BmOPtmPk+AogA7FzadzHH2zHyfAUfI+MjZAp5uIJt+Fd/FzUKMlJUXeVJDwAK1Xa6oxKgTymRSpS4Vw1KPXQsqC2ENaTteUdvkJ0AyywotJ2/KO3yAToBkwy32afaX0NDLfZp9pfQ0IAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGW+zT7S+hoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAf//Z'),
    (3, 18, 'item-led.jpg', 51226, '5742afc5e8987400861347f48a9b0385',
     '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAsHCAoIBwsKCQoMDAsNEBsSEA8PECEYGRQbJyMpKScjJiUsMT81LC47LyUmNko3O0FDRkdGKjRNUkxEUj9FRkP/2wBDAQwMDBAOECASEiBDLSYtQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0P/wAARCACWAMgDASIAAhEBAxEB/8QAGwABAAMBAQEBAAAAAAAAAAAAAAEGBwUCBAP/xABAEAABAwICBggEBQIEBwEAAAABAAIDBBEFEgYHEyExURQXIjJBYXGRFVKBoSRCVJPhI9ElYoKxMzVERVOSwfD/xAAYAQEBAQEBAAAAAAAAAAAAAAAAAQIDBP/EACYRAAICAgEEAgEFAAAAAAAAAAABAhEDEgQTMUFRFCEyYbHB0fH/2gAMAwEAAhEDEQA/AKI0Cw3DhySw5D2RvdHopWzJFhyHslhyHspRARYch7JYch7KUQEWHIeyWHIeylEBFhyHslhyHspRARYch7JYch7KUQEWHIeyWHIeylEBFhyHslhyHspRARYch7JYch7KUQEWHIeyWHIeylEBFhyHslhyHspRARYch7JYch7KUQEWHIeyKUQEN7o9FKhvdHopQBFZ9FtCanSOhkq46uGnjbIYwHNLiSAL8PVdQaspC/IMapM3LZn+6loUURFem6s3uvlxujNhc/0zw916j1XzS32eMUrrcbRO3fdTZFooaL78ewmXBMVmoJ3skfFbts4OBFwV8UbHSyMY3vPcGj1JstEPKK+u1W1MceaXFqVluN43WB9brx1ZyZM3xqky3tfZnj7rOyLRRUV6OrN7QCcbo7O4HZnf91+OKat6ugwyorW4hTzNhjMhaGEZgN5sVbQopaIu1opo1PpLVTQwzxwNhYHue8E8TYAAIQ4qK9v1Yyxuyvxmka7kYz/dOrGXabP41SZ72tsze/upsi0URFe2asZZH5WYzSOdyEZ/uq/pXoxPozUQRzTxztnYXNcwEcDYggqppko4iIrnhGrirxHC6eudiFPA2eMSBhYTlaeFylgpiK9N1ZvcHEY3RkN3k7M7vunVnJkLvjVJlBtfZnj7qbItMoqK+s1W1MjM0WLUr+Vo3WJ91RJo3QzPifbMxxabcwbKp2Q8oiKghvdHov0E9O3jSzu/12X5t7o9FKjVmoycTT9ADVz6Ik4Y0Q/jHbVrzdxZYXynmrVUOiMDN4MO0FxcZct9wt7X+qyfRzTLENHqN9LSx08kTn57StNwTxsQfJdMazcUD84osPD/AJsjr+91wyYd2vs0pmizvZtIC9zSN5Bc4EZrbiPLj9l5rxUyNAw17G1YILXSkEBv5r8dx/3WeN1m4m2+Whw8ZuNo3C/3Rms3FGCzKLD2jk1jh/8AVzjxtWnZXktHyaxqkRaXVbXUrZCGR3dz7I8lwaGsjNbTjoIBMrBe/DtDyU4zilRjOJTV1Vk2strhgsAALABfIx7o3te02c0gg8iF6dEFlklX8I3h4q2YlO6qfGackCly7i35gf8AMfD6r1G6Ppktz2uzbtDNktwvzvf7LOOs/FyzK+loX7t92O3/AEuo6zMTyZOg4dk+XZm3tdcJ8feV2IzpUaPTPZebtDaZ3Fxa4An5TfxFlzsXFUMKxh5dGcONG/Ixo7RfbeR5cVSXazMTcAHUOHEDgDG4gem9fjiesTFcRw+ejfDSRsmYWOcxpvY8bXKY8GjuySnZVRNT/wDgqB/qH9ld9VrnyPxcYcDHU9HZkdPvbfMfJUVdbRvSKs0cqZZqNsT9qzI9sgJBsbjgvRRN7NijL20L2vcBUBn9Q5gBtPEn18FEroeggM/4N2gtuLZN1xbjdZ47WbijnBzqHDyRwJY4kfdOs3FM+foWH5/myOv73XlfFt3ZrqGjVLs9ORE4GUg7KzgRn/KW+ioWs9xibg4xWQGp2MmZ0I7JOYfwvmbrNxRri5tFh4ceJDHAn7rhaSaR1mkc8MtY2JmxaWsbG0gC5uTvXTFh0VWR5Pu6ObtsP+eb2Wx4KKg4Ngr2Pj+GikZtGuHazW7JPlwWLWHIK24VrDxXDMOgo2Q0skcDAxjntN7DgDYrpKFqrDyX4SNNlezpEJe4dw5S5wNn7t45br2Uh0fTnXO/K0Mu4Zsu+4vzv9lnDdZmJtBDaHDwHcQI3C/rvQazMTDMgocOy/Lszb2uvN8T9TXUNGaKt+JQOpHxiAO/FZt+YflA/wA38LEcTlpviNWNlUF22ffha+Y+StPWfizWZWUlCzdusx276XVNkkdLI+R5u97i5x5km5Xox49Y0Y3+7PKIi6mCG90eilQ3uj0UoAiIgCIiAIiIAiIgCIiAIiIAiIgCIiAIiIAiIgCIiAIiICG90eilQ3uj0X6Coib/ANEXeZkKjdGopPu6LTojoQ7SPD5Kx1aKdjZDG1ojzE2AueI5rq9WdPmt8cbyvsN3vey+7QBtXV6InoBbSkVjjIzjnZYXAPgSrVPLE5jACC0SAlgNyWg8MvHdu9l58uWUGqRpQT8lGGrSmP8A3wDdffT2v6XO9e49V8UpIZjNyN5HR7H2JV2llYZITtGuAzEnNmAdbc7yHH3XitbPVMDMOnbFUBwLZCc4YPzX48eSxDkSk0qK4JIxrSLCH4FjE9A+VspisQ8C1wRcbvBfBFGZZWRttme4NF+ZNlZ9Y1U6LS6rZ0eOSzI+0Rx7IXBoa4mtpx0KLfKwX5doL07P0FCFfkXh2q1sTA6bGA08D/Q3X5DfvXnq0p7X+Njja3R9/te6vD46mHEaiWqna+neQKcAZdnzBPM81LJYxUykuFiW2Of8tu7m5332v4rz5M8oyqhGCasovVpT2H+OA35U9z9juX44rq3NFhNRXQ4o2bYxmTKYrBwG877q/wBPKwCTM8Zi5xJz5c3I38QBu+i+DGI6kYXjE5laaF1G/JDaxL7b3A+AO9XHmlOVNElBJGKrvaH6Mu0mq54hUinZAwPc7JmJubAALibeL9JIPSRXfVbtJ34uyhvTVBp2ZJJO0Acx8F6Lfomq9/v/AEfQ/VlBG4tfjYBHH8Pw9d+5R1Z0+a3xxvG19huv63srswuiojFJIG1DY7OJfl7fi7zvxUyyRGlDW927Rs778u67MnG68j5MrqjfTRSWasoJHBrMbBJ4fh+Ppv3quaYaLu0ZqaeM1IqGTsLmuyZSLGxBC1uoftoHRwvDpXghhDr9r8pt4W4qhazz0duDsxOR09QIZM0kTbAnMPTyXXFlc1bRHBXVlCV5wfVwcQwinrpsTbBtoxJlEVw0Hhc3VL6TQfJN/wDvqtjwOOodg2CzxyjoDaRmeEt7Wa25x5gbl0lOlaRHjryirjVpT2P+OAW509va53qerSnt/wA7HG1uj7/a91eHys28bs4IDDvz5srt3av4XFwpEsYq3uLhlIaGnPew33bm8CeNrry/Jl6NdNFJZqtZKwmHGQ48B/Q8fPfuWfTxOgnkidbNG8sNuYNluzI6mbEKeWknayBhtUXGbaDwaDzHPzWJYnNB8Rqx0aYnbvuc+7vFenHNyim0Z0V9z40RF1OZDe6PRSob3R6KUB3MB0uxTAKV9NRPhMT358skeax8bey6XWVjt7/g789h/KqKKUC3DWVjovboYvxtBx+6DWVjoFgKMDyg/lVFEpA+rFcRqMWr5a2seHTSkZiBYbhYABfMxxY9rmmzmkEHkQoRUFtbrJx4NAJpHbrEmDj91PWTjuXLaity2G7/AHVRRSkC3HWTjpFiKIgc4P5Xz4jp9jeI0U1JM+nbHM0seY4rOseIvdVlEpALp4Bj9do/USTUD2B0jcr2yMzAi9wuYioLd1lY6SCeh3HD+hw+6dZWO3v+Dvz2H8qoopSBbusrHQSR0O54nYcfuuLj+kFfpBPFLXvYTE0tY2NmUAHiuWiUArLhunuNYbQw0kL6d0ULcrDJFcgeAvdVpEBbhrJx0XsKIX42g/lOsnHcuW1FblsN3+6qKJSBbjrKx7LYGkbu3EQcPuqlI90kjnvN3OJc4nxJ4qEQBERUEN7o9FKhvdHopQBFcNDdCItIsMkrJ62SACUxtaxgPAC5JPquv1bYZa5xepDfnMIDffgsuSXctMzhFo/Vtho72LVTb8M0AF/S/Fe49WNBI4tbitUHAXyugDTb6qbxfkUzNUXT0mwgYFjVRQCbaiLKWvIsSCL7wudCwyzMjBAL3BoJ8zZbIeUWlP1X0ULBtcWqM3DswtNz5DivHVtht7fFqvN8nRxm9uP1WHOK8lpmcItHGrbDT3cWq3EcQ2nBI9R4L8MW1cU1Jg9TW02JyymGIyAOjFnAcRuVUk+wpmfoisOhWjLdJquoikqXQRwRhxLWhxJJsOKpCvItIfqzw5ji04rVEt72WAEN9SFHVthlr/F6nJ8+xGX/ANuCzvH2WmZwi0hmrTDnuDRi1UM3dJgADvQlVnTXRdmjNTTMiqXTxzsLgXtDSCDbw9VVJPsKorqIr/g2rmmrcFpq6pxKWIzRCQtbGLNB4C5VbohQEWj9W2GjvYtVtJ4B1OAXeg8U6tsNvb4tVh3ydHGY/Tis7x9l1ZnCLS49V9DM07LFajMN3ahaLHzHFZvURGColicQTG8sJHjY2Wk0+xKPCIioIb3R6L9BUhvCiiPmXn+6/NvdHopUas1GTj2NP0Aiqq/RH8M9tIW1ri9jOEjQBdt/C6tc0rHZMoJcJASwXzEcsvlx+ixzBdKMVwOnfBQVIZE92csdGHC/MX4LodYekX6uL9hq45MCnRpZGak+Vpkic12bKHZi27rEjc4jwtw+q8VkUtdEI6Co2EocHCZvaDAOP1PJZj1h6Rfq4v2GqOsPSL9XF+w1c48ZRadleS0etY1XNDpdVsbHG8Bke9w3nshcGhr5jW04NPDvlYL2/wAwXjEa+pxOtkq6yQyTym7nWt5cF+DXFrg5pIINwR4FejRBZppUmby+CeDEKieeoMsElhE0iwhHiPQ8/JGSxiaVxts3EWNzltbu5vI7/qsrbrC0ia0DpkZsLXMDblT1h6Rfq4v2GrhPjqcrsiyUqNShlY1rxIRvc4hziWh1+BB8bcPovgxmCobheM1TpiaV9G8Npi213W3v8rrPesPSL9XF+w1fPX6b47iFHLS1FW3ZStyvDImtJHiLq4+OoO7DnZwhUN8aNv0kP91d9Vokqn4vFS3o5nU7A2UHNY5j4Kir78FxuvwOofNh02yfI3K+7Q4OHoV31Ju3/iNoAMNH0eV4E7Y8uYkgl3i4c78VMsjHQhrWkODmnZb81ha7Mqy7rD0i/VxfsNTrD0i/VxfsNXmfFV3ZrqGpzuFRC+KFwMr2kAgm9/BxHhbiqFrQ/BtweKvdJWTCGQGUC1zmC5PWHpF+ri/YauRjWOV+OTslxGfaujblYA0NDR6BdMeHRVZOp92fH0uk/TS+/wDK2TAoJ5MHwWqjmcKSOkZmpst95G53nbdu8li67+H6bY5h1HFS09W0QxDKwPia4gcrlbcLVB5G/CNadIwzMc1wLQwglpLg07u0T4X4KWyxioe/dsyGgEElote7c3nxWW9YekX6uL9hqjrD0i/VxfsNXn+IvZeqakyCeor6aenqDFDETtQBcTC+5voOfmsSxOeP4jVgUZuJ3i5kO/tHeu27WFpEQR0yMX8RA24VZc5z3Oc4kucSST4ld4Y9VRnd2QiIupghvdHopUN7o9FKAIiIAiIgCIiAIiIAiIgCIiAIiIAiIgCIiAIiIAiIgCIiAhvdHopREAREQBERAEREAREQBERAEREAREQBERAEREAREQBERAEREB//2Q=='),
    (4, 7, 'item-opal.jpg', 22730, '5d51b9b6a05df52db6b8ea0e7264185d',
     '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAsHCAoIBwsKCQoMDAsNEBsSEA8PECEYGRQbJyMpKScjJiUsMT81LC47LyUmNko3O0FDRkdGKjRNUkxEUj9FRkP/2wBDAQwMDBAOECASEiBDLSYtQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0P/wAARCACWAMgDASIAAhEBAxEB/8QAGwABAAIDAQEAAAAAAAAAAAAAAAIDBAUGAQf/xABDEAACAQEDBwcJBwMDBQAAAAAAAQMCBBEhBRITUZGSsTEzUlNyocEyNEFDYnGC0eEGFBVhc4GTIkJUFiMkVoOUovH/xAAXAQEBAQEAAAAAAAAAAAAAAAAAAQID/8QAGhEBAQEBAQEBAAAAAAAAAAAAABIBEQIxUf/aAAwDAQACEQMRAD8A7KGGPQx/7dHkL+1aiehj6uPdQh5mPsLgTKyhoY+rj3UNDH1ce6iYCIaGPq491DQx9XHuomAIaGPq491DQx9XHuomAIaGPq491DQx9XHuomAIaGPq491DQx9XHuomAIaGPq491DQx9XHuomAIaGPq491DQx9XHuomAIaGPq491DQx9XHuomAIaGPq491DQx9XHuomAIaGPq491DQx9XHuomAIaGPq491DQx9XHuomAIaGPq491AmAIQ8zH2FwJkIeZj7C4EwAAABu4F1iV9sj/K9931ApSb5KK38D+R6qJHyRS7jN0Fyjq8aJ1tNrRytp3O6Nnqz3yQTv/ts29k83pfSvq2tstHTjRVuSNJ1WeZJ4K+gipJHyWad/AbqvG0RLUqquC8S0dONCvvD5LJPsIaaVu5WaRv3HQ33Yv0YlVlvVmj/OlPbiOpxpFVanyWSTY/kK6p40nXZZFf3nQFVWNqo9mip7WkOnGjVdofJZZNj+ROn7015nLf7jfAdXjR6O2Pksdf7tEqYLY3jZbvjRugOnGnVltb9RSvfIiSsdrbxjiS/U+htgOnGsVhtGqNfE/keV2KaiOqt1RXUpvlfyNoVWt3WWZ+w+AONTyoD0AIhDzMfYXAmQh5mPsLgTAAAAZOTVfaan0aOL+hjGbktYzVfnSu6/xAziEtWZFXVqpb7iZVavN610rqdruI0lDTmQ0U6qUu4mPSAKljaqvZjS2t/ItKosZp37Sp2L6loRXaXm2eV+wydKzaVTqVxXacYlT0qqae9FoAqoxtMj6NNK4stKoMa5qtcl2xJAWgAKAAAAABTbcLHN2GXFFv8AMpuyEat+kB+kFRCHmY+wuBMhDzMfYXAmAAAA2GTFdZ6n0q38vA15tLAs2xxfmr9rvC4vKp8XFTrkXde/AtKq8bREtSqq4LxILQBfcr9WIVVZsaK6ulJU++7wLSqyq6zR38rpT24loRVNjJDT7d+xMtKqsbVQujRU9rSLQCKrLjCquk6qtrZOurMoqq1JsjAsyCOnG9UrkX5BVgGPRq3WMejVusABj0at1jlAAAAY+UPM5P24oyDGyj5nX76eKCNa/SACohDzMfYXAmQh5mPsLgTAAADyt3UVPUmbmKnMiop6NKXcafNzmqelUltZuxq4FSxtdXsxpbW/kWlUWM079pU7F9SC0rtLzbPK/YZYVWnGJU9Kuld6AspWbSqdSuPQAqqjG0yPVTSuLLSqDGuarXJdsSRaEVWrzaRa1dtw8S+PCWn9yi0YqOnpSU92PgXx85T+4VyFdqyzn1Zv2tyYle7l92pwV5596y1/1dkz/wAWk3byHbG3/wA+Dl/wYy6xZHkhnzrVPBaI81rM+6UUY670FW5It8U9migrt8FrtdMd8lUdyzmuVpehF9Pkr3FsdmghbqihjoquuvpoSZVT5K9wTXoAAGLlLzV9uniZRiZT82X6lIxGvA9AKiEPMx9hcCZCHmY+wuBMAAALLMs61Qr279ibNuauwK+2U+zTU+C8TaDVwKrNjRXV0q6n33eBbfcr9WJVZVdZo9eantxILSqbGSGn229iZaVVY2qhdGip7WkBaECNdWZHVV0U2FQsuMKq6Tqq2tlpCz05kEdOqlcCYRVJjPCtWdV3XeJY0nyor5bX2Y+L+haB5mrUhmrUj0BXmatSPQAAAAGJlTmKP1FwZlmHlTmo/wBTwYxGAACohDzMfYXAmQh5mPsLgTAAADLyYr5patVKW1v5GwMLJa/olq113bF9TNIuK7S82zyv2WTpWbSqdSuK7TjGqelXSu8tAFVGNpleqmmniy0qgxqmq1yXbEkBaVWrzaRa1m7cPEtKrRio6elJT3Y+AFoACqosZ5nqzae6/wAS0qs+Kkq6UlXdh4FoQAAUAAAAADCyp5EPbfBmaYOVPUr86uAxGEACohDzMfYXAmczFlu2qKhXw+SvV/l7yX45bdcP8f1JWNTrpAc3+OW3XD/H9R+OW3XD/H9RWE67bJqusifSqqfeZJTYqXRY4aXy5iv95cEVTYyQ0+23sTLSqrG1ULo0N7WkWgFylVlxgVXSbq2tk5KsyOqrVS2eQU5kEdOqlcAJlUmM8K1Z1Xdd4lpVy2vsx8X9ALRyArtFWbBJVqpfAK8snm0b1q/biWkaKcyimnUkiQAAAAAAAAAwMqeVD8XgZ5oftZbJbHTZqoXTnVOpPOpvwwHwTBzf45bdcP8AH9QKwnWtj5unsrgSIx83T2VwJHJ0D2O7SU53k3q/3HgA7Wn7UZNuSzpUlh5BNfabJr9bWvfQzhwapmXa/wCosnqeqrS1VJ0pJqn33li+0mTn62pfCcMC0S7ifL1gkgkpomxqpuWBNfaGwv8AurX7L5nCAUS71ZdsL9ZVukFlqyUzSVX11KpUpNLV/wDThD0Uku+WXLI+s3CFoyxZK4KqVVXe7sHTd6ThBe3ytiidd6su2RvklXw/UkstWN/3SbhwAvetiid/X0BZasT9a18LJLK9ifrv/Vnz0XvWKJ19D/FbF/kUL3pokspWN8lpj2nzptvlbApZfR1b7K+S0Rbx6rbZnyWiHfR83vet7QKJfS1aIXyTRP40c19ta6a1ZFTUql/VyO/UcyCb6M8gAMtIx83T2VwJAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAf/2Q==')
  ) as l (n, number, demo, bytes, md5, small);
insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at)
select pg_temp.key('item photo object ' || n), 'item-photos', path, pg_temp.who('rita'), pg_temp.who('rita')::text, pg_temp.key('item photo bytes ' || n),
       jsonb_build_object('eTag', format('"%s"', md5), 'size', bytes, 'mimetype', 'image/jpeg', 'cacheControl', 'max-age=3600',
         'lastModified', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'contentLength', bytes, 'httpStatusCode', 200),
       jsonb_build_object('demo', demo), at
  from item_photo;
insert into public.item_photos (id, item_id, path, preview, created_by, created_at)
select id, item_id, path, 'data:image/jpeg;base64,' || small, pg_temp.who('rita'), at from item_photo;

drop table kept, supplier, recipe, needed, used, item_photo;
drop function pg_temp.stock_item(int), pg_temp.back(int, text), pg_temp.who(text), pg_temp.demo_id(text, int), pg_temp.key(text), pg_temp.today();
