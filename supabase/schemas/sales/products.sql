-- Manufactured products with options, parts and pictures.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.manufactured_products (
  id          uuid primary key default gen_random_uuid(),
  slug        text not null unique,
  name        text not null,
  summary     text,
  description text,
  base_price  numeric(14, 4) not null,
  service_id  uuid references public.services (id) on delete set null,
  is_public   boolean not null default false,
  sort        integer not null default 0,
  archived_at timestamptz,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint manufactured_products_slug_is_a_path check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  constraint manufactured_products_name_length check (char_length(btrim(name)) between 1 and 200 and char_length(name) <= 250),
  constraint manufactured_products_texts_length check (char_length(summary) <= 1000 and char_length(description) <= 20000),
  constraint manufactured_products_price_range check (base_price >= 0 and base_price < 10000000)
);
create index manufactured_products_service_id_idx on public.manufactured_products (service_id);
create index manufactured_products_created_by_idx on public.manufactured_products (created_by);
create index manufactured_products_search_idx on public.manufactured_products using gin (private.folded(name) extensions.gin_trgm_ops);
comment on table public.manufactured_products is 'What the company makes itself. The price is for one piece without VAT, before its options.';

create table public.product_options (
  id           uuid primary key default gen_random_uuid(),
  product_id   uuid not null references public.manufactured_products (id) on delete cascade,
  option_group text,
  name         text not null,
  effect       text not null default 'amount',
  value        numeric(14, 4) not null default 0,
  is_usual     boolean not null default false,
  sort         integer not null default 0,
  created_at   timestamptz not null default now(),
  row_version  integer not null default 1,
  name_key     text not null
    generated always as (private.folded(coalesce(option_group, '') || chr(31) || name)) stored,
  constraint product_options_names_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120
    and char_length(btrim(option_group)) between 1 and 100 and char_length(option_group) <= 120),
  constraint product_options_effect_is_known check (effect in ('amount', 'percent')),
  constraint product_options_value_range check (value between -1000000 and 1000000 and (effect = 'amount' or value >= -100))
);
create unique index product_options_name_idx on public.product_options (product_id, name_key);
comment on table public.product_options is 'What a buyer chooses. Of the options of one group exactly one is chosen; options without a group are added freely.';
comment on column public.product_options.value is 'Added to the price of a piece: an amount, or a percentage of the price with all amounts.';
comment on column public.product_options.name_key is 'Group and name as people would call the same.';

create table public.product_parts (
  id                uuid primary key default gen_random_uuid(),
  product_id        uuid not null references public.manufactured_products (id) on delete cascade,
  inventory_item_id uuid not null references public.inventory_items (id) on delete restrict,
  option_id         uuid references public.product_options (id) on delete cascade,
  qty               numeric(14, 4) not null default 1,
  note              text,
  created_at        timestamptz not null default now(),
  row_version       integer not null default 1,
  constraint product_parts_once unique nulls not distinct (product_id, inventory_item_id, option_id),
  constraint product_parts_qty_range check (qty > 0 and qty <= 1000000),
  constraint product_parts_note_length check (char_length(note) <= 500)
);
create index product_parts_inventory_item_id_idx on public.product_parts (inventory_item_id);
create index product_parts_option_id_idx on public.product_parts (option_id);
comment on table public.product_parts is 'Bill of materials: what goes into one piece, in sell units of the item, always or with an option.';

create table public.product_pictures (
  id          uuid primary key default gen_random_uuid(),
  product_id  uuid not null references public.manufactured_products (id) on delete cascade,
  image       text not null,
  alt         text not null,
  sort        integer not null default 0,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint product_pictures_image_is_a_picture check (private.is_picture(image, '{webp,jpeg,png}', 500000)),
  constraint product_pictures_alt_length check (char_length(btrim(alt)) between 1 and 200 and char_length(alt) <= 250)
);
create index product_pictures_product_id_idx on public.product_pictures (product_id, sort);
comment on table public.product_pictures is 'Pictures of a product, made small in the browser before they are stored.';
comment on column public.product_pictures.alt is 'What the picture shows, in words.';

create table private.product_requests (
  id           uuid primary key,
  address      inet,
  email        text not null,
  quotation_id uuid references public.quotations (id) on delete set null,
  asked_at     timestamptz not null default now()
);
create index product_requests_asked_at_idx on private.product_requests (asked_at);
create index product_requests_quotation_id_idx on private.product_requests (quotation_id);
comment on table private.product_requests is 'Who asked for a product, to limit it and to answer a repeated request once. Kept for 30 days.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.manufactured_products', p_audited => true, p_pages => '{quotations,inventory}');
create policy "staff who keep prices add manufactured_products" on public.manufactured_products for insert to authenticated
  with check ((select private.can('markup-demo', 'create')));
create policy "staff who keep prices change manufactured_products" on public.manufactured_products for update to authenticated
  using ((select private.can('markup-demo', 'edit')))
  with check ((select private.can('markup-demo', 'edit')));
create policy "staff who keep prices remove manufactured_products" on public.manufactured_products for delete to authenticated
  using ((select private.can('markup-demo', 'delete')));
create policy "staff who sell or keep stock read manufactured_products" on public.manufactured_products for select to authenticated
  using ((select private.can('quotations', 'view')) or (select private.can('inventory', 'view')));

call private.borrow_rules('public.product_options', p_pinned => '{product_id}', p_audited => true, p_pages => '{quotations,inventory}');
create policy "staff who keep prices add product_options" on public.product_options for insert to authenticated
  with check ((select private.can('markup-demo', 'create')));
create policy "staff who keep prices change product_options" on public.product_options for update to authenticated
  using ((select private.can('markup-demo', 'edit')))
  with check ((select private.can('markup-demo', 'edit')));
create policy "staff who keep prices remove product_options" on public.product_options for delete to authenticated
  using ((select private.can('markup-demo', 'edit')));
create policy "staff who sell or keep stock read product_options" on public.product_options for select to authenticated
  using ((select private.can('quotations', 'view')) or (select private.can('inventory', 'view')));

call private.borrow_rules('public.product_parts', p_pinned => '{product_id}', p_pages => '{quotations,inventory}');
create policy "staff who keep prices add product_parts" on public.product_parts for insert to authenticated
  with check ((select private.can('markup-demo', 'create')));
create policy "staff who keep prices change product_parts" on public.product_parts for update to authenticated
  using ((select private.can('markup-demo', 'edit')))
  with check ((select private.can('markup-demo', 'edit')));
create policy "staff who keep prices remove product_parts" on public.product_parts for delete to authenticated
  using ((select private.can('markup-demo', 'edit')));
create policy "staff who sell or keep stock read product_parts" on public.product_parts for select to authenticated
  using ((select private.can('quotations', 'view')) or (select private.can('inventory', 'view')));

call private.borrow_rules('public.product_pictures', p_pinned => '{product_id,image}', p_pages => '{quotations,inventory}');
create policy "staff who keep prices add product_pictures" on public.product_pictures for insert to authenticated
  with check ((select private.can('markup-demo', 'create')));
create policy "staff who keep prices change product_pictures" on public.product_pictures for update to authenticated
  using ((select private.can('markup-demo', 'edit')))
  with check ((select private.can('markup-demo', 'edit')));
create policy "staff who keep prices remove product_pictures" on public.product_pictures for delete to authenticated
  using ((select private.can('markup-demo', 'edit')));
create policy "staff who sell or keep stock read product_pictures" on public.product_pictures for select to authenticated
  using ((select private.can('quotations', 'view')) or (select private.can('inventory', 'view')));

alter table private.product_requests enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.keep_options_of_product() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.option_id is not null and not exists (
    select from public.product_options o where o.id = new.option_id and o.product_id = new.product_id)
  then
    perform private.refuse('22023', 'This option belongs to another product');
  end if;
  return new;
end $$;

create function private.product_price(p_base numeric, p_options jsonb, p_breaks jsonb, p_qty numeric) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_added numeric;
  v_pct numeric;
  v_unit numeric;
  v_break numeric;
begin
  select coalesce(sum((o ->> 'value')::numeric) filter (where o ->> 'effect' = 'amount'), 0),
         coalesce(sum((o ->> 'value')::numeric) filter (where o ->> 'effect' = 'percent'), 0)
    into v_added, v_pct from jsonb_array_elements(p_options) as o;
  v_unit := trunc(greatest((p_base + v_added) * (100 + v_pct) / 100, 0), 4);
  select coalesce(max((b ->> 'pct')::numeric), 0) into v_break from jsonb_array_elements(p_breaks) as b
   where p_qty >= (b ->> 'from')::numeric and (b ->> 'to' is null or p_qty < (b ->> 'to')::numeric);
  return jsonb_build_object('unit_price', v_unit::text, 'discount_pct', trunc(v_break, 2)::text,
    'net', private.line_net(p_qty, v_unit, v_break)::numeric(20, 2)::text);
end $$;
comment on function private.product_price is
  'The price of so many pieces with these options ({effect, value}) and discounts by quantity ({from, to, pct}). Agrees with
productPrice in src/documents/calculation.';

create function private.product_breaks(p_service_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('from', r.from_value::text, 'to', r.to_value::text, 'pct', r.discount_pct::text)
           order by r.from_value), '[]')
    from public.pricing_ranges r
   where r.service_id = p_service_id and r.basis = 'qty' and r.discount_pct is not null
$$;

create function private.product_cost(p_id uuid) returns table (option_id uuid, cost text)
  language sql stable security definer set search_path = ''
as $$
  select b.option_id, trunc(sum(b.qty * c.cost_price / i.sell_per_buy), 2)::text
    from public.product_parts b
    join public.inventory_items i on i.id = b.inventory_item_id
    join public.inventory_item_costs c on c.item_id = i.id
   where b.product_id = p_id and private.named('view_financial_data')
   group by b.option_id
$$;
comment on function private.product_cost is
  'What the parts of one piece cost: always (null), and with each option. No row without view_financial_data. Items without a cost count as nothing.';
call private.offer('private.product_cost(uuid)');

create function private.check_product_request(p_request uuid, p_name text, p_email text, p_qty integer, p_phone text, p_message text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if p_request is null then
    perform private.refuse('22023', 'This request has no id');
  elsif p_name is null or char_length(p_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif coalesce(p_email, '') !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' or char_length(p_email) > 320 then
    perform private.refuse('22023', 'Please enter your e-mail address');
  elsif p_qty is null or p_qty < 1 or p_qty > 100000 then
    perform private.refuse('22023', 'Please enter a number of pieces between 1 and 100,000');
  elsif char_length(p_phone) > 50 or char_length(p_message) > 2000 then
    perform private.refuse('22023', 'Please use 50 characters for the telephone and 2000 for the message at most');
  end if;
end $$;
comment on function private.check_product_request is 'Refuses a request of a visitor without a name, an e-mail address or a number of pieces.';

create function private.check_chosen_options(p_product uuid, p_options uuid[]) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if exists (
    select from unnest(p_options) as chosen (id) where not exists (
      select from public.product_options o where o.id = chosen.id and o.product_id = p_product))
    or exists (
      select from public.product_options o where o.product_id = p_product and o.option_group is not null
       group by o.option_group having count(*) filter (where o.id = any (coalesce(p_options, '{}'))) <> 1)
  then
    perform private.refuse('22023', 'Please choose one option of each group');
  end if;
end $$;
comment on function private.check_chosen_options is 'Refuses options of other products, and any other number than one of each group.';

create function private.limit_product_requests(p_address inet, p_email text) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.ask_for_product'));
  delete from private.product_requests where asked_at < now() - interval '30 days';
  if (select count(*) from private.product_requests r where r.asked_at > now() - interval '1 hour'
        and (r.address = p_address or r.email = p_email)) >= 5
    or (select count(*) from private.product_requests r where r.asked_at > now() - interval '1 day') >= 200
  then
    perform private.refuse('PT429', 'Too many requests in one hour. Please call us.');
  end if;
end $$;
comment on function private.limit_product_requests is
  'Refuses the sixth request of an address or a mailbox within an hour, and the 201st of all within a day. One caller after the other.';

create function private.ask_for_product(p_request uuid, p_slug text, p_options uuid[], p_qty integer, p_name text, p_email text,
  p_phone text default null, p_message text default null, p_trap text default null) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_product public.manufactured_products;
  v_chosen jsonb;
  v_names text;
  v_price jsonb;
  v_contact uuid;
  v_quotation uuid;
  v_number text;
  v_name constant text := nullif(btrim(p_name), '');
  v_email constant text := lower(btrim(p_email));
  v_address constant inet := private.client_address();
begin
  select q.quotation_number into v_number from private.product_requests r join public.quotations q on q.id = r.quotation_id where r.id = p_request;
  if v_number is not null then
    return v_number;
  elsif coalesce(btrim(p_trap), '') <> '' then
    -- A field that people do not see is filled in: the sender is a program, and learns nothing.
    return 'Q-' || extract(year from now())::integer || '-0000';
  end if;
  select * into v_product from public.manufactured_products p
   where p.is_public and p.archived_at is null and (p.slug = p_slug or p.id = private.uuid_or_null(p_slug));
  if v_product.id is null then
    perform private.refuse('PT404', 'This product is not offered any more');
  end if;
  perform private.check_product_request(p_request, v_name, v_email, p_qty, p_phone, p_message);
  perform private.check_chosen_options(v_product.id, p_options);
  perform private.limit_product_requests(v_address, v_email);

  select coalesce(jsonb_agg(jsonb_build_object('effect', o.effect, 'value', o.value::text)), '[]'),
         string_agg(concat_ws(': ', o.option_group, o.name), E'\n' order by o.sort, o.created_at, o.id)
    into v_chosen, v_names from public.product_options o where o.product_id = v_product.id and o.id = any (p_options);
  v_price := private.product_price(v_product.base_price, v_chosen, private.product_breaks(v_product.service_id), p_qty);

  select c.id into v_contact from public.contacts c where lower(c.email) = v_email and c.archived_at is null order by c.created_at, c.id limit 1;
  if v_contact is null then
    insert into public.contacts (name, email, phone, type, profile, language)
    values (v_name, v_email, nullif(btrim(p_phone), ''), 'Person', 'pending_verification', private.asked_language()) returning id into v_contact;
  end if;
  insert into public.quotations (quotation_number, contact_id, project_title, currency, deposit_kind, deposit_value, terms, created_by)
  select private.draw_number('Q'), v_contact, v_product.name, s.currency, case when s.deposit_percent > 0 then 'percent' else 'none' end,
         s.deposit_percent, private.terms_for(v_contact), null
    from public.company_settings s returning id, quotation_number into v_quotation, v_number;
  insert into public.quotation_items (quotation_id, position, description, details, qty, unit, unit_price, discount_pct, service_id, product_id)
  values (v_quotation, 'a0', v_product.name, v_names, p_qty, 'piece',
    private.price_in((v_price ->> 'unit_price')::numeric, (select q.rate from public.quotations q where q.id = v_quotation)),
    (v_price ->> 'discount_pct')::numeric, v_product.service_id, v_product.id);
  insert into public.internal_notes (kind, record_id, body) values ('quotation', v_quotation, concat_ws(E'\n',
    format('Asked on the website by %s, %s%s.', v_name, v_email, coalesce(', ' || nullif(btrim(p_phone), ''), '')),
    'The e-mail address is not verified.', nullif(btrim(p_message), '')));
  insert into private.product_requests (id, address, email, quotation_id) values (p_request, v_address, v_email, v_quotation);
  perform private.take_request(jsonb_populate_record(null::public.visitor_requests, jsonb_build_object('form', 'product', 'contact_id', v_contact,
    'quotation_id', v_quotation, 'reference', v_number, 'name', v_name, 'email', v_email, 'phone', nullif(btrim(p_phone), ''),
    'words', concat_ws(E'\n', format('%s × %s', p_qty, v_product.name), v_names, nullif(btrim(p_message), '')))));
  perform private.log_event('quotation', v_quotation, 'created', jsonb_build_object('product', v_product.name, 'name', v_name), v_name);
  perform private.tell_staff('{}', 'sales', format('%s asks for %s', v_name, v_product.name),
    format('%s × %s: %s', p_qty, v_product.name, v_number), v_quotation, jsonb_build_object('quotation_number', v_number, 'kind', 'product_request'));
  return v_number;
end $$;
comment on function private.ask_for_product is
  'A visitor asks for a product with chosen options: a draft quotation, the contact by the e-mail address (a new one if there is none),
and a notice to sales. p_request: an id of the visit, so that a repeated request counts once. p_trap must be empty. Five requests an hour
by address or e-mail, 200 a day. Returns the number of the quotation.';
call private.offer('private.ask_for_product(uuid, text, uuid[], integer, text, text, text, text, text)', '{anon,authenticated,service_role}');

-- Asking for a product has limits of its own, and writes one row for what it took.
create function private.product_request_costs_work() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_have_worked('ask_for_product');
  return new;
end $$;

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger ask_first before insert on public.manufactured_products for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('markup-demo:create');
create trigger keep_former_slug after update of slug on public.manufactured_products
  for each row when (old.slug <> new.slug)
  execute function private.keep_former_slug('product');
create trigger keep_former_slug_of_new after insert on public.manufactured_products
  for each row
  execute function private.keep_former_slug('product');
create trigger forget_texts after delete on public.manufactured_products for each row execute function private.forget_texts('id');

create trigger ask_first before insert on public.product_options for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('markup-demo:create');
create trigger forget_texts after delete on public.product_options for each row execute function private.forget_texts('id');

create trigger own_option before insert or update on public.product_parts for each row execute function private.keep_options_of_product();
create trigger ask_first before insert on public.product_parts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('markup-demo:create');

create trigger ask_first before insert on public.product_pictures for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('markup-demo:create');

create trigger costs_work before insert on private.product_requests
  for each row execute function private.product_request_costs_work();

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.record_kinds
  (kind, table_name, position, label, detail, is_mentioned, page, named_right, searched, searched_if, best_first)
values
  ('product',
   'public.manufactured_products',
   73,
   'r.name',
   $$'Product'::text$$,
   true,
   'quotations',
   'access_inventory',
   'r.name',
   'r.archived_at is null',
   'r.name, r.id');
