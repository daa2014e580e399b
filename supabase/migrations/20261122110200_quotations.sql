-- Quotations with lines, options, versions and the public link. A quotation is changed while it is a draft; sending it
-- freezes a version, and an answer is given to that version.

-- ------------------------------------------------------------------------------------------------------------ lines

create table private.document_line (
  id            uuid primary key default gen_random_uuid(),
  position      text collate "C" not null,
  kind          text not null default 'item',
  description   text not null default '',
  details       text,
  qty           numeric(14, 4) default 1,
  unit          text default 'piece',
  width_mm      numeric(10, 2),
  height_mm     numeric(10, 2),
  unit_price    numeric(14, 4) default 0,
  discount_pct  numeric(5, 2) default 0,
  vat_rate      numeric(5, 2),
  vat_treatment text default 'standard',
  net           numeric(14, 2) not null default 0,
  picture_path  text,
  created_at    timestamptz not null default now(),
  constraint line_position_length check (char_length(position) between 1 and 200 and position ~ '^[A-Za-z0-9]+$'),
  constraint line_kind_is_known check (kind in ('item', 'heading', 'text', 'discount', 'deposit')),
  constraint line_texts_length check (
    char_length(description) <= 2000 and char_length(details) <= 10000 and char_length(unit) <= 20 and char_length(picture_path) <= 2000),
  constraint line_qty_range check (qty between -1000000 and 1000000 and (qty >= 0 or kind <> 'item')),
  constraint line_size_range check (width_mm between 0 and 1000000 and height_mm between 0 and 1000000),
  constraint line_price_range check (unit_price between 0 and 100000000),
  constraint line_discount_range check (discount_pct between 0 and 100),
  constraint line_vat_rate_range check (vat_rate between 0 and 100),
  constraint line_vat_treatment_is_known check (vat_treatment in ('standard', 'reverse_charge', 'exempt', 'export', 'zero')),
  constraint line_only_standard_is_charged check (vat_treatment = 'standard' or vat_rate = 0),
  constraint line_amounts_belong_to_kind check (
    case when kind in ('heading', 'text') then qty is null and unit_price is null and vat_rate is null and net = 0
         else qty is not null and unit_price is not null and discount_pct is not null and vat_rate is not null and vat_treatment is not null end)
);
alter table private.document_line enable row level security;
revoke all on private.document_line from anon, authenticated;
comment on table private.document_line is
  'The columns and checks of a line, the same on every document. Only a shape: other tables are made like it, it holds no rows.';
comment on column private.document_line.position is 'Fractional index key (src/documents), unique in its document, compared byte by byte.';
comment on column private.document_line.kind is
  'item; heading and text have no amounts; discount has a negative quantity and a price that is not; deposit is a deduction on an invoice.';
comment on column private.document_line.net is 'quantity × unit price less discount, toward zero to cents. Written by the database.';

create function private.settle_line() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_default public.vat_rates;
begin
  if new.kind in ('heading', 'text') then
    new.qty := null;
    new.unit := null;
    new.width_mm := null;
    new.height_mm := null;
    new.unit_price := null;
    new.discount_pct := null;
    new.vat_rate := null;
    new.vat_treatment := null;
    new.net := 0;
    return new;
  end if;
  new.qty := coalesce(new.qty, 1);
  new.unit_price := coalesce(new.unit_price, 0);
  new.discount_pct := coalesce(new.discount_pct, 0);
  if new.kind = 'discount' then
    new.qty := -abs(new.qty);
  end if;
  if new.vat_rate is null and coalesce(new.vat_treatment, 'standard') = 'standard' then
    v_default := private.default_vat();
    new.vat_rate := coalesce(v_default.rate, 0);
    new.vat_treatment := coalesce(v_default.treatment, 'standard');
  end if;
  new.vat_treatment := coalesce(new.vat_treatment, 'standard');
  if new.vat_treatment <> 'standard' then
    new.vat_rate := 0;
  end if;
  if new.qty <> 'NaN' and new.unit_price <> 'NaN' and new.discount_pct <> 'NaN'
    and abs(private.line_net(new.qty, new.unit_price, new.discount_pct)) >= 100000000 then
    perform private.refuse('22023', 'The amount of a line must stay below 100,000,000');
  end if;
  new.net := private.line_net(new.qty, new.unit_price, new.discount_pct);
  return new;
end $$;
comment on function private.settle_line is 'Completes a line before it is written: its sign, its VAT and its net.';

-- -------------------------------------------------------------------------------------------------------- quotation

alter table public.quotations
  add column version            integer not null default 1,
  add column number_with_version text not null generated always as
    (quotation_number || case when version > 1 then '-R' || version::text else '' end) stored,
  add column person_id          uuid references public.contacts (id) on delete set null,
  add column location_id        uuid references public.locations (id) on delete set null,
  add column deposit_kind       text not null default 'none',
  add column deposit_value      numeric(14, 2) not null default 0,
  add column deposit_amount     numeric(14, 2) not null default 0,
  add column terms              text,
  add column client_note        text,
  add column account_manager_id uuid references auth.users (id) on delete set null,
  add column follow_up_on       date,
  add column sent_at            timestamptz,
  add column first_viewed_at    timestamptz,
  add column last_viewed_at     timestamptz,
  add column decided_at         timestamptz,
  add column decided_name       text,
  add column decided_by         uuid references auth.users (id) on delete set null,
  add column decided_ip         inet,
  add column reject_reason      text,
  add column archived_at        timestamptz,
  add column row_version        integer not null default 1,
  add constraint quotations_version_is_positive check (version >= 1),
  add constraint quotations_deposit_kind_is_known check (deposit_kind in ('none', 'percent', 'amount')),
  add constraint quotations_deposit_value_range check (
    deposit_value >= 0 and deposit_value < 1000000000 and (deposit_kind <> 'percent' or deposit_value <= 100)),
  add constraint quotations_texts_length check (
    char_length(terms) <= 20000 and char_length(client_note) <= 5000 and char_length(decided_name) <= 200
    and char_length(reject_reason) <= 2000);
create index quotations_person_id_idx on public.quotations (person_id);
create index quotations_location_id_idx on public.quotations (location_id);
create index quotations_account_manager_id_idx on public.quotations (account_manager_id);
create index quotations_decided_by_idx on public.quotations (decided_by);
create index quotations_status_created_at_idx on public.quotations (status, created_at desc, id desc);
create index quotations_created_at_idx on public.quotations (created_at desc, id desc);
create index quotations_valid_until_idx on public.quotations (valid_until) where status = 'sent';
comment on column public.quotations.version is 'Counts revisions. The number is printed with it: Q-2026-0142-R2.';
comment on column public.quotations.deposit_value is 'Percent of the gross, or an amount, by deposit_kind.';
comment on column public.quotations.deposit_amount is 'What the deposit comes to: trunc(gross × percent / 100, 2), or the amount, never above the gross.';
comment on column public.quotations.decided_name is 'Who answered, as they wrote their name.';
comment on column public.quotations.decided_by is 'The member of staff who recorded the answer; null where the client gave it by the link.';
comment on column public.quotations.row_version is 'Counts changes by people of the head: whoever saves says which version they looked at.';
call private.refuse_hostile_values('public.quotations');

drop trigger pin on public.quotations;
create trigger pin before update on public.quotations
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'quotation_number', 'public_uuid', 'created_by', 'created_at', 'status', 'version', 'currency',
    'net', 'vat', 'deposit_amount', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'decided_at', 'decided_name', 'decided_by',
    'decided_ip', 'reject_reason');
create trigger first_version before insert on public.quotations
  for each row when (current_user in ('anon', 'authenticated')) execute function private.first_version();
create trigger count_version before update of contact_id, project_title, valid_until, link_revoked_at, person_id, location_id,
    deposit_kind, deposit_value, terms, client_note, account_manager_id, follow_up_on, archived_at, row_version on public.quotations
  for each row execute function private.count_version();
call private.follow_transitions('public.quotations', 'quotation');
create trigger audit after insert or update or delete on public.quotations
  for each row execute function private.audit('id');

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
  return new;
end $$;
comment on function private.new_quotation is 'A quotation that a person makes is an empty draft with the next number, whatever the request says.';
create trigger new_quotation before insert on public.quotations
  for each row when (current_user in ('anon', 'authenticated')) execute function private.new_quotation();

create function private.settle_deposit() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.deposit_amount := case new.deposit_kind
    when 'percent' then trunc((new.net + new.vat) * new.deposit_value / 100, 2)
    when 'amount' then least(new.deposit_value, new.net + new.vat)
    else 0 end;
  return new;
end $$;
create trigger settle_deposit before insert or update of net, vat, deposit_kind, deposit_value on public.quotations
  for each row execute function private.settle_deposit();

create function private.guard_sent_quotation() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if (old.contact_id, old.project_title, old.valid_until, old.person_id, old.location_id, old.deposit_kind, old.deposit_value,
      old.terms, old.client_note)
    is distinct from (new.contact_id, new.project_title, new.valid_until, new.person_id, new.location_id, new.deposit_kind,
      new.deposit_value, new.terms, new.client_note)
  then
    raise exception using errcode = 'PT409', message = 'This quotation was sent. Revise it to change it.';
  end if;
  return new;
end $$;
create trigger guard_sent before update on public.quotations
  for each row when (current_user in ('anon', 'authenticated') and old.status <> 'draft')
  execute function private.guard_sent_quotation();

create function private.guard_removed_quotation() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if old.status <> 'draft' or old.sent_at is not null then
    raise insufficient_privilege using message = 'A quotation that was sent is cancelled, not removed';
  end if;
  return old;
end $$;
create trigger guard_removed before delete on public.quotations
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_removed_quotation();

-- ---------------------------------------------------------------------------------------------------- its lines

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
  unique (quotation_id, position),
  constraint quotation_items_group_is_of_options check (option_group is null or is_optional),
  constraint quotation_items_option_group_length check (char_length(btrim(option_group)) between 1 and 100),
  constraint quotation_items_options_are_items check (not is_optional or kind = 'item'),
  constraint quotation_items_kind_is_quoted check (kind <> 'deposit')
);
create index quotation_items_service_id_idx on public.quotation_items (service_id);
comment on table public.quotation_items is 'The lines of a quotation.';
comment on column public.quotation_items.is_optional is 'Counts only while it is selected.';
comment on column public.quotation_items.option_group is 'Options of one group: exactly one of them is chosen.';
comment on column public.quotation_items.makes_job is 'Becomes a job on approval; null: as its service says, and yes without a service.';

call private.borrow_rules('public.quotation_items', '', '{id,quotation_id,net,created_at}');
grant select, insert, update, delete on public.quotation_items to authenticated;
create policy "whoever reads a quotation reads its lines" on public.quotation_items
  for select to authenticated using ((select true from public.quotations q where q.id = quotation_id));
create policy "staff write lines" on public.quotation_items
  for insert to authenticated with check ((select private.can('quotations', 'edit')));
create policy "staff change lines" on public.quotation_items
  for update to authenticated
  using ((select private.can('quotations', 'edit'))) with check ((select private.can('quotations', 'edit')));
create policy "staff remove lines" on public.quotation_items
  for delete to authenticated using ((select private.can('quotations', 'edit')));

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
create trigger guard_line before insert or update or delete on public.quotation_items
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_quotation_line();
create trigger settle_line before insert or update on public.quotation_items
  for each row execute function private.settle_line();

create function private.quotation_vat(p_quotation_id uuid)
returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select i.vat_rate, i.vat_treatment, sum(i.net), private.vat_of(sum(i.net), i.vat_rate)
    from public.quotation_items i
   where i.quotation_id = p_quotation_id and i.kind in ('item', 'discount') and (not i.is_optional or i.is_selected)
   group by i.vat_rate, i.vat_treatment
   order by i.vat_rate, i.vat_treatment
$$;
comment on function private.quotation_vat is 'The VAT table of a quotation: lines that count, by rate and treatment.';

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
call private.after_each_statement('public.quotation_items', 'a_total', 'private.total_quotations()');
call private.after_each_statement('public.quotation_items', 'nudge_document', $$private.nudge_lines('quotations', 'quotation_id')$$);

create table public.quotation_item_costs (
  item_id     uuid primary key references public.quotation_items (id) on delete cascade,
  unit_cost   numeric(14, 4) not null default 0,
  row_version integer not null default 1,
  constraint quotation_item_costs_range check (unit_cost between 0 and 100000000)
);
comment on table public.quotation_item_costs is 'What a line costs the company, a unit. A table of its own: only holders of view_financial_data read it.';
call private.borrow_rules('public.quotation_item_costs', '', '{item_id}');
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
call private.after_each_statement('public.quotation_item_costs', 'nudge_page', $$private.nudge_pages('item_id', 'quotations')$$);

create function private.quotation_margin(p_quotation_id uuid)
returns table (net numeric, cost numeric, margin numeric, margin_pct numeric)
  language sql stable security definer set search_path = ''
as $$
  select q.net, total.cost, q.net - total.cost, case when q.net > 0 then trunc((q.net - total.cost) * 100 / q.net, 2) end
    from public.quotations q,
         lateral (select coalesce(sum(trunc(i.qty * c.unit_cost, 2)), 0) as cost
                    from public.quotation_items i join public.quotation_item_costs c on c.item_id = i.id
                   where i.quotation_id = q.id and i.kind = 'item' and (not i.is_optional or i.is_selected)) as total
   where q.id = p_quotation_id and private.named('view_financial_data') and private.can('quotations', 'view')
$$;
comment on function private.quotation_margin is 'Cost and margin of the lines that count; no row without view_financial_data.';
call private.offer('private.quotation_margin(uuid)');

create table public.quotation_versions (
  quotation_id uuid not null references public.quotations (id) on delete cascade,
  version      integer not null,
  number       text not null,
  snapshot     jsonb not null,
  reason       text,
  sent_by      uuid references auth.users (id) on delete set null,
  sent_at      timestamptz not null default now(),
  primary key (quotation_id, version),
  constraint quotation_versions_reason_length check (char_length(reason) <= 2000)
);
create index quotation_versions_sent_by_idx on public.quotation_versions (sent_by);
comment on table public.quotation_versions is 'What was sent, as it was sent: one row a version, never changed.';
comment on column public.quotation_versions.snapshot is 'The document as get_public_quotation returns it, amounts as text, without costs.';
call private.borrow_rules('public.quotation_versions', '');
grant select on public.quotation_versions to authenticated;
create policy "whoever reads a quotation reads its versions" on public.quotation_versions
  for select to authenticated using ((select true from public.quotations q where q.id = quotation_id));
create trigger append_only before update on public.quotation_versions
  for each row when (old.snapshot is distinct from new.snapshot or old.version <> new.version)
  execute function private.refuse_change();
call private.after_each_statement('public.quotation_versions', 'nudge_page',
  $$private.nudge_pages('quotation_id', 'quotations')$$, '{insert}');

-- ------------------------------------------------------------------------------------------------------- the paper

create function private.company_facts() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('name', name, 'email', email, 'phone', phone, 'address', address, 'city', city, 'postcode', postcode,
    'country', country, 'vat_number', vat_number, 'registration_number', registration_number, 'logo_url', logo_url,
    'brand_color', brand_color, 'iban', iban, 'bic', bic, 'bank_name', bank_name, 'number_style', number_style, 'date_style', date_style)
    from public.company_settings
$$;
comment on function private.company_facts is 'What stands about the company on its papers.';

create function private.contact_facts(p_contact_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('name', nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), 'company', c.company,
    'address', c.address_line, 'city', c.city, 'postcode', c.postcode, 'country', c.country, 'vat_number', c.vat_number)
    from public.contacts c where c.id = p_contact_id
$$;
comment on function private.contact_facts is 'What stands about a contact on papers: no e-mail, no telephone.';

create function private.site_facts(p_location_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('label', l.label, 'address', l.address, 'city', l.city, 'postcode', l.postcode, 'country', l.country)
    from public.locations l where l.id = p_location_id
$$;

create function private.line_facts(p_line jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_build_object('id', p_line -> 'id', 'position', p_line -> 'position', 'kind', p_line -> 'kind',
    'description', p_line -> 'description', 'details', p_line -> 'details', 'unit', p_line -> 'unit',
    'picture_path', p_line -> 'picture_path', 'vat_treatment', p_line -> 'vat_treatment')
    || (select jsonb_object_agg(key, p_line ->> key)
          from unnest(array['qty', 'width_mm', 'height_mm', 'unit_price', 'discount_pct', 'vat_rate', 'net']) as key)
$$;
comment on function private.line_facts is 'A line as papers show it, numbers as text.';

create function private.quotation_document(p_quotation_id uuid) returns jsonb
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
               'option_group', i.option_group, 'is_selected', i.is_selected) order by i.position)
        from public.quotation_items i where i.quotation_id = q.id), '[]'),
    'vat_table', coalesce((
      select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
               'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
        from private.quotation_vat(q.id) as v), '[]'))
    from public.quotations q where q.id = p_quotation_id
$$;
comment on function private.quotation_document is 'Everything that a client sees of a quotation. Numbers are text.';

-- A link opens what was sent, also while the next version is being written.
create or replace function private.is_public_document(p_uuid uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.quotations q
     where q.public_uuid = p_uuid and q.link_revoked_at is null and q.status <> 'cancelled'
       and (q.status <> 'draft' or exists (select from public.quotation_versions v where v.quotation_id = q.id)))
$$;

create function private.quotation_by_link(p_uuid uuid) returns public.quotations
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations;
begin
  if private.is_public_document(p_uuid) then
    select * into v_row from public.quotations where public_uuid = p_uuid for no key update;
  end if;
  if v_row.id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  end if;
  return v_row;
end $$;
comment on function private.quotation_by_link is 'The quotation of a link, locked. A wrong, revoked or unsent one is refused alike.';

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
  language sql stable security definer set search_path = ''
as $$
  select array_remove(array[p_quotation.created_by, p_quotation.account_manager_id], null)
$$;

-- --------------------------------------------------------------------------------------------- what staff call

create function private.create_quotation(
  p_contact_id uuid, p_project_title text default null, p_id uuid default null, p_person_id uuid default null, p_location_id uuid default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_contact public.contacts;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select id into v_id from public.quotations where id = p_id;
  if found then
    return v_id;
  end if;
  select * into v_contact from public.contacts where id = p_contact_id;
  if v_contact.id is null then
    perform private.refuse('PT404', 'This contact is not there any more');
  elsif v_contact.archived_at is not null then
    perform private.refuse('22023', 'This contact is archived');
  end if;
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, deposit_kind,
    deposit_value, terms, account_manager_id, created_by)
  select coalesce(p_id, gen_random_uuid()), private.draw_number('Q'), p_contact_id, nullif(btrim(p_project_title), ''), p_person_id,
         p_location_id, s.currency, case when s.deposit_percent > 0 then 'percent' else 'none' end, s.deposit_percent,
         s.quotation_terms, coalesce(v_contact.account_manager_id, auth.uid()), auth.uid()
    from public.company_settings s
  returning id into v_id;
  perform private.log_event('quotation', v_id, 'created');
  return v_id;
end $$;
comment on function private.create_quotation is
  'A new draft with the next number, the company''s terms and deposit. p_id: an id chosen by the caller, so that a repeated
call returns the same quotation. Returns the id.';
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
  select id into v_id from public.quotations where id = p_new_id;
  if found then
    return v_id;
  end if;
  v_id := coalesce(p_new_id, gen_random_uuid());
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, deposit_kind,
    deposit_value, terms, client_note, account_manager_id, created_by)
  values (v_id, private.draw_number('Q'), coalesce(p_contact_id, v_old.contact_id), v_old.project_title,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.person_id end,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.location_id end,
    v_old.currency, v_old.deposit_kind, v_old.deposit_value, v_old.terms, v_old.client_note, v_old.account_manager_id, auth.uid());
  with copied as (
    select i.*, gen_random_uuid() as new_id from public.quotation_items i where i.quotation_id = p_id
  ), written as (
    insert into public.quotation_items (id, quotation_id, position, kind, description, details, qty, unit, width_mm, height_mm,
      unit_price, discount_pct, vat_rate, vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id,
      inventory_item_id, product_id, calculation_id)
    select new_id, v_id, position, kind, description, details, qty, unit, width_mm, height_mm, unit_price, discount_pct, vat_rate,
           vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id, inventory_item_id, product_id,
           calculation_id
      from copied
    returning id
  )
  insert into public.quotation_item_costs (item_id, unit_cost)
  select copied.new_id, c.unit_cost from copied join written on written.id = copied.new_id
    join public.quotation_item_costs c on c.item_id = copied.id;
  perform private.log_event('quotation', v_id, 'created', jsonb_build_object('copied_from', v_old.number_with_version));
  return v_id;
end $$;
comment on function private.copy_quotation is
  'A new draft with the head, lines and costs of another one, for the same contact or p_contact_id. p_new_id: chosen by the
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
  elsif not exists (select from public.quotation_items where quotation_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you send the quotation');
  elsif v_row.valid_until < private.company_today() then
    perform private.refuse('22023', 'Please choose a last valid day that has not passed');
  end if;
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
  update public.quotations
     set status = 'draft', version = version + 1,
         valid_until = case when valid_until < private.company_today() then null else valid_until end
   where id = p_id;
  perform private.cancel_mails('quotation', p_id);
  perform private.log_event('quotation', p_id, 'revised',
    jsonb_build_object('version', v_row.version + 1, 'reason', left(nullif(btrim(p_reason), ''), 2000)));
  return v_row.version + 1;
end $$;
comment on function private.revise_quotation is
  'Sent, change requested, rejected or expired → draft of the next version. The link shows the version before until the next
one is sent. A second call changes nothing. Returns the version.';
call private.offer('private.revise_quotation(uuid, text)');

create function private.cancel_quotation(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'cancel quotations');
begin
  if v_row.status = 'cancelled' then
    return;
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  elsif v_row.status = 'converted' then
    perform private.refuse('PT409', 'This quotation is approved: cancel its order instead');
  end if;
  update public.quotations set status = 'cancelled' where id = p_id;
  perform private.cancel_mails('quotation', p_id);
  perform private.log_event('quotation', p_id, 'cancelled', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
end $$;
comment on function private.cancel_quotation is 'Any quotation without an order → cancelled, with a reason; its link closes.';
call private.offer('private.cancel_quotation(uuid, text)');

create function private.fix_quotation_status(p_id uuid, p_status text, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations;
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
  perform set_config('signwright.repair', 'on', true);
  update public.quotations set status = p_status where id = p_id;
  perform set_config('signwright.repair', '', true);
  perform private.log_event('quotation', p_id, 'status_repaired',
    jsonb_build_object('from', v_row.status, 'to', p_status, 'reason', left(btrim(p_reason), 2000)));
end $$;
comment on function private.fix_quotation_status is
  'For admins: sets a status that no transition leads to, with a reason in the story and a line in the audit trail. It makes
no order and removes none.';
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
do $$
begin
  if to_regnamespace('cron') is not null then
    perform cron.schedule('expire-quotations', '7 * * * *', 'select private.expire_quotations()');
  end if;
end $$;

-- ------------------------------------------------------------------------------------- what the link's holder calls

drop function public.get_public_quotation(uuid);
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
        select v.snapshot from public.quotation_versions v where v.quotation_id = v_row.id order by v.version desc limit 1) end,
      private.quotation_document(v_row.id))
    || jsonb_build_object('public_uuid', v_row.public_uuid, 'status', v_row.status, 'being_revised', v_row.status = 'draft',
      'is_past', coalesce(v_row.valid_until < private.company_today(), false),
      'decided_at', v_row.decided_at, 'decided_name', v_row.decided_name, 'reject_reason', v_row.reject_reason)
    || private.order_of_quotation(v_row.id);
end $$;
comment on function private.get_public_quotation is
  'What the holder of a link may read, as one object with numbers as text; null for a wrong, revoked or unsent one alike.
p_visit: a random text of the page''s visit; each visit is one viewed event. While a revision is written (being_revised), the
version that was sent last.';
call private.offer('private.get_public_quotation(uuid, text)', '{anon,authenticated,service_role}');

create function private.select_options(p_quotation_id uuid, p_selected uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from unnest(p_selected) as chosen (id) where not exists (
      select from public.quotation_items i where i.id = chosen.id and i.quotation_id = p_quotation_id and i.is_optional))
  then
    perform private.refuse('22023', 'An option is not part of this quotation');
  elsif exists (
    select from public.quotation_items i where i.quotation_id = p_quotation_id and i.option_group is not null and i.id = any (p_selected)
     group by i.option_group having count(*) > 1)
  then
    perform private.refuse('22023', 'Only one option of a group can be chosen');
  end if;
  update public.quotation_items set is_selected = id = any (p_selected)
   where quotation_id = p_quotation_id and is_optional and is_selected is distinct from (id = any (p_selected));
end $$;

create function private.choose_options(p_uuid uuid, p_version integer, p_selected uuid[]) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_by_link(p_uuid);
begin
  perform private.must_be_current(v_row, p_version);
  perform private.must_be_open(v_row);
  perform private.select_options(v_row.id, coalesce(p_selected, '{}'));
  return private.quotation_document(v_row.id);
end $$;
comment on function private.choose_options is
  'The client chooses options by the link: p_selected are the ids of all chosen lines. Totals and deposit follow. Returns the
quotation as get_public_quotation does, without its state.';
call private.offer('private.choose_options(uuid, integer, uuid[])', '{anon,authenticated,service_role}');

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

create function private.reject_quotation(p_uuid uuid, p_version integer, p_name text, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_by_link(p_uuid);
begin
  perform private.must_be_current(v_row, p_version);
  if v_row.status = 'rejected' then
    return;
  end if;
  perform private.must_be_open(v_row);
  perform private.turn_down(v_row, 'rejected', p_name, p_reason, private.client_address());
end $$;
comment on function private.reject_quotation is 'The client rejects the version that they see, with name and reason. A second call changes nothing.';
call private.offer('private.reject_quotation(uuid, integer, text, text)', '{anon,authenticated,service_role}');

create function private.request_quotation_change(p_uuid uuid, p_version integer, p_name text, p_message text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_by_link(p_uuid);
begin
  perform private.must_be_current(v_row, p_version);
  if v_row.status = 'change_requested' then
    return;
  end if;
  perform private.must_be_open(v_row);
  perform private.turn_down(v_row, 'change_requested', p_name, p_message, private.client_address());
end $$;
comment on function private.request_quotation_change is
  'The client asks for a change of the version that they see. A second call changes nothing.';
call private.offer('private.request_quotation_change(uuid, integer, text, text)', '{anon,authenticated,service_role}');

create function private.ask_about_quotation(p_uuid uuid, p_name text, p_question text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_by_link(p_uuid);
  v_name constant text := nullif(btrim(p_name), '');
  v_words constant text := nullif(btrim(p_question), '');
begin
  if v_name is null or char_length(v_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif v_words is null or char_length(v_words) > 2000 then
    perform private.refuse('22023', 'Please enter a question of 2000 characters at most');
  elsif exists (
    select from public.document_events e
     where e.kind = 'quotation' and e.record_id = v_row.id and e.type = 'question' and e.meta ->> 'words' = v_words
       and e.at > now() - interval '10 minutes')
  then
    return;
  elsif (select count(*) from public.document_events e
          where e.kind = 'quotation' and e.record_id = v_row.id and e.type = 'question' and e.at > now() - interval '1 hour') >= 20
  then
    perform private.refuse('PT429', 'Too many questions in one hour. Please call us.');
  end if;
  perform private.log_event('quotation', v_row.id, 'question',
    jsonb_build_object('version', v_row.version, 'words', v_words, 'name', v_name), v_name);
  perform private.tell_staff(private.owners_of(v_row), case when cardinality(private.owners_of(v_row)) = 0
      then 'sales'::public.app_role end,
    format('Question about %s', v_row.number_with_version), format('%s: %s', v_name, v_words), v_row.id,
    jsonb_build_object('quotation_number', v_row.quotation_number, 'kind', 'question'));
end $$;
comment on function private.ask_about_quotation is
  'A question by the link: an event and a notice. The same words within ten minutes count once; 20 an hour at most.';
call private.offer('private.ask_about_quotation(uuid, text, text)', '{anon,authenticated,service_role}');

-- ------------------------------------------------------------------------- live: staff beside a document, and its link

create function private.is_staff_document(p_uuid uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select (private.can('quotations', 'view') and exists (select from public.quotations where public_uuid = p_uuid))
$$;
comment on function private.is_staff_document is 'Whether a member of staff may view the document of this uuid, sent or not.';

create or replace function private.may_hear(p_topic text) returns boolean
  language sql stable security invoker set search_path = ''
as $$
  select case split_part(p_topic, ':', 1)
    when 'user' then p_topic = 'user:' || (select auth.uid())
    when 'role' then p_topic = 'role:' || (select private.my_role())
    when 'page' then case p_topic
      when 'page:time-tracking' then private.named('manage_time_tracking')
      else private.can(substr(p_topic, 6), 'view') and exists (
        select 1 from public.page_permissions pp where p_topic = 'page:' || pp.page_name)
    end
    when 'task' then exists (
      select 1 from public.tasks t where t.id = private.uuid_or_null(substr(p_topic, 6)))
    when 'doc' then private.is_public_document(private.uuid_or_null(substr(p_topic, 5)))
      or private.is_staff_document(private.uuid_or_null(substr(p_topic, 5)))
    else false
  end
$$;

alter policy "people show themselves beside a task that they see" on realtime.messages
  with check (extension = 'presence'
    and ((select realtime.topic()) like 'task:%' or ((select realtime.topic()) like 'doc:%' and (select private.is_staff())))
    and (select private.may_hear((select realtime.topic()))));

revoke execute on all routines in schema private from public;
grant execute on function private.is_staff_document to authenticated;
grant execute on function private.is_public_document to anon, authenticated;
