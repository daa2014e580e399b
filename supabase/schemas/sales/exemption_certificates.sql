-- Exemption certificates: sales tax that a client does not owe in a state, and what papers keep of them.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.exemption_certificates (
  id           uuid primary key default gen_random_uuid(),
  contact_id   uuid not null references public.contacts (id) on delete restrict,
  number       text not null,
  states       text[] not null,
  reason       text not null,
  reason_words text,
  quotation_id uuid,
  valid_from   date not null,
  valid_to     date,
  file_path    text,
  created_by   uuid default auth.uid() references auth.users (id) on delete set null,
  created_at   timestamptz not null default now(),
  row_version  integer not null default 1,
  constraint exemption_certificates_number_length check (char_length(btrim(number)) between 1 and 60 and char_length(number) <= 80),
  constraint exemption_certificates_states_are_two_letters check (
    coalesce(array_ndims(states), 0) = 1 and cardinality(states) <= 60 and array_to_string(states, ' ', '-') ~ '^[A-Z]{2}( [A-Z]{2})*$'),
  constraint exemption_certificates_reason_is_known check (
    reason in ('resale', 'agricultural', 'government', 'nonprofit', 'manufacturing', 'other')),
  constraint exemption_certificates_other_reason_is_said check (reason <> 'other' or coalesce(btrim(reason_words), '') <> ''),
  constraint exemption_certificates_reason_words_length check (char_length(reason_words) <= 100),
  constraint exemption_certificates_end_after_begin check (valid_to >= valid_from),
  constraint exemption_certificates_file_path_shape check (file_path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.[a-z0-9]{1,8}$')
);
alter table public.exemption_certificates add constraint exemption_certificates_quotation_id_fkey
  foreign key (quotation_id) references public.quotations (id) on delete restrict;
create index exemption_certificates_contact_id_idx on public.exemption_certificates (contact_id);
create index exemption_certificates_quotation_id_idx on public.exemption_certificates (quotation_id);
create index exemption_certificates_created_by_idx on public.exemption_certificates (created_by);
create index exemption_certificates_valid_to_idx on public.exemption_certificates (valid_to);
comment on table public.exemption_certificates is
  'Why a client owes no sales tax in which states, until when. Papers keep their own copy: a changed certificate alters none that was sent or issued.';
comment on column public.exemption_certificates.states is 'The letters of its states, sorted: {OK,TX}.';
comment on column public.exemption_certificates.quotation_id is 'The one sale that it is for, with its order and invoices. Null: a blanket certificate, for every sale.';
comment on column public.exemption_certificates.valid_to is 'Its last day. Null: it does not end.';
comment on column public.exemption_certificates.file_path is 'In the bucket exemption-certificates.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.exemption_certificates', p_pinned => '{contact_id}', p_audited => true, p_key => 'contact_id', p_pages => '{contacts}');
create policy "whoever sees contacts reads their exemption certificates" on public.exemption_certificates
  for select to authenticated using ((select private.can('contacts', 'view')));
create policy "whoever writes invoices enters exemption certificates" on public.exemption_certificates
  for insert to authenticated with check ((select private.can('invoices', 'create')) and created_by = (select auth.uid()));
create policy "whoever issues invoices changes exemption certificates" on public.exemption_certificates
  for update to authenticated
  using ((select private.can('invoices', 'edit'))) with check ((select private.can('invoices', 'edit')));
create policy "whoever removes invoices removes exemption certificates" on public.exemption_certificates
  for delete to authenticated using ((select private.can('invoices', 'delete')));

call private.file_rule('exemption-certificates', 'select', $$(select private.can('contacts', 'view'))$$);
call private.file_rule('exemption-certificates', 'insert', $rule$(select private.can('invoices', 'create'))
    and name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.[a-z0-9]{1,8}$'$rule$);

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.settle_certificate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.states := array(select distinct private.state_code(s) as code from unnest(new.states) as s where btrim(s) <> '' order by code);
  new.valid_from := coalesce(new.valid_from, private.company_today());
  if new.quotation_id is not null and not exists (
    select from public.quotations q where q.id = new.quotation_id and q.contact_id = new.contact_id)
  then
    perform private.refuse('22023', 'This quotation is for another client. Please choose one of the client of the certificate.');
  end if;
  return new;
end $$;
comment on function private.settle_certificate is 'The states of a certificate are their letters, each once; it begins today unless it says when; one for one sale is of its client.';

create function private.sale_state(p_location uuid, p_contact uuid, p_collected boolean default false) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select s.tax_kind from public.company_settings s) is distinct from 'sales_tax' then
    return null;
  end if;
  return (select coalesce(t.state, private.state_code((private.tax_place_at(t.postcode, t.city, t.state, private.company_today())).state))
            from private.goods_go_to(p_location, p_contact, p_collected) as t);
end $$;
comment on function private.sale_state is 'The letters of the state where goods for this site or client go, or are collected; null where it is unknown, and for other taxes.';

create function private.exemption_for(p_contact uuid, p_location uuid, p_quotation uuid, p_collected boolean default false) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from public.exemption_certificates where contact_id = p_contact) then
    return null;
  end if;
  return (
    select c.id from public.exemption_certificates c
     where c.contact_id = p_contact and private.sale_state(p_location, p_contact, p_collected) = any (c.states)
       and (c.quotation_id is null or c.quotation_id = p_quotation)
       and private.company_today() between c.valid_from and coalesce(c.valid_to, 'infinity')
     order by c.quotation_id nulls last, c.valid_to desc nulls first, c.created_at, c.id limit 1);
end $$;
comment on function private.exemption_for is 'The certificate by which a sale to this contact is without sales tax today: that of the one sale, else the blanket one that
holds longest; null without one, and for other taxes.';

create function private.exemption_facts(p_certificate uuid, p_state text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', c.id, 'number', btrim(c.number), 'reason', c.reason, 'words', btrim(c.reason_words), 'state', private.state_name(p_state),
             'valid_to', c.valid_to)
      from public.exemption_certificates c where c.id = p_certificate);
end $$;
comment on function private.exemption_facts is 'What papers keep of an exemption certificate: {id, number, reason, words, state: Texas, valid_to}.';

create function private.exemptions_of_paper(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts jsonb;
begin
  if (select s.tax_kind from public.company_settings s) is distinct from 'sales_tax' then
    return null;
  elsif p_kind = 'quotation' then
    return (select jsonb_build_array(private.exemption_facts(q.exemption_id, private.sale_state(q.location_id, q.contact_id, q.is_collected)))
              from public.quotations q where q.id = p_id and q.exemption_id is not null);
  elsif p_kind = 'order' then
    return (
      select jsonb_agg(distinct facts)
        from public.orders o
        join public.quotations q on q.id = o.quotation_id or q.amends_order_id = o.id and q.status = 'converted'
        join public.quotation_versions s on s.quotation_id = q.id and s.version = case q.id when o.quotation_id then o.quotation_version else q.version end
       cross join jsonb_array_elements(coalesce(nullif(s.snapshot -> 'tax_exemptions', 'null'), '[]')) as facts
       where o.id = p_id);
  elsif p_kind = 'credit_note' then
    return (select nullif(v.snapshot -> 'tax_exemptions', 'null') from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id);
  elsif exists (select from public.invoice_items where invoice_id = p_id and order_id is not null)
    or exists (select from public.invoices where id = p_id and order_id is not null)
  then
    select jsonb_agg(distinct facts) into v_facts
      from public.orders o cross join jsonb_array_elements(coalesce(private.exemptions_of_paper('order', o.id), '[]')) as facts
     where o.id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id union select v.order_id from public.invoices v where v.id = p_id);
    return v_facts;
  end if;
  return (select jsonb_build_array(private.exemption_facts(v.exemption_id, private.sale_state(null, v.contact_id, v.is_collected)))
            from public.invoices v where v.id = p_id and v.exemption_id is not null);
end $$;
comment on function private.exemptions_of_paper is 'The facts of the certificates by which a paper is without sales tax: quotation, order, invoice, credit_note. An order has those of its
quotation and extra work as they were sent, an invoice those of its orders, a credit note those of its invoice. Null without one.';

create function private.is_collected(p_kind text, p_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_kind = 'quotation' then
    return (select q.is_collected from public.quotations q where q.id = p_id);
  elsif p_kind = 'order' then
    return (select o.is_collected from public.orders o where o.id = p_id);
  elsif p_kind = 'credit_note' then
    return (select v.snapshot ->> 'is_collected' from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id)::boolean;
  end if;
  return coalesce((
    select bool_and(o.is_collected) from public.orders o
     where o.id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id union select v.order_id from public.invoices v where v.id = p_id)),
    (select v.is_collected from public.invoices v where v.id = p_id));
end $$;
comment on function private.is_collected is 'Whether the goods of a paper are collected at the company: quotation, order, invoice (of its orders, where it has any), credit_note.';

create function private.tax_facts_of_paper(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('tax_place', private.tax_place_of_paper(p_kind, p_id),
    'tax_exemptions', private.exemptions_of_paper(p_kind, p_id), 'is_collected', nullif(private.is_collected(p_kind, p_id), false),
    'goods_stay', nullif(case p_kind
      when 'quotation' then (select private.goods_stay(q.contact_id, q.location_id) from public.quotations q where q.id = p_id)
      when 'invoice' then (select private.goods_stay(v.contact_id, o.location_id) from public.invoices v left join public.orders o on o.id = v.order_id where v.id = p_id)
    end, false),
    'goods_leave', nullif(private.goods_leave(case p_kind
      when 'quotation' then (select q.location_id from public.quotations q where q.id = p_id)
      when 'invoice' then (select o.location_id from public.invoices v join public.orders o on o.id = v.order_id where v.id = p_id) end), false)));
end $$;
comment on function private.tax_facts_of_paper is
  'What decides the tax of a paper and stays in its snapshot: {tax_place, tax_exemptions, is_collected, goods_stay, goods_leave}, each only where there is one.
private.usual_vat reads it. goods_stay, goods_leave: as the functions of these names.';

create function private.tax_facts_for(p_location uuid, p_contact uuid, p_exemption uuid, p_collected boolean default false) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('tax_place', private.tax_place_for(p_location, p_contact, p_collected),
    'tax_exemptions', (select jsonb_build_array(facts) from private.exemption_facts(p_exemption, private.sale_state(p_location, p_contact, p_collected)) as facts
                        where facts is not null),
    'is_collected', nullif(p_collected, false), 'goods_stay', nullif(private.goods_stay(p_contact, p_location), false),
    'goods_leave', nullif(private.goods_leave(p_location), false)));
end $$;
comment on function private.tax_facts_for is 'The same facts of a site, a client and a certificate today.';

create function private.settle_exemption(p_kind text, p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_kind = 'quotation' then
    update public.quotations q set exemption_id = now.id
      from public.quotations d cross join lateral (select private.exemption_for(d.contact_id, d.location_id, d.id, d.is_collected) as id) as now
     where d.id = p_id and q.id = d.id and d.status = 'draft' and d.exemption_id is distinct from now.id;
    return;
  end if;
  update public.invoices v set exemption_id = now.id
    from public.invoices d cross join lateral (select private.exemption_for(d.contact_id, null, null, d.is_collected) as id) as now
   where d.id = p_id and v.id = d.id and d.status = 'draft' and d.order_id is null and d.opening_on is null and d.exemption_id is distinct from now.id;
end $$;
comment on function private.settle_exemption is 'A draft (quotation or invoice) reckons with the certificate that holds today, and its lines follow. Changes nothing of other papers.';

create function private.settle_exemptions(p_contact uuid default null) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_paper record;
  v_settled integer := 0;
begin
  for v_paper in
    select 'quotation' as kind, q.id from public.quotations q
     where q.status = 'draft' and q.contact_id = coalesce(p_contact, q.contact_id)
       and (q.exemption_id is not null or exists (select from public.exemption_certificates c where c.contact_id = q.contact_id))
    union all
    select 'invoice', v.id from public.invoices v
     where v.status = 'draft' and v.contact_id = coalesce(p_contact, v.contact_id)
       and (v.exemption_id is not null or exists (select from public.exemption_certificates c where c.contact_id = v.contact_id))
     order by kind, id
  loop
    perform private.settle_exemption(v_paper.kind, v_paper.id);
    v_settled := v_settled + 1;
  end loop;
  return v_settled;
end $$;
comment on function private.settle_exemptions is 'Drafts of one contact, or of all, reckon with the certificates that hold today: hourly, and when a certificate changes. Returns how many it looked at.';

create function private.follow_certificate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and tg_when = 'BEFORE' then
    update public.quotations set exemption_id = null where exemption_id = old.id and status = 'draft';
    update public.invoices set exemption_id = null where exemption_id = old.id and status = 'draft';
    return old;
  end if;
  if tg_op <> 'DELETE' then
    perform private.settle_exemptions(new.contact_id);
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and old.contact_id <> new.contact_id then
    perform private.settle_exemptions(old.contact_id);
  end if;
  return null;
end $$;
comment on function private.follow_certificate is 'Drafts of the client follow a certificate that is entered, changed or removed. One that a sent or issued paper used cannot be removed.';

create function private.keep_exemption() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'quotations' then
    new.exemption_id := private.exemption_for(new.contact_id, (to_jsonb(new) ->> 'location_id')::uuid, new.id, new.is_collected);
  else
    new.exemption_id := case when to_jsonb(new) ->> 'order_id' is null and to_jsonb(new) ->> 'opening_on' is null
      then private.exemption_for(new.contact_id, null, null, new.is_collected) end;
  end if;
  return new;
end $$;
comment on function private.keep_exemption is 'A new draft, and one for another client or site, reckons with the certificate that holds today.';

create function private.exemption_said(p_contact uuid, p_location uuid, p_holds jsonb, p_collected boolean) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_state constant text := private.sale_state(p_location, p_contact, coalesce(p_collected, false));
  v_today constant date := private.company_today();
begin
  if jsonb_array_length(p_holds) > 0 then
    return p_holds -> 0 || '{"says": "holds"}';
  end if;
  return (
    select private.exemption_facts(c.id, v_state) || jsonb_build_object('valid_from', c.valid_from, 'says', case
             when v_state = any (c.states) and c.valid_from > v_today then 'begins'
             when v_state = any (c.states) and c.valid_to < v_today then 'ended'
             when v_state = any (c.states) then 'for_another_sale' else 'elsewhere' end)
      from public.exemption_certificates c
     where c.contact_id = p_contact and v_state is not null
     order by v_state = any (c.states) desc, c.quotation_id nulls first, c.valid_to desc nulls first, c.id limit 1);
end $$;
comment on function private.exemption_said is
  'What staff read beside the sales tax of a draft: the facts of the certificate with says: holds, or why tax is charged although the client has one: begins, ended,
for_another_sale, elsewhere (it is for other states). Null for a client without certificates.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger settle_certificate before insert or update of states, quotation_id on public.exemption_certificates
  for each row execute function private.settle_certificate();
create trigger follow_certificate after insert or update or delete on public.exemption_certificates
  for each row execute function private.follow_certificate();
create trigger let_drafts_go before delete on public.exemption_certificates
  for each row execute function private.follow_certificate();
create trigger ask_first before insert on public.exemption_certificates for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('invoices:create');

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.record_kinds (kind, table_name, label, has_story) values
  ('exemption_certificate', 'public.exemption_certificates', 'r.number', false);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('exemption-certificates', 'exemption-certificates', false, 10485760, array['application/pdf', 'image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do nothing;

-- ------------------------------------------------------------------------------------------------------------ at times

insert into private.schedules (name, runs_at, statement) values
  ('settle-exemptions', '17 * * * *', 'select private.settle_exemptions()');
