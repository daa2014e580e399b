set check_function_bodies = off;

create or replace function private.balance_confirmations(p_on date, p_side text, p_contact_ids uuid[]) returns table (contact_id uuid, party text, paper jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_side is distinct from 'clients' or not private.can('statements', 'view') then
    perform private.must_see_books();
  end if;
  if p_on is null then
    perform private.refuse('22023', 'Please choose the day of the balance');
  elsif not coalesce(p_side in ('clients', 'suppliers'), false) then
    perform private.refuse('22023', 'Please choose clients or suppliers');
  elsif cardinality(p_contact_ids) > 100 then
    perform private.refuse('22023', 'At most 100 confirmations at once');
  end if;
  return query
    with items as materialized (
      select o.* from private.open_items(p_on) as o where o.side = p_side and o.contact_id = any (p_contact_ids)
    )
    select c.id, private.client_label(c), jsonb_build_object('language', private.client_language(null, c.id), 'on', p_on, 'side', p_side,
             'currency', (select s.currency from public.company_settings s), 'company', private.company_facts(), 'party', private.contact_facts(c.id),
             'balance', private.amount_text(coalesce((select sum(i.open) from items i where i.contact_id = c.id), 0)),
             'items', coalesce((
               select jsonb_agg(jsonb_build_object('number', i.number, 'date', i.on_date, 'due_date', i.due_date, 'amount', private.amount_text(i.amount),
                        'open', private.amount_text(i.open),
                        'kind', case when i.kind <> 'supplier_invoice' then i.kind when i.amount < 0 then 'invoice' when i.amount > 0 then 'credit_note' else 'payment' end)
                      order by i.on_date, i.number, i.id)
                 from items i where i.contact_id = c.id), '[]'))
      from public.contacts c where c.id = any (p_contact_ids) order by private.client_label(c), c.id;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.balance_confirmations(date, text, uuid[])');

comment on function private.balance_confirmations(pg_catalog.date,pg_catalog.text,pg_catalog.uuid[]) is 'What stood open on a day between the company and these clients or suppliers (p_side, at most 100), for papers that they sign: language, company, party, the
open papers and payments, and their sum, which is the balance of personal_balances on that day. Above zero is owed to the company; amounts are text. Bills of suppliers
are those in the currency of the company. Of clients whoever sees statements may ask.';

comment on function public.balance_confirmations(pg_catalog.date,pg_catalog.text,pg_catalog.uuid[]) is 'What stood open on a day between the company and these clients or suppliers (p_side, at most 100), for papers that they sign: language, company, party, the
open papers and payments, and their sum, which is the balance of personal_balances on that day. Above zero is owed to the company; amounts are text. Bills of suppliers
are those in the currency of the company. Of clients whoever sees statements may ask.';

reset check_function_bodies;
