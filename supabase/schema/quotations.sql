-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.quotations (
  id uuid not null default gen_random_uuid(),
  quotation_number text not null,
  status text not null default 'draft'::text,
  created_at timestamp with time zone not null default now(),
  contact_id uuid not null,
  public_uuid uuid not null default gen_random_uuid(),
  link_revoked_at timestamp with time zone,
  project_title text,
  valid_until date,
  currency text not null default 'EUR'::text,
  net numeric(14,2) not null default 0,
  vat numeric(14,2) not null default 0,
  gross numeric(14,2) not null generated always as ((net + vat)) stored,
  created_by uuid default auth.uid(),
  constraint quotations_pkey PRIMARY KEY (id),
  constraint quotations_public_uuid_key UNIQUE (public_uuid),
  constraint quotations_quotation_number_key UNIQUE (quotation_number),
  constraint quotations_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE RESTRICT,
  constraint quotations_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint quotations_amounts_are_not_negative CHECK (net >= 0::numeric AND vat >= 0::numeric),
  constraint quotations_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint quotations_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint quotations_gross_is_a_number CHECK (gross <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint quotations_link_revoked_at_is_in_reach CHECK (link_revoked_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND link_revoked_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint quotations_net_is_a_number CHECK (net <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint quotations_number_length CHECK (char_length(btrim(quotation_number)) >= 1 AND char_length(btrim(quotation_number)) <= 50),
  constraint quotations_number_size CHECK (char_length(quotation_number) <= 60),
  constraint quotations_project_title_length CHECK (char_length(project_title) <= 500),
  constraint quotations_status_is_known CHECK (status = ANY (ARRAY['draft'::text, 'sent'::text, 'approved'::text, 'rejected'::text, 'change_requested'::text, 'expired'::text, 'converted'::text, 'cancelled'::text])),
  constraint quotations_valid_until_is_in_reach CHECK (valid_until >= '1900-01-01'::date AND valid_until < '10000-01-01'::date),
  constraint quotations_vat_is_a_number CHECK (vat <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.quotations enable row level security;
CREATE INDEX quotations_contact_id_created_at_idx ON public.quotations USING btree (contact_id, created_at DESC);
CREATE INDEX quotations_created_by_idx ON public.quotations USING btree (created_by);
CREATE INDEX quotations_folded_words_idx ON public.quotations USING gin (private.folded((quotation_number || ' '::text) || COALESCE(project_title, ''::text)) extensions.gin_trgm_ops);
CREATE INDEX quotations_number_search_idx ON public.quotations USING gin (quotation_number extensions.gin_trgm_ops);
grant delete, insert, select, update on public.quotations to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.quotations to service_role;
create policy "staff write quotations" on public.quotations for insert to authenticated
  with check (( SELECT private.can('quotations'::text, 'create'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "staff remove quotations" on public.quotations for delete to authenticated
  using (( SELECT private.can('quotations'::text, 'delete'::text) AS can));
create policy "staff read quotations, clients read theirs" on public.quotations for select to authenticated
  using (( SELECT private.can('quotations'::text, 'view'::text) AS can) OR (contact_id IN ( SELECT private.my_contact_ids() AS my_contact_ids)) AND status <> 'draft'::text);
create policy "staff change quotations" on public.quotations for update to authenticated
  using (( SELECT private.can('quotations'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('quotations'::text, 'edit'::text) AS can));
CREATE TRIGGER draw_public_uuid BEFORE INSERT ON public.quotations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.draw_public_uuid();
CREATE TRIGGER nudge_document_delete AFTER DELETE ON public.quotations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_document_insert AFTER INSERT ON public.quotations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_document_update AFTER UPDATE ON public.quotations REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_owners('doc:', 'public_uuid', 'public_uuid');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.quotations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.quotations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.quotations REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER pin BEFORE UPDATE ON public.quotations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'public_uuid');
CREATE TRIGGER readdress_notices AFTER UPDATE OF public_uuid ON public.quotations FOR EACH ROW WHEN (old.public_uuid IS DISTINCT FROM new.public_uuid) EXECUTE FUNCTION private.readdress_notices_of_quotation();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.quotations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.quotations FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.quotations is 'An offer to a contact.';
comment on column public.quotations.link_revoked_at is 'Ours: from then on the public link answers as if it never was.';
comment on column public.quotations.project_title is 'Ours, as valid_until, currency, net, vat, gross and created_by.';
comment on column public.quotations.public_uuid is 'The secret of the public link; mockups of its jobs use it too.';

CREATE OR REPLACE FUNCTION private.draw_public_uuid()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.public_uuid := gen_random_uuid();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.is_public_document(p_uuid uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.quotations q
     where q.public_uuid = p_uuid and q.link_revoked_at is null and q.status not in ('draft', 'cancelled'))
$function$;
grant execute on function private.is_public_document(p_uuid uuid) to anon;
grant execute on function private.is_public_document(p_uuid uuid) to authenticated;
comment on function private.is_public_document(p_uuid uuid) is 'Whether a link of this uuid opens something now.';

CREATE OR REPLACE FUNCTION public.get_public_quotation(p_uuid uuid)
 RETURNS TABLE(quotation_number text, status text, created_at timestamp with time zone, project_title text, valid_until date, currency text, net numeric, vat numeric, gross numeric, contact_name text, contact_company text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select q.quotation_number, q.status, q.created_at, q.project_title, q.valid_until,
         q.currency, q.net, q.vat, q.gross, concat_ws(' ', c.name, c.last_name), c.company
    from public.quotations q join public.contacts c on c.id = q.contact_id
   where q.public_uuid = p_uuid and private.is_public_document(p_uuid)
$function$;
grant execute on function public.get_public_quotation(p_uuid uuid) to anon;
grant execute on function public.get_public_quotation(p_uuid uuid) to authenticated;
grant execute on function public.get_public_quotation(p_uuid uuid) to service_role;
comment on function public.get_public_quotation(p_uuid uuid) is 'What the holder of a link may read: one row, or none for a wrong, revoked or unsent one alike.';
