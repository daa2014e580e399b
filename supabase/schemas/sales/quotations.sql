-- Quotations: a draft is changed, sending freezes a version, and an answer is given to that version.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.quotations (
  id                  uuid primary key default gen_random_uuid(),
  quotation_number    text not null unique,
  status              text not null default 'draft',
  created_at          timestamptz not null default now(),
  contact_id          uuid not null references public.contacts (id) on delete restrict,
  public_uuid         uuid not null unique default gen_random_uuid(),
  link_revoked_at     timestamptz,
  project_title       text,
  valid_until         date,
  currency            text not null default 'EUR',
  net                 numeric(14, 2) not null default 0,
  vat                 numeric(14, 2) not null default 0,
  gross               numeric(14, 2) not null generated always as (net + vat) stored,
  created_by          uuid default auth.uid() references auth.users (id) on delete set null,
  version             integer not null default 1,
  number_with_version text not null generated always as
    (quotation_number || case when version > 1 then '-R' || version::text else '' end) stored,
  person_id           uuid references public.contacts (id) on delete set null,
  location_id         uuid references public.locations (id) on delete set null,
  deposit_kind        text not null default 'none',
  deposit_value       numeric(14, 2) not null default 0,
  deposit_amount      numeric(14, 2) not null default 0,
  terms               text,
  client_note         text,
  account_manager_id  uuid references auth.users (id) on delete set null,
  follow_up_on        date,
  sent_at             timestamptz,
  first_viewed_at     timestamptz,
  last_viewed_at      timestamptz,
  decided_at          timestamptz,
  decided_name        text,
  decided_by          uuid references auth.users (id) on delete set null,
  decided_ip          inet,
  reject_reason       text,
  archived_at         timestamptz,
  row_version         integer not null default 1,
  closed_on           date,
  show_price_breaks   boolean not null default true,
  amends_order_id     uuid,
  search_text         text not null
    generated always as (private.folded(quotation_number || ' ' || coalesce(project_title, ''))) stored,
  exemption_id        uuid,
  is_collected        boolean not null default false,
  rate                numeric(18, 8) not null default 1,
  constraint quotations_number_length check (char_length(btrim(quotation_number)) between 1 and 50),
  constraint quotations_status_is_known check (status in
    ('draft', 'sent', 'approved', 'rejected', 'change_requested', 'expired', 'converted', 'cancelled')),
  constraint quotations_project_title_length check (char_length(project_title) <= 500),
  constraint quotations_rate_above_zero check (rate > 0),
  constraint quotations_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint quotations_amounts_are_not_negative check (net >= 0 and vat >= 0),
  constraint quotations_number_size check (char_length(quotation_number) <= 60),
  constraint quotations_version_is_positive check (version >= 1),
  constraint quotations_deposit_kind_is_known check (deposit_kind in ('none', 'percent', 'amount')),
  constraint quotations_deposit_value_range check (
    deposit_value >= 0 and deposit_value < 1000000000 and (deposit_kind <> 'percent' or deposit_value <= 100)),
  constraint quotations_texts_length check (
    char_length(terms) <= 20000 and char_length(client_note) <= 5000 and char_length(decided_name) <= 200
    and char_length(reject_reason) <= 2000)
);
alter table public.quotations add constraint quotations_amends_order_id_fkey
  foreign key (amends_order_id) references public.orders (id) on delete restrict;
alter table public.quotations add constraint quotations_exemption_id_fkey
  foreign key (exemption_id) references public.exemption_certificates (id) on delete restrict;
create index quotations_contact_id_created_at_idx on public.quotations (contact_id, created_at desc);
create index quotations_created_by_idx on public.quotations (created_by);
create index quotations_number_search_idx on public.quotations using gin (quotation_number extensions.gin_trgm_ops);
create index quotations_person_id_idx on public.quotations (person_id);
create index quotations_location_id_idx on public.quotations (location_id);
create index quotations_account_manager_id_idx on public.quotations (account_manager_id);
create index quotations_decided_by_idx on public.quotations (decided_by);
create index quotations_status_created_at_idx on public.quotations (status, created_at desc, id desc);
create index quotations_created_at_idx on public.quotations (created_at desc, id desc);
create index quotations_valid_until_idx on public.quotations (valid_until) where status = 'sent';
create index quotations_closed_on_idx on public.quotations (closed_on) where closed_on is not null;
create index quotations_amends_order_id_idx on public.quotations (amends_order_id);
create index quotations_exemption_id_idx on public.quotations (exemption_id);

-- Written at once: rows that wait in a list of their own would be read by every search.
create index quotations_search_text_idx on public.quotations using gin (search_text extensions.gin_trgm_ops)
  with (fastupdate = off);
comment on table public.quotations is 'An offer to a contact.';
comment on column public.quotations.public_uuid is 'The secret of the public link; mockups of its jobs use it too.';
comment on column public.quotations.link_revoked_at is 'Ours: from then on the public link answers as if it never was.';
comment on column public.quotations.project_title is 'Ours, as valid_until, currency, net, vat, gross and created_by.';
comment on column public.quotations.rate is 'What one unit of its currency is worth in that of the books: of the day on which it was begun, then of the day on which it was sent.';
comment on column public.quotations.version is 'Counts revisions. The number is printed with it: Q-2026-0142-R2.';
comment on column public.quotations.deposit_value is 'Percent of the gross, or an amount, by deposit_kind.';
comment on column public.quotations.deposit_amount is 'What the deposit comes to: gross × percent / 100 in whole cents, or the amount, never above the gross.';
comment on column public.quotations.decided_name is 'Who answered, as they wrote their name.';
comment on column public.quotations.decided_by is 'The member of staff who recorded the answer; null where the client gave it by the link.';
comment on column public.quotations.row_version is 'Counts changes by people of the head: whoever saves says which version they looked at.';
comment on column public.quotations.closed_on is
  'The day, where the company is, on which an offer was won or lost: approved, rejected, expired, or cancelled after it was sent.';
comment on column public.quotations.show_price_breaks is 'The client sees the prices by quantity of the lines that have them.';
comment on column public.quotations.amends_order_id is
  'The order that the approval of this quotation adds to; null: the approval makes an order of its own.';
comment on column public.quotations.exemption_id is 'The certificate by which its lines are without sales tax. Written by private.keep_exemption and private.settle_exemption.';
comment on column public.quotations.is_collected is 'The goods are collected at the company: sales tax is that of its place, not of the client.';
comment on column public.quotations.search_text is 'What a search looks through: number and title, folded.';

create table public.quotation_versions (
  quotation_id uuid not null references public.quotations (id) on delete cascade,
  version      integer not null,
  number       text not null,
  snapshot     jsonb not null,
  reason       text,
  sent_by      uuid references auth.users (id) on delete set null,
  sent_at      timestamptz not null default now(),
  chosen       jsonb,
  primary key (quotation_id, version),
  constraint quotation_versions_reason_length check (char_length(reason) <= 2000)
);
create index quotation_versions_sent_by_idx on public.quotation_versions (sent_by);
comment on table public.quotation_versions is 'What was sent, as it was sent: one row a version, never changed.';
comment on column public.quotation_versions.snapshot is 'The document as get_public_quotation returns it, amounts as text, without costs.';
comment on column public.quotation_versions.chosen is
  'The same with the options and quantities that the client had chosen when the version was revised. The client sees it until the next
version is sent. Null before.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.quotations', p_pinned => '{quotation_number,public_uuid,status,version,currency,rate,
  net,vat,deposit_amount,sent_at,first_viewed_at,last_viewed_at,decided_at,decided_name,decided_by,decided_ip,
  reject_reason,closed_on,amends_order_id,exemption_id}', p_pages => '{quotations}', p_document => 'public_uuid');

-- A draft is not an offer yet: the client does not see it.
create policy "staff read quotations" on public.quotations
  for select to authenticated
  using ((select private.can('quotations', 'view')));
create policy "staff write quotations" on public.quotations
  for insert to authenticated
  with check ((select private.can('quotations', 'create')) and created_by = (select auth.uid()));
create policy "staff change quotations" on public.quotations
  for update to authenticated
  using ((select private.can('quotations', 'edit'))) with check ((select private.can('quotations', 'edit')));
create policy "staff remove quotations" on public.quotations
  for delete to authenticated using ((select private.can('quotations', 'delete')));

call private.borrow_rules('public.quotation_versions', '');
grant select on public.quotation_versions to authenticated;
create policy "whoever reads a quotation reads its versions" on public.quotation_versions
  for select to authenticated using ((select true from public.quotations q where q.id = quotation_id));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.readdress_notices_of_quotation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.mockup_notifications set public_uuid = new.public_uuid
   where job_id in (select j.id from public.jobs j where j.quotation_id = new.id);
  return null;
end $$;
comment on function private.readdress_notices_of_quotation is 'A new link replaces the old one in notices too.';

-- Only amend_order begins extra work: it asks whether the order may change, and takes its client.
create function private.new_quotation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.quotation_number := private.draw_number('Q');
  new.status := 'draft';
  new.version := 1;
  new.net := 0;
  new.vat := 0;
  new.sent_at := null;
  new.first_viewed_at := null;
  new.last_viewed_at := null;
  new.decided_at := null;
  new.decided_name := null;
  new.decided_by := null;
  new.decided_ip := null;
  new.reject_reason := null;
  new.amends_order_id := null;
  return new;
end $$;
comment on function private.new_quotation is 'A quotation that a person makes is an empty draft with the next number, whatever the request says.';

create function private.settle_deposit() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.deposit_amount := case new.deposit_kind
    when 'percent' then private.to_cents((new.net + new.vat) * new.deposit_value / 100)
    when 'amount' then least(new.deposit_value, new.net + new.vat)
    else 0 end;
  return new;
end $$;

create function private.guard_sent_quotation() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if (old.contact_id, old.project_title, old.valid_until, old.person_id, old.location_id, old.deposit_kind, old.deposit_value,
      old.terms, old.client_note, old.show_price_breaks, old.is_collected)
    is distinct from (new.contact_id, new.project_title, new.valid_until, new.person_id, new.location_id, new.deposit_kind,
      new.deposit_value, new.terms, new.client_note, new.show_price_breaks, new.is_collected)
  then
    raise exception using errcode = 'PT409', message = 'This quotation was sent. Revise it to change it.';
  end if;
  return new;
end $$;

create function private.guard_typed_head() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.valid_until < private.company_today() and (tg_op = 'INSERT' or new.valid_until is distinct from old.valid_until) then
    perform private.refuse('22023', 'Please choose a last valid day that has not passed');
  elsif tg_op = 'UPDATE' and new.deposit_kind = 'amount' and new.net + new.vat > 0 and new.deposit_value > new.net + new.vat
    and (new.deposit_kind, new.deposit_value) is distinct from (old.deposit_kind, old.deposit_value)
  then
    perform private.refuse('22023', format('The deposit is more than the total of %s', private.money_words(new.net + new.vat, new.currency)));
  end if;
  return new;
end $$;
comment on function private.guard_typed_head is
  'What a person types into the head of a quotation: no last valid day that has passed, no deposit above the total. What is stored already stays.';

create function private.guard_removed_quotation() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if old.status <> 'draft' or old.sent_at is not null then
    raise insufficient_privilege using message = 'A quotation that was sent is cancelled, not removed';
  end if;
  return old;
end $$;

create function private.total_quotation(p_quotation_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_net numeric;
  v_vat numeric;
begin
  perform from public.quotations where id = p_quotation_id for no key update;
  select coalesce(sum(base), 0), coalesce(sum(vat), 0) into v_net, v_vat from private.quotation_vat(p_quotation_id);
  if v_net < 0 or v_vat < 0 then
    perform private.refuse('22023', 'The discounts are larger than what they are taken from');
  elsif (select count(*) from public.quotation_items where quotation_id = p_quotation_id) > 1000 then
    perform private.refuse('22023', 'A quotation may have 1000 lines at most');
  end if;
  update public.quotations set net = v_net, vat = v_vat
   where id = p_quotation_id and (net, vat) is distinct from (v_net, v_vat);
end $$;

create function private.must_be_current(p_quotation public.quotations, p_version integer) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_quotation.status = 'draft' then
    perform private.refuse('PT409', 'This quotation is being changed. The new version will appear here.', p_quotation.version::text);
  elsif p_version is distinct from p_quotation.version then
    perform private.refuse('PT409', 'This quotation has changed. Please look at the current version.', p_quotation.version::text);
  end if;
end $$;
comment on function private.must_be_current is
  'Refuses an answer to a version that is not the current one; the detail of the error is the current version.';

create function private.must_be_open(p_quotation public.quotations) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_quotation.status not in ('sent', 'change_requested') then
    perform private.refuse('PT409', format('This quotation is %s', case p_quotation.status
      when 'converted' then 'approved' else replace(p_quotation.status, '_', ' ') end), p_quotation.version::text);
  elsif p_quotation.valid_until < private.company_today() then
    perform private.refuse('PT409', format('This quotation was valid until %s. Please ask us for a new one.',
      to_char(p_quotation.valid_until, 'FMDD Mon YYYY')), p_quotation.version::text);
  end if;
end $$;

create function private.owners_of(p_quotation public.quotations) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array_remove(array[p_quotation.created_by, p_quotation.account_manager_id], null);
end $$;

create function private.create_quotation(
  p_contact_id uuid, p_project_title text default null, p_id uuid default null, p_person_id uuid default null, p_location_id uuid default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_business constant uuid := private.business_of_person(p_contact_id);
  v_person constant uuid := coalesce(p_person_id, case when v_business is not null then p_contact_id end);
  v_contact public.contacts;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select id into v_id from public.quotations where id = p_id;
  if found then
    return v_id;
  end if;
  select * into v_contact from public.contacts where id = coalesce(v_business, p_contact_id);
  if v_contact.id is null then
    perform private.refuse('PT404', 'This contact is not there any more');
  elsif v_contact.archived_at is not null then
    perform private.refuse('22023', 'This contact is archived');
  end if;
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, deposit_kind,
    deposit_value, terms, account_manager_id, created_by)
  select coalesce(p_id, gen_random_uuid()), private.draw_number('Q'), v_contact.id, nullif(btrim(p_project_title), ''), v_person,
         p_location_id, s.currency, case when s.deposit_percent > 0 then 'percent' else 'none' end, s.deposit_percent,
         private.terms_for(v_contact.id), coalesce(v_contact.account_manager_id, auth.uid()), auth.uid()
    from public.company_settings s
  returning id into v_id;
  perform private.log_event('quotation', v_id, 'created');
  return v_id;
end $$;
comment on function private.create_quotation is
  'A new draft with the next number, the terms for its client and the company''s deposit. A person who works for a business buys for it:
the business is the client and the person its contact. p_id: an id chosen by the caller, so that a repeated call returns the same
quotation. Returns the id.';
call private.offer('private.create_quotation(uuid, text, uuid, uuid, uuid)');

create function private.copy_quotation(p_id uuid, p_new_id uuid default null, p_contact_id uuid default null) returns uuid
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
  if p_contact_id is not null and private.currency_of(p_contact_id) <> v_old.currency then
    perform private.refuse('22023', format('The prices of %s are in %s, and this client is quoted in %s. Begin a new quotation for this client.', v_old.quotation_number,
      v_old.currency, private.currency_of(p_contact_id)));
  end if;
  select id into v_id from public.quotations where id = p_new_id;
  if found then
    return v_id;
  end if;
  v_id := coalesce(p_new_id, gen_random_uuid());
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, deposit_kind,
    deposit_value, terms, client_note, account_manager_id, show_price_breaks, is_collected, created_by)
  values (v_id, private.draw_number('Q'), coalesce(p_contact_id, v_old.contact_id), v_old.project_title,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.person_id end,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.location_id end,
    v_old.currency, v_old.deposit_kind, v_old.deposit_value, v_old.terms, v_old.client_note, v_old.account_manager_id,
    v_old.show_price_breaks, v_old.is_collected, auth.uid());
  with copied as (
    -- What its client chose is no choice of the next one: options stand as they were sent.
    select i.*, gen_random_uuid() as new_id, coalesce((
        select (l ->> 'is_selected')::boolean from public.quotation_versions s cross join lateral jsonb_array_elements(s.snapshot -> 'lines') as l
         where s.quotation_id = p_id and s.version = v_old.version and l ->> 'id' = i.id::text), i.is_selected) as is_offered
      from public.quotation_items i where i.quotation_id = p_id
  ), written as (
    insert into public.quotation_items (id, quotation_id, position, kind, description, details, qty, unit, width_mm, height_mm,
      unit_price, discount_pct, vat_rate, vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id,
      inventory_item_id, product_id, calculation_id, price_breaks, charge_rule, own_charged_qty,
      priced_size, priced_qty)
    select new_id, v_id, position, kind, description, details, qty, unit, width_mm, height_mm, unit_price, discount_pct, vat_rate,
           vat_treatment, is_optional, option_group, is_offered, makes_job, picture_path, service_id, inventory_item_id, product_id,
           calculation_id, price_breaks, charge_rule, own_charged_qty, priced_size, priced_qty
      from copied
    returning id
  )
  insert into public.quotation_item_costs (item_id, unit_cost, base_cost, base_size)
  select copied.new_id, c.unit_cost, c.base_cost, c.base_size from copied join written on written.id = copied.new_id
    join public.quotation_item_costs c on c.item_id = copied.id;
  perform private.follow_client_rate(v_id, v_old.contact_id, private.tax_facts_of_paper('quotation', p_id));
  perform private.log_event('quotation', v_id, 'created', jsonb_build_object('copied_from', v_old.number_with_version));
  return v_id;
end $$;
comment on function private.copy_quotation is
  'A new draft with the head, lines and costs of another one, its options as they were sent, for the same contact or p_contact_id. p_new_id: chosen by the
caller, so that a repeated call returns the same quotation. Returns the id.';
call private.offer('private.copy_quotation(uuid, uuid, uuid)');

create function private.quotation_for(p_id uuid, p_doing text) returns public.quotations
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations;
begin
  perform private.must('quotations', 'edit', p_doing);
  select * into v_row from public.quotations where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This quotation is not there any more');
  end if;
  return v_row;
end $$;
comment on function private.quotation_for is 'The quotation, locked, for a caller who may change quotations.';

create function private.settle_blank_lines(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_place bigint;
begin
  delete from public.quotation_items
   where quotation_id = p_id and kind in ('item', 'heading', 'text') and btrim(description) = '' and unit_price = 0
     and service_id is null and inventory_item_id is null and product_id is null and calculation_id is null
     and picture_path is null and amends_item_id is null;
  select l.place into v_place
    from (select i.kind, i.description, row_number() over (order by i.position) as place from public.quotation_items i
           where i.quotation_id = p_id) as l
   where l.kind = 'item' and btrim(l.description) = '' order by l.place limit 1;
  if v_place is not null then
    perform private.refuse('22023', format('Line %s has a price and no description. Please say what it is.', v_place));
  end if;
end $$;
comment on function private.settle_blank_lines is
  'Removes the lines of a draft that say nothing and cost nothing, so that no client reads them and no job is made of them.
Refuses a line that has a price and no description.';

create function private.check_sum_of_quotation(p_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_row public.quotations;
begin
  select * into v_row from public.quotations where id = p_id;
  if v_row.deposit_kind = 'amount' and v_row.gross > 0 and v_row.deposit_value > v_row.gross then
    perform private.refuse('22023', format('The deposit of %s is more than the total of %s. Please lower it before you send the quotation.',
      private.money_words(v_row.deposit_value, v_row.currency), private.money_words(v_row.gross, v_row.currency)));
  elsif v_row.gross = 0 and v_row.amends_order_id is null then
    perform private.must_say_yes('nothing_to_pay', format('This quotation comes to %s. Send it anyway?', private.money_words(0, v_row.currency)));
  end if;
end $$;
comment on function private.check_sum_of_quotation is
  'Refuses a deposit above the total, and asks before a quotation over nothing is sent. Extra work may come to nothing: it swaps lines.';

create function private.check_prices_of_quotation(p_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lines constant text[] := array(
    select left(i.description, 60) from public.quotation_items i
     where i.quotation_id = p_id and i.kind = 'item'
       and (i.priced_qty <> i.qty
         or (i.unit_price > 0 and i.priced_size <> coalesce(private.size_key(i.width_mm, i.height_mm), '')
           and i.unit is distinct from 'hour' and private.unit_of_size(i.unit) is null))
     order by i.position);
begin
  if cardinality(v_lines) > 0 then
    perform private.must_say_yes('priced_for_another', case cardinality(v_lines)
      when 1 then format('The price of “%s” was calculated for another quantity or size. Send it anyway?', v_lines[1])
      else format('%s prices were calculated for another quantity or size. Send it anyway?', cardinality(v_lines)) end);
  end if;
end $$;
comment on function private.check_prices_of_quotation is
  'Asks before a quotation is sent with a price that was for another quantity or size, which nobody has answered (decision 1092). Agrees with pricedFor in the editor.';

create function private.send_quotation(p_id uuid) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'send quotations');
begin
  if v_row.status = 'sent' then
    return v_row.version;
  elsif v_row.status <> 'draft' then
    perform private.refuse('PT409', format('This quotation is %s', replace(v_row.status, '_', ' ')));
  end if;
  perform private.settle_blank_lines(p_id);
  perform private.settle_exemption('quotation', p_id);
  perform private.total_quotation(p_id);
  if not exists (select from public.quotation_items where quotation_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you send the quotation');
  elsif v_row.valid_until < private.company_today() then
    perform private.refuse('22023', 'Please choose a last valid day that has not passed');
  end if;
  perform private.must_have_whole_pieces(p_id);
  perform private.check_sum_of_quotation(p_id);
  perform private.check_prices_of_quotation(p_id);
  perform private.must_mean_tax(v_row.vat, v_row.currency);
  update public.quotations q
     set status = 'sent', sent_at = now(), decided_at = null, decided_name = null, decided_by = null, decided_ip = null,
         reject_reason = null,
         valid_until = coalesce(q.valid_until, private.company_today() + (select quotation_valid_days from public.company_settings))
   where q.id = p_id;
  insert into public.quotation_versions (quotation_id, version, number, snapshot, reason, sent_by)
  values (p_id, v_row.version, v_row.number_with_version, private.quotation_document(p_id),
    (select e.meta ->> 'reason' from public.document_events e
      where e.kind = 'quotation' and e.record_id = p_id and e.type = 'revised' order by e.id desc limit 1), auth.uid());
  perform private.log_event('quotation', p_id, 'sent', jsonb_build_object('version', v_row.version));
  return v_row.version;
end $$;
comment on function private.send_quotation is
  'Draft → sent: freezes the version in quotation_versions and opens the public link. It sends no mail. A second call changes
nothing. Returns the version.';
call private.offer('private.send_quotation(uuid)');

create function private.revise_quotation(p_id uuid, p_reason text default null) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'change quotations');
begin
  if v_row.status = 'draft' then
    return v_row.version;
  elsif v_row.status not in ('sent', 'change_requested', 'rejected', 'expired') then
    perform private.refuse('PT409', format('This quotation is %s', case v_row.status when 'converted' then 'approved'
      else v_row.status end));
  end if;
  update public.quotation_versions set chosen = private.quotation_document(p_id)
   where quotation_id = p_id and version = v_row.version;
  update public.quotations
     set status = 'draft', version = version + 1,
         valid_until = case when valid_until < private.company_today() then null else valid_until end
   where id = p_id;
  perform private.total_quotation(p_id);
  perform private.cancel_mails('quotation', p_id);
  perform private.log_event('quotation', p_id, 'revised',
    jsonb_build_object('version', v_row.version + 1, 'reason', left(nullif(btrim(p_reason), ''), 2000)));
  return v_row.version + 1;
end $$;
comment on function private.revise_quotation is
  'Sent, change requested, rejected or expired → draft of the next version. The link shows the version before until the next
one is sent. A second call changes nothing. Returns the version.';
call private.offer('private.revise_quotation(uuid, text)');

create function private.cancel_quotation(p_id uuid, p_reason text, p_lost text default null) returns void
language plpgsql security definer set search_path to '' as $function$
declare
  v_row public.quotations := private.quotation_for(p_id, 'cancel quotations');
begin
  if v_row.status = 'cancelled' then
    return;
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  elsif v_row.status = 'converted' or private.order_made_of(p_id) is not null then
    perform private.refuse('PT409', 'This quotation is approved: cancel its order instead');
  end if;
  update public.quotations set status = 'cancelled' where id = p_id;
  perform private.cancel_mails('quotation', p_id);
  perform private.log_event('quotation', p_id, 'cancelled', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
  if p_lost is not null then
    perform private.keep_loss(p_id, p_lost, left(btrim(p_reason), 2000));
  end if;
end $function$;
comment on function private.cancel_quotation is
  'Any quotation without an order → cancelled, with a reason; its link closes. p_lost: why the offer was lost, as in
record_quotation_loss.';
call private.offer('private.cancel_quotation(uuid, text, text)');

create function private.fix_quotation_status(p_id uuid, p_status text, p_reason text) returns void
language plpgsql security definer set search_path to '' as $function$
declare
  v_row public.quotations;
  v_order text;
  v_was_sent boolean;
begin
  if not (private.is_server() or private.my_role() = 'admin') then
    raise insufficient_privilege using message = 'Only admins repair a status';
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  select * into v_row from public.quotations where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This quotation is not there any more');
  end if;
  v_order := private.order_made_of(p_id);
  v_was_sent := exists (select from public.quotation_versions v where v.quotation_id = p_id and v.version = v_row.version);
  if v_order is not null and p_status <> 'converted' then
    perform private.refuse('PT409', format('Order %s was made of this quotation, so it is converted. Undo its approval, or cancel the order first.', v_order));
  elsif v_order is null and p_status = 'converted' then
    perform private.refuse('PT409', 'No order was made of this quotation, so it is not converted');
  elsif p_status not in ('draft', 'cancelled') and not v_was_sent then
    perform private.refuse('PT409', format('Version %s was never sent: it can only be a draft, or cancelled', v_row.version));
  end if;
  perform set_config('signwright.repair', 'on', true);
  -- What was sent stays as it was: a draft is the next version.
  update public.quotations
     set status = p_status, version = version + (p_status = 'draft' and v_was_sent)::integer
   where id = p_id;
  perform set_config('signwright.repair', '', true);
  perform private.log_event('quotation', p_id, 'status_repaired',
    jsonb_build_object('from', v_row.status, 'to', p_status, 'reason', left(btrim(p_reason), 2000)));
end $function$;
comment on function private.fix_quotation_status is 'For admins: sets a status that no transition leads to, with a reason in the story and a line in the audit trail. It makes
no order and removes none, so a quotation whose order lives stays converted, and no other is converted; a version that was never sent is
a draft or cancelled, and a sent one becomes the draft of the next version.';
call private.offer('private.fix_quotation_status(uuid, text, text)');

create function private.expire_quotations() returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_count integer := 0;
begin
  for v_id in
    update public.quotations set status = 'expired'
     where status = 'sent' and valid_until < private.company_today() returning id
  loop
    perform private.log_event('quotation', v_id, 'expired');
    perform private.cancel_mails('quotation', v_id);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;
comment on function private.expire_quotations is 'Sent quotations whose last valid day has passed → expired. Called once an hour by the schedule.';
call private.offer('private.expire_quotations()', '{service_role}');

create function private.version_before(p_row public.quotations) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_seen timestamptz;
begin
  if p_row.version = 1 or p_row.status not in ('sent', 'change_requested') then
    return '{}';
  end if;
  v_seen := (select max(e.at) from public.document_events e
    where e.kind = 'quotation' and e.record_id = p_row.id and e.type = 'viewed' and e.at < p_row.sent_at);
  return coalesce((
    select jsonb_build_object('before', jsonb_build_object('number', b.number, 'gross', b.seen ->> 'gross', 'terms', b.seen ->> 'terms',
             'client_note', b.seen ->> 'client_note', 'lines', b.seen -> 'lines', 'sent', n.snapshot -> 'lines'))
      from (select v.number, coalesce(v.chosen, v.snapshot) as seen from public.quotation_versions v
             where v.quotation_id = p_row.id and v.version < p_row.version and (v_seen is null or v.sent_at <= v_seen)
             order by v.version desc limit 1) as b
      join public.quotation_versions n on n.quotation_id = p_row.id and n.version = p_row.version), '{}');
end $$;
comment on function private.version_before is
'{before: {number, gross, terms, client_note, lines, sent}} of a quotation that waits for its answer: the version on whose page the client was last before this one was sent,
or the one sent before it, with what they chose of it, and the lines of this one as they were sent. {} for a first version.';

create function private.get_public_quotation(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations;
begin
  if not private.is_public_document(p_uuid) then
    return null;
  end if;
  select * into v_row from public.quotations where public_uuid = p_uuid;
  if v_row.id is null then
    return null;
  elsif private.log_view('quotation', v_row.id, p_visit) then
    update public.quotations set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return coalesce(
      case when v_row.status = 'draft' then (
        select coalesce(v.chosen, v.snapshot) from public.quotation_versions v
         where v.quotation_id = v_row.id order by v.version desc limit 1) end,
      private.quotation_document(v_row.id))
    || jsonb_build_object('public_uuid', v_row.public_uuid, 'status', v_row.status, 'being_revised', v_row.status = 'draft',
      'is_past', coalesce(v_row.valid_until < private.company_today(), false),
      'decided_at', v_row.decided_at, 'decided_name', v_row.decided_name, 'reject_reason', v_row.reject_reason,
      'approval', private.approval_of(v_row.id), 'proof_waits', private.proof_waits(v_row.id),
      'client_language', private.own_language(v_row.person_id, v_row.contact_id), 'pay_to', private.pay_to(private.company_of('quotation', v_row.id)))
    || private.version_before(v_row) || private.order_of_quotation(v_row.id);
end $$;
comment on function private.get_public_quotation is
  'What the holder of a link may read, as one object with numbers as text; null for a wrong, revoked or unsent one alike.
p_visit: a random text of the page''s visit; each visit is one viewed event. While a revision is written (being_revised), the
version that was sent last, with what the client has chosen of it. pay_to: the account of today.';
call private.offer('private.get_public_quotation(uuid, text)', '{anon,authenticated,service_role}');

create function private.turn_down(
  p_quotation public.quotations, p_status text, p_name text, p_words text, p_ip inet) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_name constant text := nullif(btrim(p_name), '');
  v_words constant text := nullif(btrim(p_words), '');
begin
  if v_name is null or char_length(v_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif v_words is null then
    perform private.refuse('22023', case p_status when 'rejected' then 'Please say why' else 'Please say what is to change' end);
  elsif char_length(v_words) > 2000 then
    perform private.refuse('22023', 'Please use 2000 characters at most');
  end if;
  update public.quotations
     set status = p_status, decided_at = now(), decided_name = v_name, decided_ip = p_ip, decided_by = auth.uid(),
         reject_reason = case when p_status = 'rejected' then v_words end
   where id = p_quotation.id;
  perform private.cancel_mails('quotation', p_quotation.id);
  perform private.log_event('quotation', p_quotation.id, p_status,
    jsonb_build_object('version', p_quotation.version, 'words', v_words, 'name', v_name), v_name);
  perform private.tell_staff(private.owners_of(p_quotation), case when cardinality(private.owners_of(p_quotation)) = 0
      then 'sales'::public.app_role end,
    format('%s %s', p_quotation.number_with_version, case p_status when 'rejected' then 'was rejected' else 'is to be changed' end),
    format('%s: %s', v_name, v_words), p_quotation.id,
    jsonb_build_object('quotation_number', p_quotation.quotation_number, 'kind', p_status));
end $$;

create function private.ask_about_quotation(p_uuid uuid, p_name text, p_question text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.quotation_by_link(p_uuid);
  perform private.ask_about_document(p_uuid, p_name, p_question);
end $$;
comment on function private.ask_about_quotation is
  'A question by the link: an event and a notice. The same words within ten minutes count once; 20 an hour at most.';
call private.offer('private.ask_about_quotation(uuid, text, text)', '{anon,authenticated,service_role}');

create function private.what_stays(p_order public.orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object('stays', jsonb_build_object('net', private.amount_text(p_order.net), 'vat', private.amount_text(p_order.vat),
    'lines', coalesce((
      select jsonb_agg(private.line_facts(to_jsonb(i)) || '{"is_optional": false, "option_group": null, "is_selected": true}' order by i.position)
        from public.order_items i where i.order_id = p_order.id and i.kind in ('item', 'discount') and not private.is_nothing(i)), '[]')));
end $$;
comment on function private.what_stays is 'The lines and totals of an order whose rest ended or that was lowered, for the page of its quotation. Numbers are text.';

create function private.order_of_quotation(p_quotation_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('order', (
      select jsonb_build_object('order_number', o.order_number, 'public_uuid', o.public_uuid, 'status', o.status,
               'promised_date', o.promised_date, 'day_before', private.day_before(o), 'is_amended', o.quotation_id is distinct from p_quotation_id) || private.order_money(o)
               || case when coalesce(private.end_of_order(o), private.lowering_of_order(o)) is not null then private.what_stays(o) else '{}' end
        from public.orders o
       where o.quotation_id = p_quotation_id or o.id = (
         select q.amends_order_id from public.quotations q where q.id = p_quotation_id and q.status in ('approved', 'converted'))
       -- A cancelled order is told of while no other came of the quotation.
       order by o.status = 'cancelled', o.ordered_at desc, o.id limit 1))
  );
end $$;
comment on function private.order_of_quotation is
'The order of a quotation, or the order that it amended, as its client may see it, also when it was cancelled, with order_money:
{order: null} without one.';

create function private.preview_quotation(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return private.quotation_document(p_id)
    || jsonb_build_object('status', (select q.status from public.quotations q where q.id = p_id), 'approval', private.approval_of(p_id))
    || private.order_of_quotation(p_id);
end $$;
comment on function private.preview_quotation is
  'The paper of a quotation as it stands, also of a draft, with its approval and its order, for staff who may view quotations; null for an unknown one.';
call private.offer('private.preview_quotation(uuid)');

create function public.quotations_named(p_text text) returns setof public.quotations
language sql stable set search_path = '' as $$
  select q.* from public.quotations q where q.id = any (array(select private.records_named('quotation', p_text, 2000)))
$$;
comment on function public.quotations_named is
  'Quotations whose number, title or client holds every word of the text; the 1,000 newest. The policies of quotations apply.';
revoke execute on function public.quotations_named from public, anon;

create function private.suggest_lines(p_quotation_id uuid, p_text text, p_limit integer default 8) returns table(source text, description text, details text, unit text, width_mm text, height_mm text, unit_price text, unit_cost text, service_id uuid, inventory_item_id uuid, quoted_in text, quoted_at timestamptz, charge_rule text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_patterns constant text[] := private.patterns(p_text);
  v_sees_costs constant boolean := private.named('view_financial_data');
  v_language constant text := private.language_of('quotation', p_quotation_id);
  v_contact uuid;
  v_rate numeric;
begin
  perform private.must('quotations', 'view', 'see quotations');
  select q.contact_id, q.rate into v_contact, v_rate from public.quotations q where q.id = p_quotation_id;
  if v_contact is null or cardinality(v_patterns) = 0 then
    return;
  end if;
  return query
    (select 'earlier', e.description, e.details, e.unit, e.width_mm::text, e.height_mm::text, e.unit_price::text,
            case when v_sees_costs then e.unit_cost::text end, e.service_id, e.inventory_item_id, e.number, e.created_at, e.charge_rule
       from (
         select distinct on (private.folded(i.description)) i.*, c.unit_cost, q.number_with_version as number
           from public.quotations q
           join public.quotation_items i on i.quotation_id = q.id
           left join public.quotation_item_costs c on c.item_id = i.id
          where q.contact_id = v_contact and q.id <> p_quotation_id and i.kind = 'item' and btrim(i.description) <> ''
            and private.folded(i.description) like all (v_patterns)
          order by private.folded(i.description), q.created_at desc, i.position
       ) as e
      order by e.created_at desc limit 4)
    union all
    (select 'service', words.name, private.text_in('services', s.id::text, 'summary', s.summary, v_language), s.unit, null, null,
            private.price_in(s.base_price, v_rate)::text, null, s.id, null::uuid, case when words.name <> s.name then s.name end, null::timestamptz, private.service_rule(s)
       from public.services s cross join lateral (select private.text_in('services', s.id::text, 'name', s.name, v_language) as name) as words
      where s.archived_at is null and private.folded(concat_ws(' ', s.name, s.category, words.name)) like all (v_patterns)
      order by s.sort, s.name limit 5)
    union all
    (select 'material', m.name, null, case when m.sell_unit in ('m2', 'm', 'set') then m.sell_unit else 'piece' end, null, null,
            private.price_in(m.sell_price, v_rate)::text,
            case when v_sees_costs then trunc(c.cost_price / m.sell_per_buy, 4)::text end, null::uuid, m.id, m.sku, null::timestamptz,
            private.charge_rule(m.sell_unit, m.charge_per, m.charge_step, m.charge_min, m.charge_waste_pct)
       from public.inventory_items m left join public.inventory_item_costs c on c.item_id = m.id
      where m.archived_at is null
        and private.folded(m.sku || ' ' || m.name || ' ' || coalesce(m.supplier_sku, '')) like all (v_patterns)
      order by m.name limit 5)
    limit least(greatest(p_limit, 1), 20);
end $$;
comment on function private.suggest_lines is 'What a line of this quotation may be: lines that were quoted to the same client with their last price, services, and
materials, with the rule by which their size is charged. Services are in the language of the quotation, with their own name in quoted_in. Prices are in its currency, costs in that of the books. Numbers are text. Costs only for holders of view_financial_data.';
call private.offer('private.suggest_lines(uuid, text, integer)');

create function private.open_quotation_draft(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
begin
  perform private.must('quotations', 'edit', 'change quotations');
  select status into v_status from public.quotations where id = p_id for no key update;
  if v_status is null then
    perform private.refuse('PT404', 'This quotation is not there any more');
  elsif v_status <> 'draft' then
    perform private.refuse('PT409', 'This quotation was sent. Revise it to change its lines.');
  end if;
end $$;
comment on function private.open_quotation_draft is 'Locks a draft whose lines are to be changed; refuses any other quotation.';

create function private.settle_closed_on() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.closed_on := case
    when new.status in ('approved', 'converted', 'rejected') then
      (coalesce(new.decided_at, now()) at time zone coalesce((select time_zone from public.company_settings), 'UTC'))::date
    when new.status = 'expired' then coalesce(new.valid_until + 1, private.company_today())
    when new.status = 'cancelled' and new.sent_at is not null then coalesce(old.closed_on, private.company_today()) end;
  return new;
end $$;
comment on function private.settle_closed_on is 'Keeps the day on which an offer was won or lost. A draft that is cancelled was no offer.';

create function private.prices_of_quotation(p_quotation_id uuid)
  returns text language sql stable security definer set search_path = '' as $$
  select md5(coalesce(string_agg(concat_ws(' ', i.id, i.qty, i.net, c.unit_cost, case when q.show_price_breaks then i.price_breaks end), ',' order by i.id), ''))
    from public.quotation_items i
    join public.quotations q on q.id = i.quotation_id
    left join public.quotation_item_costs c on c.item_id = i.id
   where i.quotation_id = p_quotation_id and i.kind in ('item', 'discount')
$$;

create function private.add_to_order(p_quotation public.quotations, p_name text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders := private.must_be_amendable(p_quotation.amends_order_id);
  v_last text;
  v_item public.order_items;
  v_off record;
  v_number integer;
  v_jobs integer := 0;
begin
  for v_off in
    select i.amends_item_id as id, abs(i.qty) as qty from public.quotation_items i
     where i.quotation_id = p_quotation.id and i.amends_item_id is not null order by i.amends_item_id
  loop
    perform private.must_stay_untouched(v_off.id, v_off.qty);
    perform private.lower_order_line(v_off.id, v_off.qty);
  end loop;

  select private.next_key(max(position)) || 'V' into v_last from public.order_items where order_id = v_order.id;
  insert into public.order_items (order_id, position, kind, description)
  values (v_order.id, v_last, 'heading', format('Extra work, %s', p_quotation.number_with_version));
  insert into public.order_items (order_id, quotation_item_id, position, kind, description, details, qty, unit, width_mm, height_mm,
    unit_price, discount_pct, vat_rate, vat_treatment, picture_path, service_id, inventory_item_id, product_id, calculation_id)
  select v_order.id, i.id, v_last || i.position, i.kind, i.description, i.details, i.qty, i.unit, i.width_mm, i.height_mm, i.unit_price,
         i.discount_pct, i.vat_rate, i.vat_treatment, i.picture_path, i.service_id, i.inventory_item_id, i.product_id, i.calculation_id
    from public.quotation_items i
   where i.quotation_id = p_quotation.id and i.amends_item_id is null and (not i.is_optional or i.is_selected);

  update public.orders o
     set net = total.net, vat = total.vat
    from (select coalesce(sum(base), 0) as net, coalesce(sum(vat), 0) as vat from private.order_vat(v_order.id)) as total
   where o.id = v_order.id
  returning o.* into v_order;
  v_order := private.amend_deposit(v_order, p_quotation.deposit_amount);

  select count(*) into v_number from public.jobs where order_id = v_order.id;
  for v_item in
    select oi.* from public.order_items oi
      join public.quotation_items qi on qi.id = oi.quotation_item_id
     where oi.order_id = v_order.id and qi.quotation_id = p_quotation.id and oi.kind = 'item' and oi.qty > 0
       and private.becomes_job(qi)
     order by oi.position
  loop
    for n in 1 .. 10000 loop
      v_number := v_number + 1;
      exit when not exists (select from public.jobs where job_number = 'JOB' || substr(v_order.order_number, 3) || '-' || private.letters(v_number));
    end loop;
    perform private.make_job(v_order, v_item, v_number);
    v_jobs := v_jobs + 1;
  end loop;

  -- A request that nobody pays at this moment asks for the new deposit. One that is being paid stays as it is.
  update public.payment_requests set status = 'cancelled'
   where order_id = v_order.id and purpose = 'deposit' and status = 'open' and amount <> v_order.deposit_amount - v_order.deposit_paid;
  perform private.request_deposit(v_order.id);
  perform private.refresh_order(v_order.id);
  perform private.log_event('order', v_order.id, 'amended',
    jsonb_build_object('quotation_number', p_quotation.number_with_version, 'jobs', v_jobs,
      'gross', private.amount_text(v_order.net + v_order.vat)), p_name);
  return v_order.id;
end $$;
comment on function private.add_to_order is
  'The approval of extra work, in one transaction: lowered and new lines, totals, jobs and the deposit of the order. Refuses in
words to touch what is delivered, planned for a delivery or invoiced.';

-- Extra work belongs to the client of the order, and a quotation that was sent opens by its old link for ever: with another
-- client the one would read the other's prices, sites and earlier versions.
create function private.keep_client_of_quotation() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if old.amends_order_id is not null then
    perform private.refuse('PT409', 'Extra work is for the client of its order. Please write a new quotation for another client.');
  elsif exists (select from public.quotation_versions v where v.quotation_id = old.id) then
    perform private.refuse('PT409', 'This quotation was sent to its client, who has the link. Please copy it for another client.');
  end if;
  return new;
end $$;

create function private.recharge_draft() returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $$
begin
  update public.quotation_items set qty = qty where quotation_id = new.id and charged_qty is null and kind not in ('heading', 'text');
  return null;
end $$;
comment on function private.recharge_draft is 'A version that is written anew is charged by today''s rule.';

-- A discount at a rate that has less lines than it could never be invoiced: said before the client reads the quotation.
create function private.check_rates() returns trigger
language plpgsql security definer set search_path to '' as $function$
declare
  v_rate numeric;
begin
  select r.vat_rate into v_rate from private.quotation_vat(new.id) as r
    left join private.order_vat(new.amends_order_id) as o on o.vat_rate = r.vat_rate and o.vat_treatment = r.vat_treatment
   where r.base < 0 and r.base + coalesce(o.base, 0) < 0 order by 1 limit 1;
  if found then
    perform private.refuse('22023', private.with_tax(format('At %s %% {tax} the discounts are larger than the lines. Give each discount the {tax} rate of its lines.',
      trim_scale(v_rate))));
  end if;
  return new;
end $function$;
comment on function private.check_rates is 'No VAT rate of a quotation that is sent or approved comes to less than zero, with the order that it amends: its invoice could not be issued.';

create function private.own_quotations(p_contact_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('public_uuid', q.public_uuid, 'number', q.number_with_version, 'project_title', q.project_title,
           'status', q.status, 'valid_until', q.valid_until, 'sent_at', q.sent_at, 'currency', q.currency, 'gross', private.amount_text(q.gross))
           || private.order_of_quotation(q.id) order by q.sent_at desc nulls last, q.id), '[]')
    from (select * from public.quotations r
           where r.contact_id = p_contact_id and r.status not in ('draft', 'cancelled') and r.link_revoked_at is null
           order by r.sent_at desc nulls last, r.id limit 200) as q
$$;
comment on function private.own_quotations is 'What was offered to a client, newest first, at most 200.';

create function private.guard_extra_work() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_number text;
begin
  select o.order_number into v_number from public.quotations q join public.orders o on o.id = q.amends_order_id
   where q.id = case tg_table_name when 'quotations' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'quotation_id' end::uuid
     and o.status = 'cancelled';
  if v_number is not null then
    perform private.refuse('PT409', format('Order %s was cancelled: extra work cannot be written. Please write a new quotation.', v_number));
  end if;
  return new;
end $$;
comment on function private.guard_extra_work is 'Extra work of a cancelled order is neither written nor sent.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger renew_rate before update of status on public.quotations
  for each row when (old.status = 'draft' and new.status = 'sent') execute function private.renew_rate();
create trigger zz_check_currency after insert or update of contact_id on public.quotations for each row execute function private.check_currency();
create trigger rate_of_client before update of contact_id on public.quotations
  for each row when (old.contact_id is distinct from new.contact_id) execute function private.change_client_of_paper();
create trigger take_currency before insert on public.quotations for each row execute function private.take_currency();
call private.follow_transitions('public.quotations', 'quotation');
create trigger draw_public_uuid before insert on public.quotations
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.draw_public_uuid();
create trigger readdress_notices after update of public_uuid on public.quotations
  for each row when (old.public_uuid is distinct from new.public_uuid)
  execute function private.readdress_notices_of_quotation();
create trigger audit after insert or update or delete on public.quotations
  for each row execute function private.audit('id');
create trigger new_quotation before insert on public.quotations
  for each row when (current_user in ('anon', 'authenticated')) execute function private.new_quotation();
create trigger settle_deposit before insert or update of net, vat, deposit_kind, deposit_value on public.quotations
  for each row execute function private.settle_deposit();
create trigger guard_sent before update on public.quotations
  for each row when (current_user in ('anon', 'authenticated') and old.status <> 'draft')
  execute function private.guard_sent_quotation();
create trigger guard_typed before insert or update of valid_until, deposit_kind, deposit_value on public.quotations
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_typed_head();
create trigger guard_removed before delete on public.quotations
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_removed_quotation();
create trigger settle_closed_on before insert or update of status, decided_at, sent_at, valid_until on public.quotations
  for each row execute function private.settle_closed_on();
create trigger forget_loss after update of status on public.quotations
  for each row when (old.status in ('rejected', 'expired', 'cancelled') and new.status not in ('rejected', 'expired', 'cancelled'))
  execute function private.forget_loss();
create trigger guard_margin before update of status on public.quotations
  for each row when (old.status = 'draft' and new.status = 'sent') execute function private.guard_margin();
create or replace trigger count_version before update of contact_id, project_title, valid_until, link_revoked_at, person_id, location_id,
    deposit_kind, deposit_value, terms, client_note, account_manager_id, follow_up_on, archived_at, show_price_breaks, is_collected, row_version
  on public.quotations
  for each row execute function private.count_version();
create trigger keep_client before update of contact_id on public.quotations for each row
  when (current_user in ('anon', 'authenticated') and old.contact_id is distinct from new.contact_id)
  execute function private.keep_client_of_quotation();
create trigger settle_exemption before insert or update of contact_id, location_id, is_collected, status on public.quotations
  for each row when (new.status = 'draft') execute function private.keep_exemption();
create trigger follow_client_rates after update of contact_id, location_id, is_collected, status, exemption_id on public.quotations for each row
  when ((old.contact_id, old.location_id, old.is_collected, old.exemption_id) is distinct from (new.contact_id, new.location_id, new.is_collected, new.exemption_id)
    and new.status = 'draft')
  execute function private.follow_client_rates();
create trigger keep_language after update of status on public.quotations for each row
  when (old.status is distinct from new.status and (old.status = 'draft' or new.status = 'draft'))
  execute function private.keep_language_of_paper('quotation');
create trigger recharge_draft after update of status on public.quotations
  for each row when (old.status <> 'draft' and new.status = 'draft') execute function private.recharge_draft();
create trigger ask_first before insert on public.quotations for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('quotations:create');
create trigger check_rates before update of status on public.quotations for each row
  when (old.status is distinct from new.status and new.status in ('sent', 'approved')) execute function private.check_rates();
create trigger guard_extra_work_sent after update of status on public.quotations
  for each row when (new.amends_order_id is not null and new.status in ('draft', 'sent') and old.status is distinct from new.status)
  execute function private.guard_extra_work();

create trigger append_only before update on public.quotation_versions
  for each row when (old.snapshot is distinct from new.snapshot or old.version <> new.version)
  execute function private.refuse_change();

create trigger retell_mails after update of contact_id on public.quotations for each row
  when (new.contact_id <> old.contact_id) execute function private.retell_mails('quotation');
create trigger answer_sent_product after update of status on public.quotations
  for each row when (old.status = 'draft' and new.status <> 'draft') execute function private.answer_sent_product();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.quotations', 'nudge_client', $$private.nudge_clients('status', 'draft')$$);

call private.after_each_statement('public.quotation_versions', 'nudge_page',
  $$private.nudge_pages('quotation_id', 'quotations')$$, '{insert}');

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.document_kinds (kind, table_name, position, page, label, contact, person, link, open_if, asked_role, owners, takes_reminders, templates, paper) values
  ('quotation',
   'public.quotations',
   10,
   'quotations',
   'r.number_with_version',
   'r.contact_id',
   'r.person_id',
   'public_uuid',
   $$r.link_revoked_at is null and r.status <> 'cancelled'
       and (r.status <> 'draft' or exists (select from public.quotation_versions v where v.quotation_id = r.id))$$,
   'sales',
   'private.owners_of(r)',
   true,
   'Quotations',
   'private.get_public_quotation(r.public_uuid)');

insert into private.record_kinds
  (kind, table_name, position, label, detail, page, searched, contact, found_by_contact, status, recent_if, is_folded)
values
  ('quotation',
   'public.quotations',
   30,
   $$concat_ws(' · ', r.quotation_number, r.project_title)$$,
   $$(select coalesce(c.company, nullif(btrim(concat_ws(' ', c.name, c.last_name)), '')) from public.contacts c
       where c.id = r.contact_id)$$,
   'quotations',
   'r.search_text',
   'contact_id',
   true,
   'r.status',
   'true',
   true);

insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes) values
  ('quotation', 'draft', 'cancelled', 'cancel_quotation', 'quotations', 'edit', 'a reason', 'closes the link'),
  ('quotation', 'draft', 'sent', 'send_quotation', 'quotations', 'edit', 'at least one line', 'freezes a version and opens the link'),
  ('quotation', 'sent', 'approved', 'approve_quotation', 'quotations', 'edit', 'the current version, a name and accepted terms', 'makes the order'),
  ('quotation', 'sent', 'cancelled', 'cancel_quotation', 'quotations', 'edit', 'a reason', 'closes the link'),
  ('quotation', 'sent', 'change_requested', 'request_quotation_change', 'quotations', 'edit', 'what is to change', null),
  ('quotation', 'sent', 'draft', 'revise_quotation', 'quotations', 'edit', null, 'begins the next version'),
  ('quotation', 'sent', 'expired', 'expire_quotations', 'quotations', 'edit', 'the last valid day has passed', null),
  ('quotation', 'sent', 'rejected', 'reject_quotation', 'quotations', 'edit', 'a reason', null),
  ('quotation', 'approved', 'cancelled', 'cancel_quotation', 'quotations', 'edit', 'a reason', 'closes the link'),
  ('quotation', 'approved', 'converted', 'approve_quotation', 'quotations', 'edit', null, null),
  ('quotation', 'approved', 'sent', 'undo_approval', 'quotations', 'edit', 'no deposit paid and no job started', 'cancels the order'),
  ('quotation', 'change_requested', 'approved', 'approve_quotation', 'quotations', 'edit', 'the current version, a name and accepted terms', 'makes the order'),
  ('quotation', 'change_requested', 'cancelled', 'cancel_quotation', 'quotations', 'edit', 'a reason', 'closes the link'),
  ('quotation', 'change_requested', 'draft', 'revise_quotation', 'quotations', 'edit', null, 'begins the next version'),
  ('quotation', 'change_requested', 'rejected', 'reject_quotation', 'quotations', 'edit', 'a reason', null),
  ('quotation', 'converted', 'sent', 'undo_approval', 'quotations', 'edit', 'no deposit paid and no job started', 'cancels the order'),
  ('quotation', 'expired', 'cancelled', 'cancel_quotation', 'quotations', 'edit', 'a reason', 'closes the link'),
  ('quotation', 'expired', 'draft', 'revise_quotation', 'quotations', 'edit', null, 'begins the next version'),
  ('quotation', 'rejected', 'cancelled', 'cancel_quotation', 'quotations', 'edit', 'a reason', 'closes the link'),
  ('quotation', 'rejected', 'draft', 'revise_quotation', 'quotations', 'edit', null, 'begins the next version');

-- ------------------------------------------------------------------------------------------------------------ at times

insert into private.schedules (name, runs_at, statement) values
  ('expire-quotations', '7 * * * *', 'select private.expire_quotations()');
