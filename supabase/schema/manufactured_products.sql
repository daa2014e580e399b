-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.product_requests (
  id uuid not null,
  address inet,
  email text not null,
  quotation_id uuid,
  asked_at timestamp with time zone not null default now(),
  constraint product_requests_pkey PRIMARY KEY (id),
  constraint product_requests_quotation_id_fkey FOREIGN KEY (quotation_id) REFERENCES public.quotations(id) ON DELETE SET NULL
);
alter table private.product_requests enable row level security;
CREATE INDEX product_requests_asked_at_idx ON private.product_requests USING btree (asked_at);
CREATE INDEX product_requests_quotation_id_idx ON private.product_requests USING btree (quotation_id);
CREATE TRIGGER costs_work BEFORE INSERT ON private.product_requests FOR EACH ROW EXECUTE FUNCTION private.product_request_costs_work();
comment on table private.product_requests is 'Who asked for a product, to limit it and to answer a repeated request once. Kept for 30 days.';

create table public.manufactured_products (
  id uuid not null default gen_random_uuid(),
  slug text not null,
  name text not null,
  summary text,
  description text,
  base_price numeric(14,4) not null,
  service_id uuid,
  is_public boolean not null default false,
  sort integer not null default 0,
  archived_at timestamp with time zone,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint manufactured_products_pkey PRIMARY KEY (id),
  constraint manufactured_products_slug_key UNIQUE (slug),
  constraint manufactured_products_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint manufactured_products_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id) ON DELETE SET NULL,
  constraint manufactured_products_archived_at_is_in_reach CHECK (archived_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND archived_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint manufactured_products_base_price_is_a_number CHECK (base_price <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint manufactured_products_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint manufactured_products_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 200 AND char_length(name) <= 250),
  constraint manufactured_products_price_range CHECK (base_price >= 0::numeric AND base_price < 10000000::numeric),
  constraint manufactured_products_slug_is_a_path CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND char_length(slug) <= 80),
  constraint manufactured_products_texts_length CHECK (char_length(summary) <= 1000 AND char_length(description) <= 20000)
);
alter table public.manufactured_products enable row level security;
CREATE INDEX manufactured_products_created_by_idx ON public.manufactured_products USING btree (created_by);
CREATE INDEX manufactured_products_search_idx ON public.manufactured_products USING gin (private.folded(name) extensions.gin_trgm_ops);
CREATE INDEX manufactured_products_service_id_idx ON public.manufactured_products USING btree (service_id);
grant delete, insert, select, update on public.manufactured_products to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.manufactured_products to service_role;
create policy "staff who keep prices add manufactured_products" on public.manufactured_products for insert to authenticated
  with check (( SELECT private.can('markup-demo'::text, 'create'::text) AS can));
create policy "staff who keep prices remove manufactured_products" on public.manufactured_products for delete to authenticated
  using (( SELECT private.can('markup-demo'::text, 'delete'::text) AS can));
create policy "staff who sell or keep stock read manufactured_products" on public.manufactured_products for select to authenticated
  using (( SELECT private.can('quotations'::text, 'view'::text) AS can) OR ( SELECT private.can('inventory'::text, 'view'::text) AS can));
create policy "staff who keep prices change manufactured_products" on public.manufactured_products for update to authenticated
  using (( SELECT private.can('markup-demo'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.manufactured_products FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('markup-demo:create');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.manufactured_products FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.manufactured_products FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.manufactured_products FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER keep_former_slug AFTER UPDATE OF slug ON public.manufactured_products FOR EACH ROW WHEN (old.slug <> new.slug) EXECUTE FUNCTION private.keep_former_slug('product');
CREATE TRIGGER keep_former_slug_of_new AFTER INSERT ON public.manufactured_products FOR EACH ROW EXECUTE FUNCTION private.keep_former_slug('product');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.manufactured_products REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.manufactured_products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.manufactured_products REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.manufactured_products FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.manufactured_products FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.manufactured_products FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.manufactured_products is 'What the company makes itself. The price is for one piece without VAT, before its options.';

create table public.product_options (
  id uuid not null default gen_random_uuid(),
  product_id uuid not null,
  option_group text,
  name text not null,
  effect text not null default 'amount'::text,
  value numeric(14,4) not null default 0,
  is_usual boolean not null default false,
  sort integer not null default 0,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  name_key text not null generated always as (private.folded((COALESCE(option_group, ''::text) || chr(31)) || name)) stored,
  constraint product_options_pkey PRIMARY KEY (id),
  constraint product_options_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.manufactured_products(id) ON DELETE CASCADE,
  constraint product_options_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint product_options_effect_is_known CHECK (effect = ANY (ARRAY['amount'::text, 'percent'::text])),
  constraint product_options_names_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120 AND char_length(btrim(option_group)) >= 1 AND char_length(btrim(option_group)) <= 100 AND char_length(option_group) <= 120),
  constraint product_options_value_is_a_number CHECK (value <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint product_options_value_range CHECK (value >= '-1000000'::integer::numeric AND value <= 1000000::numeric AND (effect = 'amount'::text OR value >= '-100'::integer::numeric))
);
alter table public.product_options enable row level security;
CREATE UNIQUE INDEX product_options_name_idx ON public.product_options USING btree (product_id, name_key);
grant delete, insert, select, update on public.product_options to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.product_options to service_role;
create policy "staff who keep prices add product_options" on public.product_options for insert to authenticated
  with check (( SELECT private.can('markup-demo'::text, 'create'::text) AS can));
create policy "staff who keep prices remove product_options" on public.product_options for delete to authenticated
  using (( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
create policy "staff who sell or keep stock read product_options" on public.product_options for select to authenticated
  using (( SELECT private.can('quotations'::text, 'view'::text) AS can) OR ( SELECT private.can('inventory'::text, 'view'::text) AS can));
create policy "staff who keep prices change product_options" on public.product_options for update to authenticated
  using (( SELECT private.can('markup-demo'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.product_options FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('markup-demo:create');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.product_options FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.product_options FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.product_options FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.product_options REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.product_options REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.product_options REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.product_options FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'product_id');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.product_options FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.product_options is 'What a buyer chooses. Of the options of one group exactly one is chosen; options without a group are added freely.';
comment on column public.product_options.name_key is 'Group and name as people would call the same.';
comment on column public.product_options.value is 'Added to the price of a piece: an amount, or a percentage of the price with all amounts.';

create table public.product_parts (
  id uuid not null default gen_random_uuid(),
  product_id uuid not null,
  inventory_item_id uuid not null,
  option_id uuid,
  qty numeric(14,4) not null default 1,
  note text,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint product_parts_pkey PRIMARY KEY (id),
  constraint product_parts_once UNIQUE NULLS NOT DISTINCT (product_id, inventory_item_id, option_id),
  constraint product_parts_inventory_item_id_fkey FOREIGN KEY (inventory_item_id) REFERENCES public.inventory_items(id) ON DELETE RESTRICT,
  constraint product_parts_option_id_fkey FOREIGN KEY (option_id) REFERENCES public.product_options(id) ON DELETE CASCADE,
  constraint product_parts_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.manufactured_products(id) ON DELETE CASCADE,
  constraint product_parts_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint product_parts_note_length CHECK (char_length(note) <= 500),
  constraint product_parts_qty_is_a_number CHECK (qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint product_parts_qty_range CHECK (qty > 0::numeric AND qty <= 1000000::numeric)
);
alter table public.product_parts enable row level security;
CREATE INDEX product_parts_inventory_item_id_idx ON public.product_parts USING btree (inventory_item_id);
CREATE INDEX product_parts_option_id_idx ON public.product_parts USING btree (option_id);
grant delete, insert, select, update on public.product_parts to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.product_parts to service_role;
create policy "staff who keep prices add product_parts" on public.product_parts for insert to authenticated
  with check (( SELECT private.can('markup-demo'::text, 'create'::text) AS can));
create policy "staff who keep prices remove product_parts" on public.product_parts for delete to authenticated
  using (( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
create policy "staff who sell or keep stock read product_parts" on public.product_parts for select to authenticated
  using (( SELECT private.can('quotations'::text, 'view'::text) AS can) OR ( SELECT private.can('inventory'::text, 'view'::text) AS can));
create policy "staff who keep prices change product_parts" on public.product_parts for update to authenticated
  using (( SELECT private.can('markup-demo'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.product_parts FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('markup-demo:create');
CREATE TRIGGER count_version BEFORE UPDATE ON public.product_parts FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.product_parts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.product_parts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.product_parts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.product_parts REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'inventory');
CREATE TRIGGER own_option BEFORE INSERT OR UPDATE ON public.product_parts FOR EACH ROW EXECUTE FUNCTION private.keep_options_of_product();
CREATE TRIGGER pin BEFORE UPDATE ON public.product_parts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'product_id');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.product_parts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.product_parts is 'Bill of materials: what goes into one piece, in sell units of the item, always or with an option.';

create table public.product_pictures (
  id uuid not null default gen_random_uuid(),
  product_id uuid not null,
  image text not null,
  alt text not null,
  sort integer not null default 0,
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint product_pictures_pkey PRIMARY KEY (id),
  constraint product_pictures_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.manufactured_products(id) ON DELETE CASCADE,
  constraint product_pictures_alt_length CHECK (char_length(btrim(alt)) >= 1 AND char_length(btrim(alt)) <= 200 AND char_length(alt) <= 250),
  constraint product_pictures_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint product_pictures_image_is_a_picture CHECK (char_length(image) <= 500000 AND image ~ '^data:image/(webp|jpeg|png);base64,[A-Za-z0-9+/]+={0,2}$'::text)
);
alter table public.product_pictures enable row level security;
CREATE INDEX product_pictures_product_id_idx ON public.product_pictures USING btree (product_id, sort);
grant delete, insert, select, update on public.product_pictures to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.product_pictures to service_role;
create policy "staff who keep prices add product_pictures" on public.product_pictures for insert to authenticated
  with check (( SELECT private.can('markup-demo'::text, 'create'::text) AS can));
create policy "staff who keep prices remove product_pictures" on public.product_pictures for delete to authenticated
  using (( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
create policy "staff who sell or keep stock read product_pictures" on public.product_pictures for select to authenticated
  using (( SELECT private.can('quotations'::text, 'view'::text) AS can) OR ( SELECT private.can('inventory'::text, 'view'::text) AS can));
create policy "staff who keep prices change product_pictures" on public.product_pictures for update to authenticated
  using (( SELECT private.can('markup-demo'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.product_pictures FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('markup-demo:create');
CREATE TRIGGER count_version BEFORE UPDATE ON public.product_pictures FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.product_pictures FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.product_pictures REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'inventory');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.product_pictures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'inventory');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.product_pictures REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'inventory');
CREATE TRIGGER pin BEFORE UPDATE ON public.product_pictures FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'product_id', 'image');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.product_pictures FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.product_pictures is 'Pictures of a product, made small in the browser before they are stored.';
comment on column public.product_pictures.alt is 'What the picture shows, in words.';

CREATE OR REPLACE FUNCTION private.ask_for_product(p_request uuid, p_slug text, p_options uuid[], p_qty integer, p_name text, p_email text, p_phone text DEFAULT NULL::text, p_message text DEFAULT NULL::text, p_trap text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  elsif p_request is null then
    perform private.refuse('22023', 'This request has no id');
  elsif v_name is null or char_length(v_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif coalesce(v_email, '') !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' or char_length(v_email) > 320 then
    perform private.refuse('22023', 'Please enter your e-mail address');
  elsif p_qty is null or p_qty < 1 or p_qty > 100000 then
    perform private.refuse('22023', 'Please enter a number of pieces between 1 and 100,000');
  elsif char_length(p_phone) > 50 or char_length(p_message) > 2000 then
    perform private.refuse('22023', 'Please use 50 characters for the telephone and 2000 for the message at most');
  elsif exists (
    select from unnest(p_options) as chosen (id) where not exists (
      select from public.product_options o where o.id = chosen.id and o.product_id = v_product.id))
    or exists (
      select from public.product_options o where o.product_id = v_product.id and o.option_group is not null
       group by o.option_group having count(*) filter (where o.id = any (coalesce(p_options, '{}'))) <> 1)
  then
    perform private.refuse('22023', 'Please choose one option of each group');
  end if;

  perform pg_advisory_xact_lock(hashtext('private.ask_for_product'));
  delete from private.product_requests where asked_at < now() - interval '30 days';
  if (select count(*) from private.product_requests r where r.asked_at > now() - interval '1 hour'
        and (r.address = v_address or r.email = v_email)) >= 5
    or (select count(*) from private.product_requests r where r.asked_at > now() - interval '1 day') >= 200
  then
    perform private.refuse('PT429', 'Too many requests in one hour. Please call us.');
  end if;

  select coalesce(jsonb_agg(jsonb_build_object('effect', o.effect, 'value', o.value::text)), '[]'),
         string_agg(concat_ws(': ', o.option_group, o.name), E'\n' order by o.sort, o.created_at, o.id)
    into v_chosen, v_names from public.product_options o where o.product_id = v_product.id and o.id = any (p_options);
  v_price := private.product_price(v_product.base_price, v_chosen, private.product_breaks(v_product.service_id), p_qty);

  select c.id into v_contact from public.contacts c where lower(c.email) = v_email and c.archived_at is null order by c.created_at, c.id limit 1;
  if v_contact is null then
    insert into public.contacts (name, email, phone, type, profile)
    values (v_name, v_email, nullif(btrim(p_phone), ''), 'Person', 'pending_verification') returning id into v_contact;
  end if;
  insert into public.quotations (quotation_number, contact_id, project_title, currency, deposit_kind, deposit_value, terms, created_by)
  select private.draw_number('Q'), v_contact, v_product.name, s.currency, case when s.deposit_percent > 0 then 'percent' else 'none' end,
         s.deposit_percent, s.quotation_terms, null
    from public.company_settings s returning id, quotation_number into v_quotation, v_number;
  insert into public.quotation_items (quotation_id, position, description, details, qty, unit, unit_price, discount_pct, service_id, product_id)
  values (v_quotation, 'a0', v_product.name, v_names, p_qty, 'piece', (v_price ->> 'unit_price')::numeric,
    (v_price ->> 'discount_pct')::numeric, v_product.service_id, v_product.id);
  insert into public.internal_notes (kind, record_id, body) values ('quotation', v_quotation, concat_ws(E'\n',
    format('Asked on the website by %s, %s%s.', v_name, v_email, coalesce(', ' || nullif(btrim(p_phone), ''), '')),
    'The e-mail address is not verified.', nullif(btrim(p_message), '')));
  insert into private.product_requests (id, address, email, quotation_id) values (p_request, v_address, v_email, v_quotation);
  perform private.log_event('quotation', v_quotation, 'created', jsonb_build_object('product', v_product.name, 'name', v_name), v_name);
  perform private.tell_staff('{}', 'sales', format('%s asks for %s', v_name, v_product.name),
    format('%s × %s: %s', p_qty, v_product.name, v_number), v_quotation, jsonb_build_object('quotation_number', v_number, 'kind', 'product_request'));
  return v_number;
end $function$;
grant execute on function private.ask_for_product(p_request uuid, p_slug text, p_options uuid[], p_qty integer, p_name text, p_email text, p_phone text, p_message text, p_trap text) to anon;
grant execute on function private.ask_for_product(p_request uuid, p_slug text, p_options uuid[], p_qty integer, p_name text, p_email text, p_phone text, p_message text, p_trap text) to authenticated;
grant execute on function private.ask_for_product(p_request uuid, p_slug text, p_options uuid[], p_qty integer, p_name text, p_email text, p_phone text, p_message text, p_trap text) to service_role;
comment on function private.ask_for_product(p_request uuid, p_slug text, p_options uuid[], p_qty integer, p_name text, p_email text, p_phone text, p_message text, p_trap text) is 'A visitor asks for a product with chosen options: a draft quotation, the contact by the e-mail address (a new one if there is none),
and a notice to sales. p_request: an id of the visit, so that a repeated request counts once. p_trap must be empty. Five requests an hour
by address or e-mail, 200 a day. Returns the number of the quotation.';

CREATE OR REPLACE FUNCTION private.get_public_product(p_slug text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when p.slug = p_slug or p.id = private.uuid_or_null(p_slug) then private.product_facts(p.id)
              else jsonb_build_object('moved_to', p.slug) end
    from public.manufactured_products p
   where p.is_public and p.archived_at is null and p.id = coalesce(private.uuid_or_null(p_slug),
     (select n.id from public.manufactured_products n where n.slug = p_slug), private.former_owner('product', p_slug))
$function$;
grant execute on function private.get_public_product(p_slug text) to anon;
grant execute on function private.get_public_product(p_slug text) to authenticated;
grant execute on function private.get_public_product(p_slug text) to service_role;
comment on function private.get_public_product(p_slug text) is 'A public product by its address or id, with options, quantity discounts and pictures; {moved_to} for an address it had before; null
for any other.';

CREATE OR REPLACE FUNCTION private.keep_options_of_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.option_id is not null and not exists (
    select from public.product_options o where o.id = new.option_id and o.product_id = new.product_id)
  then
    perform private.refuse('22023', 'This option belongs to another product');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.list_public_products()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('slug', p.slug, 'name', p.name, 'summary', p.summary, 'base_price', p.base_price::text,
      'picture', (select jsonb_build_object('image', i.image, 'alt', i.alt) from public.product_pictures i
                   where i.product_id = p.id order by i.sort, i.created_at limit 1)) order by p.sort, p.name), '[]')
    from public.manufactured_products p where p.is_public and p.archived_at is null
$function$;
grant execute on function private.list_public_products() to anon;
grant execute on function private.list_public_products() to authenticated;
grant execute on function private.list_public_products() to service_role;
comment on function private.list_public_products() is 'The public products in the order of the list, each with its first picture.';

CREATE OR REPLACE FUNCTION private.product_breaks(p_service_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('from', r.from_value::text, 'to', r.to_value::text, 'pct', r.discount_pct::text)
           order by r.from_value), '[]')
    from public.pricing_ranges r
   where r.service_id = p_service_id and r.basis = 'qty' and r.discount_pct is not null
$function$;

CREATE OR REPLACE FUNCTION private.product_cost(p_id uuid)
 RETURNS TABLE(option_id uuid, cost text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select b.option_id, trunc(sum(b.qty * c.cost_price / i.sell_per_buy), 2)::text
    from public.product_parts b
    join public.inventory_items i on i.id = b.inventory_item_id
    join public.inventory_item_costs c on c.item_id = i.id
   where b.product_id = p_id and private.named('view_financial_data')
   group by b.option_id
$function$;
grant execute on function private.product_cost(p_id uuid) to authenticated;
grant execute on function private.product_cost(p_id uuid) to service_role;
comment on function private.product_cost(p_id uuid) is 'What the parts of one piece cost: always (null), and with each option. No row without view_financial_data. Items without a cost count as nothing.';

CREATE OR REPLACE FUNCTION private.product_facts(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'summary', p.summary, 'description', p.description,
    'base_price', p.base_price::text, 'breaks', private.product_breaks(p.service_id),
    'options', coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'option_group', o.option_group, 'name', o.name, 'effect', o.effect,
        'value', o.value::text, 'is_usual', o.is_usual) order by o.sort, o.created_at, o.id) from public.product_options o where o.product_id = p.id), '[]'),
    'pictures', coalesce((select jsonb_agg(jsonb_build_object('image', i.image, 'alt', i.alt) order by i.sort, i.created_at)
        from public.product_pictures i where i.product_id = p.id), '[]'))
    from public.manufactured_products p where p.id = p_id
$function$;
comment on function private.product_facts(p_id uuid) is 'A product as buyers see it, numbers as text. No parts and no costs.';

CREATE OR REPLACE FUNCTION private.product_price(p_base numeric, p_options jsonb, p_breaks jsonb, p_qty numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.product_price(p_base numeric, p_options jsonb, p_breaks jsonb, p_qty numeric) is 'The price of so many pieces with these options ({effect, value}) and discounts by quantity ({from, to, pct}). Agrees with
productPrice in src/documents/calculation.';
