-- DEMO DATA, last: what the year of seed-year.sql cost: the hours of the workshop and the invoices of suppliers, paid. Those
-- of the last three months are in seed-suppliers.sql. Then the triggers that rested do their work again, and a client asks for
-- extra work.

create function pg_temp.today() returns date language sql stable as $$ select (now() at time zone 'Europe/Malta')::date $$;
create function pg_temp.key(words text) returns uuid language sql immutable as $$ select md5('signwright demo ' || words)::uuid $$;
create function pg_temp.who(first_name text) returns uuid language sql stable as $$
  select id from auth.users where email = first_name || '@example.com'
$$;
create function pg_temp.dice(words text) returns double precision language sql immutable as $$
  select ('x' || left(md5(words), 8))::bit(32)::bigint / 4294967296.0
$$;
create function pg_temp.iso(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
create function pg_temp.hms(seconds int) returns text language sql immutable as $$
  select to_char(make_interval(secs => seconds), 'HH24:MI:SS')
$$;
create function pg_temp.workday(at date) returns date language sql immutable as $$
  select at - greatest(extract(isodow from at)::int - 5, 0)
$$;

-- ------------------------------------------------------------------------------------------------ hours of the workshop

-- A finished job took about what was planned: one day in the record of whoever led it, at most eight hours of it.
insert into public.time_entries (id, user_id, user_email, status, client_name, business_name, sessions, total_duration, job_id, order_id, created_at)
select pg_temp.key('hours ' || w.id), w.lead_user_id, u.email, 'completed', nullif(concat_ws(' ', person.name, person.last_name), ''), client.company,
       jsonb_build_array(jsonb_build_object('startTime', pg_temp.iso(w.begun), 'endTime', pg_temp.iso(w.begun + make_interval(secs => w.seconds)),
         'duration', pg_temp.hms(w.seconds), 'isPaused', false, 'pausedAt', null)),
       pg_temp.hms(w.seconds), w.id, w.order_id, w.begun
  from (
    select j.*, date_trunc('second', (j.started_at at time zone 'Europe/Malta')::date
             + time '07:05' + make_interval(secs => coalesce(sum(j.seconds) over (
                 partition by j.lead_user_id, (j.started_at at time zone 'Europe/Malta')::date order by j.id
                 rows between unbounded preceding and 1 preceding), 0)::int)) at time zone 'Europe/Malta' as begun
      from (
        select x.id, x.order_id, x.contact_id, x.person_id, x.lead_user_id, x.started_at,
               least(28000, 60 * x.planned * (0.72 + 0.62 * pg_temp.dice('pace ' || x.id)))::int as seconds
          from (select j.id, j.order_id, o.contact_id, o.person_id, j.lead_user_id, j.started_at,
                       (select sum(s.planned_minutes) from public.job_steps s where s.job_id = j.id) as planned
                  from public.jobs j join public.orders o on o.id = j.order_id
                 where j.status in ('ready', 'delivered', 'closed') and j.started_at is not null and j.lead_user_id is not null) as x
         where x.planned > 0 and x.started_at < now() - interval '18 days'
      ) as j
  ) as w
  join auth.users u on u.id = w.lead_user_id
  join public.contacts client on client.id = w.contact_id
  left join public.contacts person on person.id = w.person_id;

-- ---------------------------------------------------------------------------------------------------------- suppliers

insert into public.contacts (id, name, email, phone, company, type, profile, contact_type_id, city, country, created_at)
select pg_temp.key('supplier ' || word), listed.name, 'accounts@' || word || '.example.com', phone, listed.name, 'Business', 'verified',
       (select id from public.contact_types where name = 'Supplier'), listed.city, 'Malta', now() - interval '900 days'
  from (values ('inkwell', 'Inkwell Print Supplies', '+356 5550 9007', 'San Ġwann'), ('stonegate', 'Stonegate Steel and Posts', '+356 5550 9008', 'Ħal Far')) as listed (word, name, phone, city)
on conflict (id) do nothing;

create temporary table bought as
select pg_temp.key(format('supplier invoice %s %s', word, billed)) as id, word, billed, number, terms,
       pg_temp.workday(billed + terms) as paid_on, place
  from (
    select l.*, pg_temp.workday((date_trunc('month', pg_temp.today()) - make_interval(months => ago))::date + day) as billed,
           case l.word when 'plastika' then 'PS-' || to_char(pg_temp.today() - make_interval(months => ago), 'YY') || '-' || (3290 - 40 * ago + 9 * place)
             when 'verra' then format('VF%s-%s', to_char(pg_temp.today() - make_interval(months => ago), 'YYYY'), lpad((700 - 47 * ago)::text, 4, '0'))
             else prefix || (start - step * ago + 3 * place) end as number
      from (values
        ('northlight', 'NL ', 88090, 61, 30, 5, 1), ('northlight', 'NL ', 88090, 61, 30, 19, 2), ('plastika', '', 0, 0, 30, 8, 1), ('plastika', '', 0, 0, 30, 23, 2),
        ('verra', '', 0, 0, 45, 11, 1), ('harbour', 'HT/', 5510, 34, 14, 14, 1), ('inkwell', 'IW-', 3508, 17, 14, 6, 1), ('powerline', '400', 77010, 4310, 14, 26, 1),
        ('stonegate', 'SG-', 612, 8, 30, 17, 1), ('coatworks', 'CW-', 1172, 12, 30, 27, 1)) as l (word, prefix, start, step, terms, day, place)
      cross join generate_series(1, 12) as ago
     where l.word <> 'stonegate' or ago % 3 = 0
  ) as listed
 where pg_temp.workday(billed + terms) < pg_temp.today() - 3 and (billed < pg_temp.today() - 97 or word in ('inkwell', 'stonegate'));

-- Their stories are written below, with the day on which each thing happened.
alter table public.supplier_invoices disable trigger log_story;
insert into public.supplier_invoices (id, supplier_id, supplier_number, status, invoice_date, due_date, net, vat, paid, payment_reference,
  approved_by, approved_at, created_at, created_by)
select b.id, pg_temp.key('supplier ' || b.word), b.number, 'received', b.billed, b.billed + b.terms, total.net, private.vat_of(total.net, 18), 0, b.number,
       pg_temp.who('victor'), (b.billed + 5 + time '16:10') at time zone 'Europe/Malta', (b.billed + 2 + time '09:25') at time zone 'Europe/Malta', pg_temp.who('joanne')
  from bought b
  cross join lateral (select 0::numeric as net) as total;
insert into public.supplier_invoice_items (id, supplier_invoice_id, position, description, qty, unit_price, vat_rate, inventory_item_id, created_at)
select pg_temp.key(format('supplier line %s %s', b.id, x.position)), b.id, x.position, x.description, x.qty, x.price, 18, i.id, (b.billed + 2 + time '09:25') at time zone 'Europe/Malta'
  from bought b
  join (values
    ('northlight', 1, 'a0', 'ACM 3 mm white 3050 × 1500', 8, 14, 54.00, 'ACM3-W-3050'), ('northlight', 1, 'a1', 'LED module 1.2 W, chain of 50', 3, 4, 38.50, null),
    ('northlight', 2, 'a0', 'ACM 3 mm white 2440 × 1220', 6, 8, 41.00, 'ACM3-W-2440'), ('northlight', 2, 'a1', 'Aluminium rail, 3 m', 12, 20, 9.80, null),
    ('plastika', 1, 'a0', 'Foamex 5 mm white', 8, 16, 22.00, 'FX5-W'), ('plastika', 1, 'a1', 'Acrylic 5 mm opal', 2, 4, 96.00, 'AC5-OPAL'),
    ('plastika', 2, 'a0', 'Correx 4 mm white', 20, 40, 7.40, 'CX4-W'), ('plastika', 2, 'a1', 'Acrylic 3 mm clear', 3, 4, 45.00, 'AC3-CLR'),
    ('verra', 1, 'a0', 'Polymeric vinyl 1370 mm', 2, 2, 190.00, 'VP-137'), ('verra', 1, 'a1', 'Laminate gloss 1370 mm', 1, 2, 165.00, 'LAM-137'),
    ('harbour', 1, 'a0', 'Banner 510 g, 1.60 m', 2, 3, 118.00, null), ('harbour', 1, 'a1', 'Eyelets and hem tape', 1, 2, 42.00, null),
    ('inkwell', 1, 'a0', 'Eco-solvent inks CMYK, 440 ml', 4, 5, 61.00, null), ('powerline', 1, 'a0', 'Electricity, workshop', 1, 1, 470.00, null), ('stonegate', 1, 'a0', 'Galvanised posts 76 mm, 3 m', 6, 9, 39.00, null),
    ('coatworks', 1, 'a0', 'Powder coating, metre of rail', 18, 26, 21.00, null)
  ) as o (word, place, position, description, least, spread, price, sku) on o.word = b.word and o.place = b.place
  cross join lateral (select o.position, o.description, o.least + floor(o.spread * pg_temp.dice(format('bought %s %s', b.id, o.position))) as qty,
                             round((o.price * (0.97 + 0.05 * pg_temp.dice('month ' || date_trunc('month', b.billed) || o.word)))::numeric, 2) as price) as x
  left join public.inventory_items i on i.sku = o.sku;
update public.supplier_invoices v
   set net = total.net, vat = private.vat_of(total.net, 18), status = 'approved'
  from (select supplier_invoice_id, sum(net) as net from public.supplier_invoice_items group by supplier_invoice_id) as total, bought b
 where total.supplier_invoice_id = v.id and b.id = v.id;
update public.supplier_invoices v set paid = v.gross, status = 'paid' from bought b where b.id = v.id;
insert into public.supplier_payments (id, supplier_invoice_id, amount, paid_on, method, reference, created_at, created_by)
select pg_temp.key('supplier payment ' || v.id), v.id, v.gross, b.paid_on, 'bank', v.supplier_number, (b.paid_on + time '11:05') at time zone 'Europe/Malta', pg_temp.who('paul')
  from bought b join public.supplier_invoices v on v.id = b.id;
insert into public.document_events (kind, record_id, type, actor_id, actor_name, meta, at)
select 'supplier_invoice', v.id, e.type, e.actor, private.person_label(e.actor), e.meta, e.at
  from bought b join public.supplier_invoices v on v.id = b.id
  cross join lateral (values
    ('created', v.created_by, jsonb_build_object('number', v.supplier_number), v.created_at),
    ('status', v.approved_by, jsonb_build_object('from', 'received', 'to', 'approved', 'reason', null), v.approved_at),
    ('paid', pg_temp.who('paul'), jsonb_build_object('amount', private.amount_text(v.gross)), (b.paid_on + time '11:05') at time zone 'Europe/Malta')) as e (type, actor, meta, at)
 order by e.at;

alter table public.supplier_invoices enable trigger log_story;

do $$
declare
  v_one record;
begin
  for v_one in select * from resting loop
    execute format('alter table %s enable trigger %I', v_one.on_table, v_one.name);
  end loop;
end $$;
-- ---------------------------------------------------------------------------------------------------------- extra work

-- A client who asks for more while their order is being made: a quotation for it, sent and approved,
-- by the functions that people use, so that the order has its lines, its jobs and its story.
alter table public.document_events disable trigger append_only;
do $$
declare
  v_order public.orders;
  v_id uuid := pg_temp.key('extra work');
  v_uuid uuid;
  v_name text;
  v_owner uuid;
  v_told uuid[];
  v_at timestamptz;
  v_done timestamptz;
begin
  -- Numbers follow the order of writing: it is the last quotation.
  select max(created_at) + interval '40 minutes' into v_at from public.quotations;
  v_at := least(v_at, now());
  v_done := least(v_at + interval '3 hours', now());
  -- The one that fits best: what is in production differs from day to day.
  select o.* into v_order from public.orders o
   where o.status in ('in_production', 'confirmed', 'ready', 'part_delivered') and o.quotation_id is not null
   order by o.status = 'in_production' desc, not exists (select from public.deliveries d where d.order_id = o.id) desc,
     not exists (select from public.invoices i where i.order_id = o.id and i.kind <> 'deposit') desc, o.person_id is not null desc,
     o.created_at < v_at - interval '3 days' desc, o.deposit_paid > 0 desc, o.created_at desc, o.id limit 1;
  if v_order.id is null then
    return;
  end if;
  perform private.amend_order(v_order.id, v_id);
  insert into public.quotation_items (id, quotation_id, position, kind, description, qty, unit, width_mm, height_mm, unit_price, vat_rate, service_id)
  select pg_temp.key('extra line ' || l.position), v_id, l.position, 'item', l.description, l.qty, l.unit, l.width, l.height, l.price, 18, s.id
    from (values ('a0', 'acm-panel', 'Opening hours panel for the entrance, ACM printed and laminated', 2, 'piece', 400, 600, 68.50),
                 ('a1', 'installation', 'Fitting of the panels, with the visit that is planned', 1, 'hour', null, null, 85.00))
      as l (position, slug, description, qty, unit, width, height, price)
    left join public.services s on s.slug = l.slug;
  update public.quotations set valid_until = (v_at + interval '30 days')::date where id = v_id returning public_uuid, account_manager_id into v_uuid, v_owner;
  perform private.send_quotation(v_id);
  select coalesce(nullif(concat_ws(' ', c.name, c.last_name), ''), c.company) into v_name from public.contacts c
   where c.id = coalesce(v_order.person_id, v_order.contact_id);
  perform private.approve_quotation(v_uuid, 1, v_name, true);

  v_told := array[v_id, v_order.id] || array(select j.id from public.jobs j where j.order_id = v_order.id);
  update public.document_events e
     set at = case when e.type = 'sent' then least(v_at + interval '25 minutes', now())
                when e.type in ('created', 'amendment_begun') and e.record_id in (v_id, v_order.id) then v_at else v_done end,
         actor_id = coalesce(e.actor_id, v_owner), actor_name = coalesce(e.actor_name, private.person_label(v_owner))
   where e.kind in ('quotation', 'order', 'job') and e.record_id = any(v_told) and e.at >= now();
  update public.jobs set created_at = v_done where order_id = v_order.id and created_at >= now();
  update public.notifications set created_at = v_done where created_at >= now();
  update public.quotations set created_at = v_at, sent_at = least(v_at + interval '25 minutes', now()), decided_at = v_done where id = v_id;
  update public.quotation_versions set sent_at = least(v_at + interval '25 minutes', now()) where quotation_id = v_id;
end $$;
alter table public.document_events enable trigger append_only;

-- What bills are booked to: by what the supplier sells.
update public.supplier_invoice_items l set cost_account_id = a.id
  from public.supplier_invoices v join public.contacts c on c.id = v.supplier_id
  join public.cost_accounts a on a.code = case when c.name ~ 'Coatworks' then '5100' when c.name ~ 'Estates' then '6000' when c.name ~ 'Powerline' then '6100' else '5000' end
 where v.id = l.supplier_invoice_id and v.status <> 'received';

drop table resting, bought;
drop function pg_temp.today(), pg_temp.key(text), pg_temp.who(text), pg_temp.dice(text), pg_temp.iso(timestamptz), pg_temp.hms(int), pg_temp.workday(date);
