-- Quotations: what was offered to whom. A client reads their own; a visitor reads one by its link.

create table public.quotations (
  id               uuid primary key default gen_random_uuid(),
  quotation_number text not null unique,
  status           text not null default 'draft',
  created_at       timestamptz not null default now(),
  contact_id       uuid not null references public.contacts (id) on delete restrict,
  public_uuid      uuid not null unique default gen_random_uuid(),
  link_revoked_at  timestamptz,
  project_title    text,
  valid_until      date,
  currency         text not null default 'EUR',
  net              numeric(14, 2) not null default 0,
  vat              numeric(14, 2) not null default 0,
  gross            numeric(14, 2) not null generated always as (net + vat) stored,
  created_by       uuid default auth.uid() references auth.users (id) on delete set null,
  constraint quotations_number_length check (char_length(btrim(quotation_number)) between 1 and 50),
  constraint quotations_status_is_known check (status in
    ('draft', 'sent', 'approved', 'rejected', 'change_requested', 'expired', 'converted', 'cancelled')),
  constraint quotations_project_title_length check (char_length(project_title) <= 500),
  constraint quotations_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint quotations_amounts_are_not_negative check (net >= 0 and vat >= 0),
  constraint quotations_number_size check (char_length(quotation_number) <= 60)
);
create index quotations_contact_id_created_at_idx on public.quotations (contact_id, created_at desc);
create index quotations_created_by_idx on public.quotations (created_by);
create index quotations_number_search_idx on public.quotations using gin (quotation_number extensions.gin_trgm_ops);
create index quotations_folded_words_idx on public.quotations
  using gin (private.folded(quotation_number || ' ' || coalesce(project_title, '')) extensions.gin_trgm_ops);
comment on table public.quotations is 'An offer to a contact.';
comment on column public.quotations.public_uuid is 'The secret of the public link; mockups of its jobs use it too.';
comment on column public.quotations.link_revoked_at is 'Ours: from then on the public link answers as if it never was.';
comment on column public.quotations.project_title is 'Ours, as valid_until, currency, net, vat, gross and created_by.';

call private.borrow_rules('public.quotations', p_pinned => '{public_uuid}', p_pages => '{quotations}', p_document => 'public_uuid');

-- A draft is not an offer yet: the client does not see it.
create policy "staff read quotations, clients read theirs" on public.quotations
  for select to authenticated
  using ((select private.can('quotations', 'view'))
    or (contact_id in (select private.my_contact_ids()) and status <> 'draft'));
create policy "staff write quotations" on public.quotations
  for insert to authenticated
  with check ((select private.can('quotations', 'create')) and created_by = (select auth.uid()));
create policy "staff change quotations" on public.quotations
  for update to authenticated
  using ((select private.can('quotations', 'edit'))) with check ((select private.can('quotations', 'edit')));
create policy "staff remove quotations" on public.quotations
  for delete to authenticated using ((select private.can('quotations', 'delete')));

-- The secret of the public link is drawn here: nobody chooses it.
create function private.draw_public_uuid() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.public_uuid := gen_random_uuid();
  return new;
end $$;
create trigger draw_public_uuid before insert on public.quotations
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.draw_public_uuid();

create function private.is_public_document(p_uuid uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.quotations q
     where q.public_uuid = p_uuid and q.link_revoked_at is null and q.status not in ('draft', 'cancelled'))
$$;
comment on function private.is_public_document is 'Whether a link of this uuid opens something now.';

create function public.get_public_quotation(p_uuid uuid)
  returns table (
    quotation_number text, status text, created_at timestamptz, project_title text, valid_until date,
    currency text, net numeric, vat numeric, gross numeric, contact_name text, contact_company text)
  language sql stable security definer set search_path = ''
as $$
  select q.quotation_number, q.status, q.created_at, q.project_title, q.valid_until,
         q.currency, q.net, q.vat, q.gross, concat_ws(' ', c.name, c.last_name), c.company
    from public.quotations q join public.contacts c on c.id = q.contact_id
   where q.public_uuid = p_uuid and private.is_public_document(p_uuid)
$$;
comment on function public.get_public_quotation is
  'What the holder of a link may read: one row, or none for a wrong, revoked or unsent one alike.';

insert into private.record_kinds
  (kind, table_name, position, label, detail, page, searched, contact, found_by_contact, status, recent_if)
values
  ('quotation', 'public.quotations', 30, $$concat_ws(' · ', r.quotation_number, r.project_title)$$,
   $$(select coalesce(c.company, nullif(btrim(concat_ws(' ', c.name, c.last_name)), '')) from public.contacts c
       where c.id = r.contact_id)$$,
   'quotations', $$r.quotation_number || ' ' || coalesce(r.project_title, '')$$, 'contact_id', true, 'r.status', 'true');

revoke execute on all routines in schema private from public;
grant execute on function private.is_public_document to anon, authenticated;
revoke execute on function public.get_public_quotation from public, anon, authenticated;
grant execute on function public.get_public_quotation to anon, authenticated, service_role;
