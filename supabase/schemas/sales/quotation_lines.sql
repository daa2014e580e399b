-- Lines of quotations, with options, quantities to choose from, pictures and costs.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.quotation_items (
  like private.document_line including all,
  quotation_id      uuid not null references public.quotations (id) on delete cascade,
  is_optional       boolean not null default false,
  option_group      text,
  is_selected       boolean not null default false,
  makes_job         boolean,
  service_id        uuid references public.services (id) on delete set null,
  inventory_item_id uuid,
  product_id        uuid,
  calculation_id    uuid,
  row_version       integer not null default 1,
  price_breaks      text,
  amends_item_id    uuid,
  charged_qty       numeric(20, 4),
  charge_rule       text,
  own_charged_qty   numeric(14, 4),
  priced_size       text,
  changed_by        uuid references auth.users (id) on delete set null,
  priced_qty        numeric(14, 4),
  unique (quotation_id, position),
  constraint quotation_items_group_is_of_options check (option_group is null or is_optional),
  constraint quotation_items_option_group_length check (char_length(btrim(option_group)) between 1 and 100 and char_length(option_group) <= 120),
  constraint quotation_items_options_are_items check (not is_optional or kind = 'item'),
  constraint quotation_items_kind_is_quoted check (kind <> 'deposit'),
  constraint quotation_items_price_breaks_are_prices check (
    price_breaks ~ '^[0-9]{1,7}(\.[0-9]{1,4})?:[0-9]{1,8}(\.[0-9]{1,4})?( [0-9]{1,7}(\.[0-9]{1,4})?:[0-9]{1,8}(\.[0-9]{1,4})?){0,9}$'),
  constraint quotation_items_price_breaks_belong_to_items check (price_breaks is null or kind = 'item'),
  constraint quotation_items_amend_by_taking_off check (amends_item_id is null or kind = 'discount'),
  constraint quotation_items_picture_is_a_file check (picture_path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(jpg|png)$'),
  constraint quotation_items_pictures_belong_to_items check (picture_path is null or kind = 'item'),
  constraint quotation_items_charge_rule_is_read check (charge_rule ~
    '^(m2|m|m_height|m_edge|ft2|ft|ft_height|ft_edge|yd) (piece|line) [0-9]{1,5}([.][0-9]{1,4})? [0-9]{1,5}([.][0-9]{1,4})? [0-9]{1,3}([.][0-9]{1,2})?$'),
  constraint quotation_items_own_charged_qty_range check (own_charged_qty >= 0 and own_charged_qty <= 1000000000),
  constraint quotation_items_priced_size_is_a_size check (priced_size ~ '^[0-9]{1,7}([.][0-9]{1,2})?x[0-9]{1,7}([.][0-9]{1,2})?$'),
  constraint quotation_items_priced_qty_range check (priced_qty > 0)
);
alter table public.quotation_items add constraint quotation_items_calculation_id_fkey
  foreign key (calculation_id) references public.price_calculations (id) on delete set null;
alter table public.quotation_items add constraint quotation_items_product_id_fkey
  foreign key (product_id) references public.manufactured_products (id) on delete set null;
alter table public.quotation_items add constraint quotation_items_amends_item_id_fkey
  foreign key (amends_item_id) references public.order_items (id) on delete set null;
create index quotation_items_service_id_idx on public.quotation_items (service_id);
create index quotation_items_calculation_id_idx on public.quotation_items (calculation_id);
create index quotation_items_product_id_idx on public.quotation_items (product_id);
create index quotation_items_amends_item_id_idx on public.quotation_items (amends_item_id);
create index quotation_items_picture_path_idx on public.quotation_items (picture_path) where picture_path is not null;
create index quotation_items_changed_by_idx on public.quotation_items (changed_by);
comment on table public.quotation_items is 'The lines of a quotation.';
comment on column public.quotation_items.is_optional is 'Counts only while it is selected.';
comment on column public.quotation_items.option_group is 'Options of one group: exactly one of them is chosen. A group of one line is an extra, which the client may add.';
comment on column public.quotation_items.makes_job is 'Whether the line becomes a job on approval; null: by private.becomes_job.';
comment on column public.quotation_items.price_breaks is
  'Unit prices by the least quantity of each, ascending: "1:14 10:13.5 50:12". With them unit_price follows qty.';
comment on column public.quotation_items.amends_item_id is
  'The line of the amended order that this one lowers by its quantity, at the price of that line.';
comment on column public.quotation_items.picture_path is 'A file of the bucket line-pictures, which the client sees beside the line.';
comment on column public.quotation_items.charged_qty is 'What the price is multiplied by: size × pieces for m² and m, else qty. Written by the database. Null on lines that were sent
before it was kept: their qty.';
comment on column public.quotation_items.charge_rule is 'How the catalogue charged a size when the line was written: unit, piece or line, step, minimum, waste in percent
("m2 piece 0.1 0.5 0"). It holds while the line has that unit.';
comment on column public.quotation_items.own_charged_qty is 'The charged quantity that a person said by hand, until pieces, size or unit change. Null: it is computed.';
comment on column public.quotation_items.priced_size is 'The size in mm that the price was for, "1000x800", while nobody has answered whether it holds for another one.';
comment on column public.quotation_items.priced_qty is 'For how many the price of a line was calculated, while nobody has answered whether it holds for another quantity. Set by the database.';
comment on column public.quotation_items.changed_by is 'Who wrote the line last. Written by the database.';

create table public.quotation_item_costs (
  item_id     uuid primary key references public.quotation_items (id) on delete cascade,
  unit_cost   numeric(14, 4) not null default 0,
  row_version integer not null default 1,
  base_cost   numeric(14, 4),
  base_size   text,
  constraint quotation_item_costs_range check (unit_cost between 0 and 100000000),
  constraint quotation_item_costs_base_has_a_size check ((base_cost is null) = (base_size is null)),
  constraint quotation_item_costs_base_size_is_a_size check (base_size ~ '^[0-9]{1,7}([.][0-9]{1,2})?x[0-9]{1,7}([.][0-9]{1,2})?$')
);
comment on table public.quotation_item_costs is 'What a line costs the company, a unit. A table of its own: only holders of view_financial_data read it.';
comment on column public.quotation_item_costs.base_cost is
  'Of a cost that is estimated by the area: what the line cost in the size base_size, "1000x800" in mm. Null for a cost that somebody entered or that was calculated.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.quotation_items', '', '{id,quotation_id,net,created_at}');
grant select, insert, update, delete on public.quotation_items to authenticated;
create policy "staff read lines" on public.quotation_items
  for select to authenticated using ((select private.can('quotations', 'view')));
create policy "staff write lines" on public.quotation_items
  for insert to authenticated with check ((select private.can('quotations', 'edit')));
create policy "staff change lines" on public.quotation_items
  for update to authenticated
  using ((select private.can('quotations', 'edit'))) with check ((select private.can('quotations', 'edit')));
create policy "staff remove lines" on public.quotation_items
  for delete to authenticated using ((select private.can('quotations', 'edit')));

call private.borrow_rules('public.quotation_item_costs', '', '{item_id,base_cost,base_size}');
grant select, insert, update, delete on public.quotation_item_costs to authenticated;
create policy "holders of view_financial_data read costs" on public.quotation_item_costs
  for select to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('quotations', 'view')));
create policy "holders of view_financial_data write costs" on public.quotation_item_costs
  for insert to authenticated
  with check ((select private.named('view_financial_data')) and (select private.can('quotations', 'edit')));
create policy "holders of view_financial_data change costs" on public.quotation_item_costs
  for update to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('quotations', 'edit')))
  with check ((select private.named('view_financial_data')) and (select private.can('quotations', 'edit')));
create policy "holders of view_financial_data remove costs" on public.quotation_item_costs
  for delete to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('quotations', 'edit')));

call private.file_rule('line-pictures', 'select', $$(select private.can('quotations', 'view')) or (select private.can('orders', 'view'))$$);
call private.file_rule('line-pictures', 'insert',
  $$(select private.can('quotations', 'edit')) and name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(jpg|png)$'$$);

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.names_an_errand(p_words text) returns boolean
  language sql immutable set search_path = ''
as $$
  select lower(btrim(coalesce(p_words, ''), ' .:')) ~ (
    '^((same|next)[ -]day |express |urgent |local |free |van |site |on-?site |courier )*'
    '(delivery|deliveries|transport(ation)?|carriage|haulage|courier|freight|shipping|postage|packing|survey|visit|measurements?|measuring|'
    'design|artwork|graphic design|call-?out|mileage|travel|(parking )?permits?|parking)'
    '( (time|work|hours?|charges?|fees?|costs?|only))?'
    '(( and | ?& ?| ?/ ?)(delivery|collection|handling|packing|packaging|postage|insurance|measuring|measurements|artwork|design|travel|parking))?'
    '( (charges?|fees?|costs?|only))?'
    '(,? ((by|to|in|within|for|from|on|at) .*))?$')
$$;
comment on function private.names_an_errand is
'Whether words name something that nobody makes: delivery, a survey, design time and the like, alone or with a place ("Delivery to the harbour").
"Delivery van, both sides" is a thing that is made.';

create function private.becomes_job(p_line public.quotation_items) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    p_line.makes_job,
    (select s.makes_job and (p_line.unit is distinct from 'hour' or exists (
              select from public.job_step_templates t where t.service_id = s.id))
       from public.services s where s.id = p_line.service_id),
    p_line.inventory_item_id is not null or p_line.product_id is not null or p_line.calculation_id is not null
      or p_line.width_mm is not null or p_line.height_mm is not null
      or (p_line.unit is distinct from 'hour' and not private.names_an_errand(p_line.description)
        and not exists (select from public.services s where not s.makes_job and lower(btrim(s.name)) = lower(btrim(p_line.description)))));
end $$;
comment on function private.becomes_job is
'Whether a line becomes a job when its quotation is approved: as the line says, else as its service says. Hours make no job where
their service has no steps, or where there is no service: design and survey are worked without one. Neither does a line without a
service and without a size whose words name an errand, or a service that makes none.';

create function private.guard_quotation_line() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
begin
  select q.status into v_status from public.quotations q
   where q.id = case tg_op when 'DELETE' then old.quotation_id else new.quotation_id end for no key update;
  if v_status <> 'draft' then
    raise exception using errcode = 'PT409', message = 'This quotation was sent. Revise it to change its lines.';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
comment on function private.guard_quotation_line is 'Lines change while the quotation is a draft. The lock keeps changes and sending apart.';

create function private.total_quotations() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_touched constant text := case tg_op when 'UPDATE' then 'table previous union all table changed' else 'table changed' end;
  v_id uuid;
begin
  for v_id in execute format('select distinct quotation_id from (%s) as touched order by 1', v_touched) loop
    perform private.total_quotation(v_id);
  end loop;
  return null;
end $$;

create function private.quotation_sums(
  p_text text default null, p_contact_id uuid default null, p_owner uuid default null, p_status text default null, p_due boolean default false,
  p_expiring boolean default false, p_result text default null, p_lost text default null,
  p_closed_from date default null, p_closed_to date default null
) returns table(status text, quotations bigint, gross text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select q.status, count(*), private.amount_text(sum(private.worth(q.gross, q.rate)))
      from public.quotations q
     where (coalesce(btrim(p_text), '') = '' or q.id = any (array(select private.records_named('quotation', p_text, 2000))))
       and (p_contact_id is null or q.contact_id = p_contact_id) and (p_owner is null or q.account_manager_id = p_owner)
       and (p_status is null or q.status = p_status)
       and (not coalesce(p_due, false) or q.follow_up_on <= private.company_today())
       and (not coalesce(p_expiring, false) or (q.status = 'sent' and q.valid_until between private.company_today() and private.company_today() + 7))
       and (p_result is null or (q.closed_on is not null and (p_result = 'won') = (q.status in ('approved', 'converted'))))
       and (p_lost is null or case p_lost
              when 'unsaid' then q.closed_on is not null and q.status in ('rejected', 'expired', 'cancelled')
                and not exists (select from public.quotation_losses l where l.quotation_id = q.id)
              else exists (select from public.quotation_losses l where l.quotation_id = q.id and l.reason = p_lost) end)
       and (p_closed_from is null or q.closed_on >= p_closed_from) and (p_closed_to is null or q.closed_on <= p_closed_to)
     group by q.status order by q.status;
end $$;
comment on function private.quotation_sums is
  'Number and gross of the quotations with these filters, by status. p_due: a follow-up day has come. p_expiring: sent, and the
last valid day is within seven days. p_result: won or lost. p_lost: why it was lost, or unsaid. Amounts are text.';
call private.offer('private.quotation_sums(text, uuid, uuid, text, boolean, boolean, text, text, date, date)');

create function private.cost_of_line(p_item uuid, p_calculation uuid) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.quotation_item_costs (item_id, unit_cost)
  select p_item, trunc(k.cost / c.quantity, 4)
    from public.price_calculations c join public.price_calculation_costs k on k.calculation_id = c.id where c.id = p_calculation
  on conflict (item_id) do update set unit_cost = excluded.unit_cost, base_cost = null, base_size = null
$$;
comment on function private.cost_of_line is 'A line that was worked out costs what its calculation costs.';

create function private.follow_calculated_qty() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.calculation_id is null or new.price_breaks is not null then
    new.priced_qty := null;
  elsif (new.qty, new.unit_price, new.calculation_id) is distinct from (old.qty, old.unit_price, old.calculation_id) then
    new.priced_qty := (select nullif(c.quantity, new.qty) from public.price_calculations c join public.quotations q on q.id = new.quotation_id
      where c.id = new.calculation_id and private.price_in(c.unit_price, q.rate) = new.unit_price);
  end if;
  return new;
end $$;
comment on function private.follow_calculated_qty is
'A calculated price spreads set-up and waste over its pieces: a line with it and another quantity keeps for how many it was calculated, until a person answers or
another price is written.';

create function private.size_key(p_width_mm numeric, p_height_mm numeric) returns text
  language sql immutable set search_path = ''
as $$ select case when p_width_mm > 0 and p_height_mm > 0 then trim_scale(p_width_mm) || 'x' || trim_scale(p_height_mm) end $$;
comment on function private.size_key is 'A whole size in mm, as a line keeps it: "1000x800". Null where a side is missing. Agrees with sizeKey in the editor.';

create function private.area_of_size(p_size text) returns numeric
  language sql immutable set search_path = ''
as $$ select split_part(p_size, 'x', 1)::numeric * split_part(p_size, 'x', 2)::numeric $$;

create function private.estimate_cost() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_size constant text := private.size_key(new.width_mm, new.height_mm);
  v_cost public.quotation_item_costs;
begin
  if new.unit = 'hour' or private.measure_of(new.unit, 1000, 1000) is not null then
    return null;
  end if;
  select * into v_cost from public.quotation_item_costs where item_id = new.id for update;
  v_cost.base_size := coalesce(v_cost.base_size, private.size_key(old.width_mm, old.height_mm));
  v_cost.base_cost := coalesce(v_cost.base_cost, v_cost.unit_cost);
  if v_cost.item_id is null or v_cost.base_size is null or v_cost.base_cost = 0 then
    return null;
  end if;
  update public.quotation_item_costs
     set unit_cost = case when v_size is null then v_cost.base_cost
           else least(trunc(v_cost.base_cost * private.area_of_size(v_size) / private.area_of_size(v_cost.base_size), 4), 100000000) end,
         base_cost = case when v_size is distinct from v_cost.base_size then v_cost.base_cost end,
         base_size = case when v_size is distinct from v_cost.base_size then v_cost.base_size end
   where item_id = new.id;
  return null;
end $$;
comment on function private.estimate_cost is
'The cost of a piece follows the size of its line, by the area, whatever becomes of the price: the margin is that of the size that is sold. The cost and the size of before
are kept, so that the size of before brings its cost back.';

create function private.note_own_cost() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.base_cost := null;
  new.base_size := null;
  return new;
end $$;
comment on function private.note_own_cost is 'A cost that a person enters is not estimated.';

create function private.follow_price_breaks() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.kind <> 'item' then
    new.price_breaks := null;
  elsif new.price_breaks is not null
    and new.price_breaks ~ '^[0-9]{1,7}(\.[0-9]{1,4})?:[0-9]{1,8}(\.[0-9]{1,4})?( [0-9]{1,7}(\.[0-9]{1,4})?:[0-9]{1,8}(\.[0-9]{1,4})?){0,9}$' then
    if exists (
      select from (
        select split_part(part, ':', 1)::numeric as least, lag(split_part(part, ':', 1)::numeric) over (order by place) as before
          from regexp_split_to_table(new.price_breaks, ' ') with ordinality as parts (part, place)) as bands
       where bands.least <= bands.before)
    then
      perform private.refuse('22023', 'Prices by quantity begin with the smallest quantity, each once');
    end if;
    new.unit_price := private.price_at(new.price_breaks, coalesce(new.qty, 1));
  end if;
  return new;
end $$;
comment on function private.follow_price_breaks is 'Before settle_line: the unit price of a line with prices by quantity.';

create function private.follow_client_rate(p_quotation uuid, p_from uuid, p_from_tax jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.quotation_items i set vat_rate = usual.rate, vat_treatment = usual.treatment
    from public.quotation_items line join public.quotations q on q.id = line.quotation_id
   cross join lateral private.rate_of_goods(line.service_id, line.inventory_item_id) as own
   cross join lateral private.supply_of_line('quotation', p_quotation, line.kind, line.service_id, line.unit) as sold (supply)
   cross join lateral private.usual_vat(p_from, own, p_from_tax, sold.supply) as before
   cross join lateral private.usual_vat(q.contact_id, own, private.tax_facts_of_paper('quotation', p_quotation), sold.supply) as usual
   where i.id = line.id and line.quotation_id = p_quotation and line.kind in ('item', 'discount') and line.amends_item_id is null
     and (line.vat_rate, line.vat_treatment) = (before.rate, before.treatment)
     and (usual.rate, usual.treatment) is distinct from (before.rate, before.treatment) and usual.rate is not null;
end $$;
comment on function private.follow_client_rate is
  'Lines of a quotation with the rate of a former client, place and exemption get that of its own. A rate that somebody chose stays.';

create function private.follow_client_rates() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.follow_client_rate(new.id, old.contact_id, private.tax_facts_for(old.location_id, old.contact_id, old.exemption_id, old.is_collected));
  return null;
end $$;
comment on function private.follow_client_rates is 'A draft for another client or site, or by another exemption certificate, has the rates of that.';

create function private.guard_amendment() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_line public.order_items;
begin
  select oi.* into v_line from public.order_items oi
    join public.quotations q on q.amends_order_id = oi.order_id
   where oi.id = new.amends_item_id and q.id = new.quotation_id;
  if v_line.id is null then
    perform private.refuse('22023', 'This line is not part of the order that the quotation amends');
  elsif coalesce(new.qty, 0) = 0 then
    perform private.refuse('22023', 'Please say how much is taken off');
  end if;
  perform private.must_stay_untouched(v_line.id, abs(new.qty));
  new.unit := v_line.unit;
  new.width_mm := v_line.width_mm;
  new.height_mm := v_line.height_mm;
  new.unit_price := v_line.unit_price;
  new.discount_pct := v_line.discount_pct;
  new.vat_rate := v_line.vat_rate;
  new.vat_treatment := v_line.vat_treatment;
  return new;
end $$;
comment on function private.guard_amendment is 'A line that lowers a line of the order has its price, and takes off what is free.';

create function private.must_have_whole_pieces(p_quotation_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_be_pieces(i.qty, private.unit_of_pieces(i.unit, i.width_mm, i.height_mm), i.description, coalesce(o.qty, 0))
     from public.quotation_items i left join public.order_items o on o.id = i.amends_item_id
    where i.quotation_id = p_quotation_id and (i.kind = 'item' or o.id is not null);
end $$;
comment on function private.must_have_whole_pieces is 'Refuses a quotation with a part of a piece, by the name of its line.';

create function private.guard_discount_line() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or (old.kind, old.discount_pct) is distinct from (new.kind, new.discount_pct) then
    perform private.refuse('22023', 'A discount line has no discount of its own. Please write its amount as the price.');
  end if;
  return new;
end $$;
comment on function private.guard_discount_line is 'A person gives no percent to a discount line: it would lower the discount. Copies of lines from before keep theirs.';

create function private.check_line_picture() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.kind <> 'item' then
    new.picture_path := null;
  elsif new.picture_path is not null and (tg_op = 'INSERT' or new.picture_path is distinct from old.picture_path)
    and (not exists (select from storage.objects o where o.bucket_id = 'line-pictures' and o.name = new.picture_path)
      or exists (select from private.swept_pictures s where s.name = new.picture_path))
  then
    perform private.refuse('22023', 'This picture is not there. Please upload it again.');
  end if;
  return new;
end $$;
comment on function private.check_line_picture is 'A line names a picture that was uploaded; headings, texts and discounts have none.';

create function private.lines_without_cost(p_quotation_id uuid) returns integer
 language sql
 stable security definer
 set search_path to ''
as $function$
  select count(*)::integer from public.quotation_items i
   where i.quotation_id = p_quotation_id and i.kind = 'item' and (not i.is_optional or i.is_selected)
     and not exists (select from public.quotation_item_costs c where c.item_id = i.id)
$function$;
comment on function private.lines_without_cost is 'How many lines that count have a cost that nobody entered.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger guard_line before insert or update or delete on public.quotation_items
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_quotation_line();
create trigger guard_discount_line before insert or update on public.quotation_items
  for each row when (current_user in ('anon', 'authenticated') and new.kind = 'discount' and new.discount_pct > 0 and new.amends_item_id is null)
  execute function private.guard_discount_line();
create trigger settle_line before insert or update on public.quotation_items
  for each row execute function private.settle_line();
create trigger follow_price_breaks before insert or update on public.quotation_items
  for each row execute function private.follow_price_breaks();
create trigger follow_calculated_qty before update of qty, unit_price, calculation_id, price_breaks on public.quotation_items
  for each row execute function private.follow_calculated_qty();
create trigger estimate_cost after update of width_mm, height_mm on public.quotation_items
  for each row when (new.kind = 'item' and (old.width_mm, old.height_mm) is distinct from (new.width_mm, new.height_mm))
  execute function private.estimate_cost();
-- Its name puts it behind the pins.
create trigger typed_cost before insert or update of unit_cost on public.quotation_item_costs
  for each row when (current_user in ('anon', 'authenticated')) execute function private.note_own_cost();
create trigger propose_rate before insert or update on public.quotation_items
  for each row execute function private.propose_rate('quotations', 'quotation_id');
create trigger amend_line before insert or update on public.quotation_items
  for each row when (new.amends_item_id is not null) execute function private.guard_amendment();
-- A copy takes the lines of before as they are; it is not sent with them.
create trigger whole_pieces before insert or update of kind, qty, unit, width_mm, height_mm on public.quotation_items
  for each row when (current_user in ('anon', 'authenticated')) execute function private.keep_pieces_whole('order_items', 'amends_item_id');
create trigger name_discount before insert or update of kind, description, details on public.quotation_items
  for each row when (new.kind = 'discount') execute function private.name_discount();
create trigger check_line_picture before insert or update of picture_path, kind on public.quotation_items
  for each row execute function private.check_line_picture();
create trigger ask_first before insert on public.quotation_items for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('quotations:edit');

-- What people write into a draft, and every change of a price, whoever makes it. What a function writes as a whole, as the lines of a
-- copy or of a new invoice, is told by the paper itself.
create trigger audit_by_hand after insert or delete on public.quotation_items for each row
  when (current_user in ('anon', 'authenticated')) execute function private.audit('quotation_id', 'id');
create trigger audit_changes after update on public.quotation_items for each row
  when ((old.kind, old.description, old.details, old.qty, old.unit, old.width_mm, old.height_mm, old.unit_price, old.discount_pct, old.vat_rate,
      old.vat_treatment, old.is_optional, old.is_selected)
    is distinct from (new.kind, new.description, new.details, new.qty, new.unit, new.width_mm, new.height_mm, new.unit_price, new.discount_pct,
      new.vat_rate, new.vat_treatment, new.is_optional, new.is_selected))
  execute function private.audit('quotation_id', 'id');
create trigger guard_extra_work_line after insert or update on public.quotation_items
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_extra_work();
create trigger stamp_changed_by before insert or update on public.quotation_items
  for each row when (current_user in ('anon', 'authenticated')) execute function private.stamp_changed_by();

create trigger ask_first before insert on public.quotation_item_costs for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_financial_data', 'quotations:edit');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.quotation_items', 'a_total', 'private.total_quotations()');
call private.after_each_statement('public.quotation_items', 'nudge_document', $$private.nudge_lines('quotations', 'quotation_id')$$);

call private.after_each_statement('public.quotation_item_costs', 'nudge_page', $$private.nudge_pages('item_id', 'quotations')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('line-pictures', 'line-pictures', false, 5242880, array['image/jpeg', 'image/png'])
on conflict (id) do nothing;
