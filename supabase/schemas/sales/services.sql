-- Services that the company sells.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.services (
  id               uuid primary key default gen_random_uuid(),
  slug             text not null unique,
  name             text not null,
  category         text,
  summary          text,
  unit             text not null default 'piece',
  base_price       numeric(14, 4),
  min_charge       numeric(14, 2),
  mockup_required  boolean not null default false,
  makes_job        boolean not null default true,
  is_public        boolean not null default false,
  sort             integer not null default 0,
  archived_at      timestamptz,
  created_by       uuid default auth.uid() references auth.users (id) on delete set null,
  created_at       timestamptz not null default now(),
  row_version      integer not null default 1,
  public_title     text,
  public_text      text,
  vat_rate_id      uuid references public.vat_rates (id) on delete restrict,
  picture          text,
  where_used       text,
  lasts            text,
  ready_in         text,
  charge_per       text,
  charge_step      numeric(10, 4),
  charge_min       numeric(10, 4),
  charge_waste_pct numeric(5, 2),
  lead_days        integer,
  recipe           jsonb,
  photo_id         uuid references public.site_photos (id) on delete set null,
  supply           text,
  constraint services_slug_is_a_path check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  constraint services_name_length check (char_length(btrim(name)) between 1 and 200 and char_length(name) <= 250),
  constraint services_text_length check (char_length(category) <= 100 and char_length(summary) <= 2000),
  constraint services_prices_are_amounts check (base_price >= 0 and base_price < 1000000000 and min_charge >= 0),
  constraint services_public_texts_length check (char_length(public_title) <= 200 and char_length(public_text) <= 20000),
  constraint services_picture_is_a_word check (picture ~ '^[a-z][a-z-]{1,39}$'),
  constraint services_site_facts_length check (
    char_length(where_used) <= 200 and char_length(lasts) <= 200 and char_length(ready_in) <= 200),
  constraint services_unit_is_known
    check (unit in ('piece', 'm2', 'm', 'm_height', 'm_edge', 'ft2', 'ft', 'ft_height', 'ft_edge', 'yd', 'hour', 'set')),
  constraint services_charge_per_is_known check (charge_per in ('piece', 'line')),
  constraint services_charge_step_range check (charge_step > 0 and charge_step <= 1000),
  constraint services_charge_min_range check (charge_min > 0 and charge_min <= 10000),
  constraint services_charge_waste_range check (charge_waste_pct >= 0 and charge_waste_pct <= 100),
  constraint services_lead_days_range check (lead_days between 0 and 365),
  constraint services_supply_is_known check (supply in ('goods', 'service', 'installation'))
);
create index services_photo_id_idx on public.services (photo_id);
create index services_created_by_idx on public.services (created_by);
create index services_category_sort_idx on public.services (category, sort, name);
create index services_search_idx on public.services using gin (private.folded(name) extensions.gin_trgm_ops);
create index services_vat_rate_id_idx on public.services (vat_rate_id);
comment on table public.services is 'What the company makes and does.';
comment on column public.services.mockup_required is 'No production step starts before the client approved the mockup.';
comment on column public.services.makes_job is 'A line of this service becomes a job when the quotation is approved.';
comment on column public.services.public_text is 'What the public site says about the service, as plain paragraphs.';
comment on column public.services.picture is 'The name of one of the drawings of the public site.';
comment on column public.services.where_used is 'Where it lives: wall, window, van, desk.';
comment on column public.services.lasts is 'How long it lasts, in words.';
comment on column public.services.ready_in is 'How fast it is made, in words.';
comment on column public.services.charge_per is 'Rounding and minimum are for each piece or for the whole line. Null: for each piece.';
comment on column public.services.charge_step is 'What is charged of a size goes up to the next multiple of it, in the unit of the price. Null: it is not rounded.';
comment on column public.services.charge_min is 'The least that is charged of a size, in the unit of the price. Null: there is none.';
comment on column public.services.charge_waste_pct is 'Waste that is charged with a size, before it is rounded.';
comment on column public.services.supply is 'What it is for the VAT abroad: goods; service, such as design; installation, work where the sign hangs. Null: by the unit of the line.';
comment on column public.services.recipe is 'What a piece of it is made of: steps of a calculation, for the calculator to begin with.';
comment on column public.services.lead_days is 'Working days until it is ready. Null: as the company says.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.services', '', '{id,created_by,created_at}');
grant select, insert, update, delete on public.services to authenticated;

-- Prices and services belong to who keeps the markups.
create policy "staff read services" on public.services for select to authenticated using ((select private.is_staff()));
create policy "staff who keep prices add services" on public.services
  for insert to authenticated
  with check ((select private.can('markup-demo', 'create')) and created_by = (select auth.uid()));
create policy "staff who keep prices change services" on public.services
  for update to authenticated
  using ((select private.can('markup-demo', 'edit'))) with check ((select private.can('markup-demo', 'edit')));
create policy "staff who keep prices remove services" on public.services
  for delete to authenticated using ((select private.can('markup-demo', 'delete')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.keep_used_service() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.quotation_items where service_id = old.id)
    or exists (select from public.order_items where service_id = old.id)
    or exists (select from public.invoice_items where service_id = old.id)
    or exists (select from public.jobs where service_id = old.id)
  then
    perform private.refuse('PT409', 'This service stands on quotations or jobs: archive it instead');
  end if;
  return old;
end $$;
comment on function private.keep_used_service is 'Papers keep the service that they were written for.';

create function private.supply_named(p_words text) returns text
  language sql immutable set search_path = ''
as $$
  select case
    when lower(p_words) ~ '\m(install|fitting|mounting|removal|montage|montaż|instala|installaz|posa\M|pose\M|demontage|entfernung)' then 'installation'
    when lower(p_words) ~ '(^|\m(graphic|logo|sign|site|grafik) ?-?)(design|artwork|survey|gestaltung|diseño|conception|progettazione|ontwerp|projekt graficzny)' then 'service' end
$$;
comment on function private.supply_named is 'What words name: installation; service, such as design, artwork or a survey; null for anything else.';

create function private.propose_supply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.supply := private.supply_named(new.name);
  return new;
end $$;
comment on function private.propose_supply is 'A new service whose name says installation, or design, artwork or survey, is such; the shop changes it.';

create function private.check_recipe() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_calculation(jsonb_build_object(
    'quantity', '1', 'service_id', null, 'min_charge', null, 'parts', '[]'::jsonb, 'steps', new.recipe));
  return null;
end $$;
comment on function private.check_recipe is 'A recipe is steps that a calculation could have.';

create function private.service_facts(p_service public.services) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_texts constant jsonb := private.texts_in('services', p_service.id::text, private.reader_of_texts());
begin
  -- Who translated the name and not the public title is better understood by the name.
  p_service := jsonb_populate_record(p_service, case when v_texts ? 'name' then '{"public_title": null}'::jsonb else '{}' end || v_texts);
  return jsonb_build_object(
    'slug', p_service.slug, 'name', coalesce(p_service.public_title, p_service.name), 'category', p_service.category,
    'summary', p_service.summary, 'unit', p_service.unit, 'price', private.amount_text(p_service.base_price),
    'least', private.amount_text(p_service.min_charge), 'picture', p_service.picture, 'where_used', p_service.where_used,
    'lasts', p_service.lasts, 'ready_in', p_service.ready_in, 'photo', private.photo_facts(p_service.photo_id));
end $$;
comment on function private.service_facts is 'What the public site shows of a service in a list, in the language of the reader; prices as text, without VAT.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger audit after insert or update or delete on public.services
  for each row execute function private.audit('id');
create trigger keep_used before delete on public.services
  for each row when (current_user in ('anon', 'authenticated')) execute function private.keep_used_service();
create trigger ask_first before insert on public.services for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('markup-demo:create');
create trigger propose_supply before insert on public.services
  for each row when (new.supply is null) execute function private.propose_supply();
create trigger check_recipe after insert or update of recipe on public.services
  for each row when (new.recipe is not null) execute function private.check_recipe();
create trigger keep_former_slug after update of slug on public.services
  for each row when (old.slug <> new.slug)
  execute function private.keep_former_slug('service');
create trigger keep_former_slug_of_new after insert on public.services
  for each row
  execute function private.keep_former_slug('service');
create trigger forget_texts after delete on public.services for each row execute function private.forget_texts('id');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.services', 'nudge_page', $$private.nudge_pages('id', 'quotations', 'markup-demo')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.record_kinds
  (kind, table_name, position, label, detail, is_mentioned, page, searched, searched_if, best_first)
values
  ('service',
   'public.services',
   75,
   'r.name',
   'r.category',
   true,
   'quotations',
   'r.name',
   'r.archived_at is null',
   'r.name, r.id');
