set check_function_bodies = off;

drop routine private.client_portal();

drop routine private.my_contact();

drop routine public.client_portal();

create or replace function private.nudge_clients() returns trigger language plpgsql security definer set search_path = '' as $function$
declare
  v_touched constant text := case tg_op when 'UPDATE' then 'table previous union all table changed' else 'table changed' end;
  v_user uuid;
begin
  for v_user in execute format(
    'with touched as materialized (select distinct t.contact_id from (%s) as t where t.%I <> all ($1))
     select c.user_id from touched join public.contacts c on c.id = touched.contact_id
       join public.user_roles r on r.user_id = c.user_id and r.role = ''client''
      union
     select a.id from touched cross join lateral private.accounts_of_business(touched.contact_id) as a (id)', v_touched, tg_argv[0])
    using tg_argv[1:]
  loop
    perform private.nudge('user:' || v_user, tg_table_name, tg_op, null);
  end loop;
  return null;
end $function$;

create or replace function private.open_client_request(p_invoice_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_contact public.contacts := private.my_contact((select v.contact_id from public.invoices v where v.id = p_invoice_ids[1]));
  v_amount numeric;
  v_count integer;
  v_id uuid;
begin
  if v_contact.id is null then
    perform private.refuse('42501', 'You may not pay from here');
  elsif coalesce(cardinality(p_invoice_ids), 0) not between 1 and 500 or array_position(p_invoice_ids, null) is not null then
    perform private.refuse('22023', 'Please choose what to pay');
  end if;
  perform from public.contacts where id = v_contact.id for no key update;
  perform from public.invoices where id = any (p_invoice_ids) and contact_id = v_contact.id order by id for no key update;
  select sum(v.balance), count(*) into v_amount, v_count from public.invoices v
   where v.id = any (p_invoice_ids) and v.contact_id = v_contact.id and v.status in ('issued', 'partly_paid') and v.balance > 0;
  if v_count < (select count(distinct asked) from unnest(p_invoice_ids) as asked) then
    perform private.refuse('PT409', 'Something of this was paid meanwhile. Please look at what is left.');
  end if;
  v_amount := v_amount - private.client_credit(v_contact.id);
  if v_amount <= 0 then
    perform private.refuse('PT409', 'Your credit covers this: nothing is to be paid');
  end if;
  select id into v_id from public.payment_requests
   where status in ('open', 'processing') and purpose = 'statement' and statement_id is null and contact_id = v_contact.id and amount = v_amount;
  if v_id is null then
    if (select count(*) from public.payment_requests r
         where r.contact_id = v_contact.id and r.purpose = 'statement' and r.statement_id is null
           and r.created_at > now() - interval '1 hour') >= 30
    then
      perform private.refuse('PT429', 'Too many different amounts were asked for in one hour. Please call us.');
    end if;
    insert into public.payment_requests (purpose, contact_id, amount, currency)
    select 'statement', v_contact.id, v_amount, min(v.currency) from public.invoices v where v.id = any (p_invoice_ids) returning id into v_id;
  end if;
  -- Another choice over the same amount takes the place of the one before: the payer chose it last.
  delete from private.request_invoices where request_id = v_id and invoice_id <> all (p_invoice_ids);
  insert into private.request_invoices (request_id, invoice_id) select distinct v_id, asked from unnest(p_invoice_ids) as asked
  on conflict do nothing;
  return private.get_payment_request(v_id);
end $$;

create or replace function private.my_contact(p_wanted uuid default null) returns public.contacts
language sql stable security definer set search_path = '' as $$
  select c.* from public.contacts c where c.id in (select private.my_contact_ids())
   order by c.id is distinct from p_wanted,
     c.user_id is not distinct from (select auth.uid()) and not exists (select from public.quotations q where q.contact_id = c.id)
       and not exists (select from public.orders o where o.contact_id = c.id) and not exists (select from public.invoices v where v.contact_id = c.id),
     c.user_id is distinct from (select auth.uid()), c.sort_name, c.id
   limit 1
$$;

create or replace function private.client_portal(p_contact_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_contact public.contacts := private.my_contact(p_contact_id);
  v_money jsonb;
begin
  if v_contact.id is null then
    return null;
  end if;
  select jsonb_build_object('balance', private.amount_text(b.balance), 'overdue', private.amount_text(b.overdue),
           'credit', private.amount_text(b.credit))
    into v_money from private.client_balances(v_contact.id) as b;
  return jsonb_build_object(
    'contact_id', v_contact.id, 'contacts', (
      select jsonb_agg(jsonb_build_object('id', c.id, 'name', private.client_label(c)) order by c.sort_name, c.id)
        from public.contacts c where c.id in (select private.my_contact_ids())),
    'name', private.client_label(v_contact), 'currency', (select s.currency from public.company_settings s), 'company', private.company_facts(),
    'client_language', private.own_language(null, v_contact.id), 'language', private.client_language(null, null),
    'money', coalesce(v_money, '{"balance": "0.00", "overdue": "0.00", "credit": "0.00"}'),
    'credit_limit', private.amount_text(v_contact.credit_limit), 'terms_days', v_contact.payment_terms_days,
    'quotations', private.own_quotations(v_contact.id), 'orders', private.own_orders(v_contact.id),
    'announced', private.announced_of(null, null, v_contact.id),
    'invoices', private.own_invoices(v_contact.id), 'credit_notes', private.own_credit_notes(v_contact.id),
    'deliveries', private.own_deliveries(v_contact.id), 'statements', private.own_statements(v_contact.id));
end $$;

create or replace function private.is_contact_person(p_user_id uuid, p_business_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from auth.users u
      join public.user_roles ur on ur.user_id = u.id and ur.role = 'client'
      join public.contacts p on lower(p.email) = lower(u.email) and p.type = 'Person' and p.profile = 'verified' and p.archived_at is null
        and (p.user_id is null or p.user_id = u.id)
      join public.contact_relations r on r.contact_id = p.id and r.related_contact_id = p_business_id and r.relation in ('works_for', 'owner', 'accounts')
      join public.contacts b on b.id = p_business_id and b.type = 'Business' and b.profile = 'verified' and b.archived_at is null
     where u.id = p_user_id and u.email_confirmed_at is not null and not coalesce(u.banned_until > now(), false));
end $$;

create or replace function private.businesses_of_account(p_user_id uuid) returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select distinct r.related_contact_id from auth.users u
      join public.contacts p on lower(p.email) = lower(u.email)
      join public.contact_relations r on r.contact_id = p.id
     where u.id = p_user_id and private.is_contact_person(u.id, r.related_contact_id);
end $$;

create or replace function private.accounts_of_business(p_business_id uuid) returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select distinct u.id from public.contact_relations r
      join public.contacts p on p.id = r.contact_id
      join auth.users u on u.email = lower(p.email)
     where r.related_contact_id = p_business_id and private.is_contact_person(u.id, p_business_id);
end $$;

create or replace function private.my_contact_ids() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select c.id from public.contacts c
   where c.user_id = (select auth.uid()) and (select private.my_role()) = 'client'
  union
  select b.id from private.businesses_of_account((select auth.uid())) as b (id) where (select private.my_role()) = 'client'
$$;

create or replace function private.own_order(p_uuid uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.own_order_facts(o) || jsonb_build_object('contact_id', o.contact_id, 'net', private.amount_text(o.net), 'vat', private.amount_text(o.vat), 'company', private.company_facts(),
      'client_language', private.own_language(o.person_id, o.contact_id), 'language', private.client_language(null, null),
      'site', private.site_facts(o.location_id),
      'quotation', (select jsonb_build_object('public_uuid', q.public_uuid, 'number_with_version', q.number_with_version,
          'has_proofs', exists (select from public.mockups m join public.jobs j on j.id = m.job_id
            where j.quotation_id = q.id and m.sent_at is not null))
        from public.quotations q where q.id = o.quotation_id and q.link_revoked_at is null),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('qty_delivered', i.qty_delivered::text)
          order by i.position) from public.order_items i where i.order_id = o.id), '[]'),
      'deliveries', private.own_deliveries(o.contact_id, o.id), 'invoices', private.own_invoices(o.contact_id, o.id))
    from public.orders o where o.public_uuid = p_uuid and o.contact_id in (select private.my_contact_ids())
$$;

revoke execute on all routines in schema private from public;

call private.offer('private.client_portal(uuid)');

comment on function private.my_contact_ids() is 'The contacts whose papers a client may read: their own, and the businesses whose contact person they are. Nobody else has any.';

comment on function private.nudge_clients() is 'Arguments: column of the state, then the states in which clients read no such row. Tells the clients whose contact, or whose business, a changed row names, without its id.';

comment on function private.accounts_of_business(pg_catalog.uuid) is 'The accounts of the contact persons of a business.';

comment on function private.businesses_of_account(pg_catalog.uuid) is 'The businesses whose contact person that account is.';

comment on function private.client_portal(pg_catalog.uuid) is 'All that a signed-in client sees of one contact of theirs: balance, credit, quotations, orders, invoices, credit notes, deliveries, statements. contacts: themselves and
the businesses whose contact person they are; p_contact_id: one of these. Null for everybody else. Amounts are text. What it does not name, a client does not read.';

comment on function private.is_contact_person(pg_catalog.uuid,pg_catalog.uuid) is 'Whether the account of a client is that of a contact person of the business: its confirmed address is that of a person whom the office verified and put down for the
business as working for it, owning it or doing its accounts.';

comment on function private.my_contact(pg_catalog.uuid) is 'The wanted contact of the signed-in client, where it is one of theirs; else their own, or, where that has no papers, their first business. Null for everybody else.';

comment on function public.client_portal(pg_catalog.uuid) is 'All that a signed-in client sees of one contact of theirs: balance, credit, quotations, orders, invoices, credit notes, deliveries, statements. contacts: themselves and
the businesses whose contact person they are; p_contact_id: one of these. Null for everybody else. Amounts are text. What it does not name, a client does not read.';

reset check_function_bodies;
