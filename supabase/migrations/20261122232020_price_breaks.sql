-- Prices by quantity: the unit price of a line follows its quantity. TypeScript has the same rule in src/documents.

alter table public.quotation_items
  add column price_breaks text,
  add constraint quotation_items_price_breaks_are_prices check (
    price_breaks ~ '^[0-9]{1,7}(\.[0-9]{1,4})?:[0-9]{1,8}(\.[0-9]{1,4})?( [0-9]{1,7}(\.[0-9]{1,4})?:[0-9]{1,8}(\.[0-9]{1,4})?){0,9}$'),
  add constraint quotation_items_price_breaks_belong_to_items check (price_breaks is null or kind = 'item');
comment on column public.quotation_items.price_breaks is
  'Unit prices by the least quantity of each, ascending: "1:14 10:13.5 50:12". With them unit_price follows qty.';

alter table public.quotations add column show_price_breaks boolean not null default false;
comment on column public.quotations.show_price_breaks is 'The client sees the prices by quantity of the lines that have them.';
drop trigger count_version on public.quotations;
create trigger count_version before update of contact_id, project_title, valid_until, link_revoked_at, person_id, location_id,
    deposit_kind, deposit_value, terms, client_note, account_manager_id, follow_up_on, archived_at, show_price_breaks, row_version
  on public.quotations
  for each row execute function private.count_version();

create function private.price_at(p_breaks text, p_qty numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select price
    from (select split_part(part, ':', 1)::numeric as least, split_part(part, ':', 2)::numeric as price
            from regexp_split_to_table(p_breaks, ' ') as part) as bands
   order by least <= p_qty desc, case when least <= p_qty then least end desc nulls last, least
   limit 1
$$;
comment on function private.price_at is
  'The unit price of a quantity: that of the highest least quantity that it reaches, else the first. Agrees with priceAt in
src/documents.';

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
create trigger follow_price_breaks before insert or update on public.quotation_items
  for each row execute function private.follow_price_breaks();

create or replace function private.guard_sent_quotation() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if (old.contact_id, old.project_title, old.valid_until, old.person_id, old.location_id, old.deposit_kind, old.deposit_value,
      old.terms, old.client_note, old.show_price_breaks)
    is distinct from (new.contact_id, new.project_title, new.valid_until, new.person_id, new.location_id, new.deposit_kind,
      new.deposit_value, new.terms, new.client_note, new.show_price_breaks)
  then
    raise exception using errcode = 'PT409', message = 'This quotation was sent. Revise it to change it.';
  end if;
  return new;
end $$;

create or replace function private.quotation_document(p_quotation_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'kind', 'quotation', 'number', q.number_with_version, 'quotation_number', q.quotation_number, 'version', q.version,
    'created_at', q.created_at, 'sent_at', q.sent_at, 'project_title', q.project_title, 'valid_until', q.valid_until,
    'currency', q.currency, 'net', private.amount_text(q.net), 'vat', private.amount_text(q.vat),
    'gross', private.amount_text(q.net + q.vat),
    'deposit', jsonb_build_object('kind', q.deposit_kind, 'value', q.deposit_value::text, 'amount', private.amount_text(q.deposit_amount)),
    'terms', q.terms, 'client_note', q.client_note,
    'company', private.company_facts(), 'client', private.contact_facts(q.contact_id),
    'person', private.contact_facts(q.person_id), 'site', private.site_facts(q.location_id),
    'lines', coalesce((
      select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('is_optional', i.is_optional,
               'option_group', i.option_group, 'is_selected', i.is_selected,
               'price_breaks', case when q.show_price_breaks then i.price_breaks end) order by i.position)
        from public.quotation_items i where i.quotation_id = q.id), '[]'),
    'vat_table', coalesce((
      select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
               'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
        from private.quotation_vat(q.id) as v), '[]'))
    from public.quotations q where q.id = p_quotation_id
$$;

create or replace function private.copy_quotation(p_id uuid, p_new_id uuid default null, p_contact_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_old public.quotations;
  v_id uuid;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select * into v_old from public.quotations where id = p_id;
  if v_old.id is null then
    perform private.refuse('PT404', 'This quotation is not there any more');
  end if;
  select id into v_id from public.quotations where id = p_new_id;
  if found then
    return v_id;
  end if;
  v_id := coalesce(p_new_id, gen_random_uuid());
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, deposit_kind,
    deposit_value, terms, client_note, account_manager_id, show_price_breaks, created_by)
  values (v_id, private.draw_number('Q'), coalesce(p_contact_id, v_old.contact_id), v_old.project_title,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.person_id end,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.location_id end,
    v_old.currency, v_old.deposit_kind, v_old.deposit_value, v_old.terms, v_old.client_note, v_old.account_manager_id,
    v_old.show_price_breaks, auth.uid());
  with copied as (
    select i.*, gen_random_uuid() as new_id from public.quotation_items i where i.quotation_id = p_id
  ), written as (
    insert into public.quotation_items (id, quotation_id, position, kind, description, details, qty, unit, width_mm, height_mm,
      unit_price, discount_pct, vat_rate, vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id,
      inventory_item_id, product_id, calculation_id, price_breaks)
    select new_id, v_id, position, kind, description, details, qty, unit, width_mm, height_mm, unit_price, discount_pct, vat_rate,
           vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id, inventory_item_id, product_id,
           calculation_id, price_breaks
      from copied
    returning id
  )
  insert into public.quotation_item_costs (item_id, unit_cost)
  select copied.new_id, c.unit_cost from copied join written on written.id = copied.new_id
    join public.quotation_item_costs c on c.item_id = copied.id;
  perform private.log_event('quotation', v_id, 'created', jsonb_build_object('copied_from', v_old.number_with_version));
  return v_id;
end $$;

revoke execute on all routines in schema private from public;
