set check_function_bodies = off;

drop trigger pin on public.invoices;

alter table public.invoices add column rate_of date;

-- An electronic credit note says when its invoice was supplied: the schema of CII wants the delivery, and an empty one is refused.
create or replace function private.credit_note_document(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(n.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(n.contact_id))
      || private.tax_facts_of_paper('credit_note', n.id))
    || jsonb_build_object('kind', 'credit_note', 'language', private.language_of('credit_note', n.id), 'number', n.credit_number, 'status', n.status, 'issue_date', n.issue_date,
      'reason', n.reason, 'note', n.note, 'currency', n.currency, 'books', private.books_facts(n.currency, n.rate, n.worth) || jsonb_build_object('on', v.rate_of),
      'invoice_number', v.invoice_number, 'project_title', v.project_title,
      'supply_from', v.supply_from, 'supply_date', v.supply_date, 'receiver', private.receiver_facts(n.contact_id),
      'net', private.amount_text(n.net), 'vat', private.amount_text(n.vat), 'gross', private.amount_text(n.gross),
      'allocated', private.amount_text(n.allocated),
      'lines', coalesce((
        select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('by_amount', i.by_amount)
                 || case when of_rate.is_one then jsonb_build_object('net', of_rate.net::text, 'unit_price', of_rate.net::text) else '{}' end order by i.position)
          from public.credit_note_items i
          -- An amount is one line of the paper, whatever lines of the invoice it was taken from. Older notes name those lines.
         cross join lateral (
           select sum(s.net) as net, min(s.position) as position, i.by_amount and i.description like 'Credit at %' as is_one from public.credit_note_items s
            where s.credit_note_id = n.id and s.by_amount and s.description = i.description
              and s.vat_rate = i.vat_rate and s.vat_treatment = i.vat_treatment) as of_rate
         where i.credit_note_id = n.id and (not of_rate.is_one or i.position = of_rate.position)), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat))
                       || case when n.worth is null then '{}' else jsonb_build_object('books_vat', private.amount_text(private.worth(t.vat, n.rate))) end
                     order by t.vat_rate, t.vat_treatment)
                     from public.credit_note_vat t where t.credit_note_id = n.id), '[]'))
    from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id
$$;

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(v.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
        'person', private.contact_facts(v.person_id)) || private.tax_facts_of_paper('invoice', v.id))
    -- Money is asked for on the account that the company has today, also when the paper is older.
    || case when v.balance > 0 and v.snapshot ? 'company' then
         jsonb_build_object('company', v.snapshot -> 'company' || private.bank_facts()) else '{}' end
    || jsonb_build_object('kind', 'invoice', 'language', private.language_of('invoice', v.id), 'invoice_kind', v.kind, 'taxed_when_paid', v.taxed_when_paid, 'number', v.invoice_number, 'status', v.status, 'state', v.state,
      'issue_date', v.issue_date, 'supply_from', v.supply_from, 'supply_date', v.supply_date, 'due_date', v.due_date, 'project_title', v.project_title,
      'client_po', v.client_po, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
      'currency', v.currency, 'books', private.books_facts(v.currency, v.rate, v.worth) || jsonb_build_object('on', v.rate_of),
      'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'written_off', private.amount_text(v.written_off), 'cash_discounted', private.amount_text(v.cash_discounted),
      'deposit', private.amount_text(private.deposit_received(v.id)), 'cash_discount', private.cash_discount_facts(v),
      'terms', v.terms, 'note', v.note, 'receiver', private.receiver_facts(v.contact_id),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || case i.kind when 'deposit' then jsonb_build_object('vat', i.vat::text,
                   'deducts', (select d.invoice_number from public.invoices d where d.id = i.deducts_invoice_id)) else '{}' end
                 order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat))
                       || case when v.worth is null then '{}' else jsonb_build_object('books_vat', private.amount_text(private.worth(t.vat, v.rate))) end
                     order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$$;

create or replace function private.day_of_rate(p_currency text, p_day date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select r.on_date from public.exchange_rates r where r.currency = p_currency order by r.on_date > p_day, abs(r.on_date - p_day) limit 1);
end $$;

create or replace function private.freeze_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.currency <> private.books_currency() then
    new.rate := private.rate_on(new.currency, new.issue_date);
    new.rate_of := private.day_of_rate(new.currency, new.issue_date);
    new.worth := (select coalesce(sum(private.worth(t.base, new.rate) + private.worth(t.vat, new.rate)), 0) from public.invoice_vat t where t.invoice_id = new.id);
  end if;
  return new;
end $$;

create or replace function public.register_client(p_business jsonb, p_person jsonb, p_site jsonb) returns uuid
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_business uuid;
  v_person uuid;
begin
  insert into public.contacts (type, profile, company, name, email, phone, mobile, vat_number, address_line, city, postcode,
                               state, country, contact_type_id, payment_terms_days, cash_discount_pct, cash_discount_days, language,
                               length_unit, account_manager_id, currency)
  select 'Business', 'verified', b.company, b.company, b.email, b.phone, b.mobile, b.vat_number, b.address_line, b.city, b.postcode,
         b.state, b.country, b.contact_type_id, b.payment_terms_days, b.cash_discount_pct, b.cash_discount_days, b.language, b.length_unit,
         b.account_manager_id, b.currency
    from jsonb_populate_record(null::public.contacts, p_business) as b
  returning id into v_business;
  if p_person is not null then
    insert into public.contacts (type, profile, name, last_name, email, phone, company)
    select 'Person', 'verified', p.name, p.last_name, p.email, p.phone, p_business ->> 'company'
      from jsonb_populate_record(null::public.contacts, p_person) as p
    returning id into v_person;
    insert into public.contact_relations (contact_id, related_contact_id, relation, is_primary)
    values (v_person, v_business, 'works_for', true);
  end if;
  if p_site is not null then
    insert into public.locations (label, address, city, postcode, state, country, business_id)
    select s.label, s.address, s.city, s.postcode, s.state, s.country, v_business
      from jsonb_populate_record(null::public.locations, p_site) as s;
  end if;
  return v_business;
end $$;

alter table public.invoices add constraint invoices_rate_of_is_in_reach CHECK (rate_of >= '1900-01-01'::date AND rate_of < '10000-01-01'::date);

revoke execute on all routines in schema private from public;

CREATE TRIGGER pin BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'invoice_number', 'public_uuid', 'kind', 'status', 'contact_id', 'order_id', 'quotation_id', 'issue_date', 'currency', 'rate', 'rate_of', 'worth', 'net', 'vat', 'paid', 'credited', 'written_off', 'cash_discounted', 'snapshot', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'reminder_stage', 'issued_at', 'issued_by', 'skipped_deposits', 'opening_on', 'exemption_id', 'network_status', 'taxed_when_paid');

comment on function private.day_of_rate(pg_catalog.text,pg_catalog.date) is 'The day of the rate that private.rate_on takes for a day.';

comment on column public.invoices.rate_of is 'The day of its rate; null: it is in the currency of the books, or a draft.';

reset check_function_bodies;
